import { expect, test } from 'vitest';
import { Configurations } from './configurations.ts';
import type { DriverPackage } from './package.ts';

const configSchema = {
  type: 'object' as const,
  additionalProperties: false,
  properties: { host: { type: 'string' }, ways: { type: 'object', properties: { retryMs: { default: 1000 } } } },
};
const driver = (name: string, config: object, schema?: typeof configSchema) =>
  ({ name, config, manifest: { configSchema: schema } }) as unknown as DriverPackage;
const configurations = () =>
  new Configurations([driver('net', { host: 'a', ways: { retryMs: 5 } }, configSchema), driver('box', { any: 1 })]);

test('each has what the file says until another one is set, with the defaults of its schema at any depth', () => {
  const all = configurations();
  expect([all.of('net'), all.of('box'), all.of('gone')]).toEqual([{ host: 'a', ways: { retryMs: 5 } }, { any: 1 }, {}]);
  expect(all.set('net', { host: 'b', ways: {} })).toEqual({ isOther: true, problem: '' });
  expect(all.of('net')).toEqual({ host: 'b', ways: { retryMs: 1000 } });
  expect(all.set('box', { other: [2] })).toEqual({ isOther: true, problem: '' });
  expect(all.of('box')).toEqual({ other: [2] });
});

test('the same again is no other one, in whatever order its members come', () => {
  const all = configurations();
  expect(all.set('net', { ways: { retryMs: 5 }, host: 'a' })).toEqual({ isOther: false, problem: '' });
  expect(Object.keys(all.of('net'))).toEqual(['host', 'ways']);
});

test('what does not fit, and what no driver is called, stays as it was and says why', () => {
  const all = configurations();
  expect(all.set('net', { port: 1 })).toMatchObject({
    isOther: false,
    problem: expect.stringContaining('config port is not known'),
  });
  expect(all.of('net')).toMatchObject({ host: 'a' });
  expect(all.set('gone', {}).problem).toBe('there is no driver gone');
});

test('those that were changed are listed for the packages that are meant', () => {
  const all = configurations();
  expect(all.changedOf(() => true)).toEqual({});
  all.set('box', { other: 1 });
  all.set('net', { host: 'b' });
  expect(all.changedOf(({ name }) => name === 'box')).toEqual({ box: { other: 1 } });
  expect(Object.keys(all.changedOf(() => true))).toEqual(['net', 'box']);
});
