import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { Access } from './access.ts';
import { hashOf, newSecret } from './secrets.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const warnings = { raise: () => {}, clear: () => {} };
const made = () => new Access({ time: new FakeTime(), log, warnings, seal: () => Buffer.alloc(32, 1) });
const secret = newSecret();
const keys = [{ name: 'FOH', hash: hashOf(secret), role: 'run' as const }];
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

test('without keys nothing that a client shows counts', () => {
  const access = made();
  const part = access.keyForPart('surface:osc', () => 'view');
  for (const shown of [{}, bearer(secret), bearer(part), { cookie: 'rowdesk-8700=x' }]) {
    expect(access.permitOf(shown, '')).toBeUndefined();
  }
  expect(access.holds(undefined)).toBe(true);
});

test('a part of the desk has a key of its own, with the role that it has at this moment', () => {
  const access = made();
  let role: 'view' | 'mix' = 'view';
  const key = access.keyForPart('surface:osc', () => role);
  access.use({ anonymous: 'none', keys });
  const permit = access.permitOf(bearer(key), '');
  expect(permit).toMatchObject({ name: 'surface:osc', role: 'view' });
  role = 'mix';
  expect(permit?.role).toBe('mix');
  expect(permit && access.holds(permit)).toBe(true);
});

test('a key counts in one form only', () => {
  const access = made();
  access.use({ anonymous: 'view', keys });
  expect(access.permitOf(bearer(secret), '')?.name).toBe('FOH');
  expect(access.permitOf({ authorization: `bearer  ${secret} ` }, '')?.name).toBe('FOH');
  for (const wrong of [
    '',
    secret,
    `Basic ${secret}`,
    `Bearer ${secret} x`,
    `Bearer x${secret}`,
    `Bearer ${hashOf(secret)}`,
  ]) {
    expect(() => access.permitOf({ authorization: wrong }, '')).toThrow('not one of the desk');
  }
  expect(access.permitOf({ cookie: 'other=1; rowdesk-8701=x' }, '')).toEqual({ name: '', role: 'view' });
});

test('what was in effect and is not any more is known', () => {
  const access = made();
  access.use({ anonymous: 'view', keys });
  const [foh, anonymous] = [access.permitOf(bearer(secret), ''), access.permitOf({}, '')];
  access.use({ anonymous: 'view', keys });
  expect([access.holds(foh), access.holds(anonymous)]).toEqual([true, true]);
  access.use({ anonymous: 'none', keys: [] });
  expect([access.holds(foh), access.holds(anonymous), access.holds(undefined)]).toEqual([false, false, false]);
});
