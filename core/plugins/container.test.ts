import { expect, test } from 'vitest';
import { endMs } from '../base/timeout.ts';
import { defineProvider, token, view } from '../provider.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { Container } from './container.ts';

const Clock = token<{ tick(): number }>('test.clock');
const A = token<object>('test.a');
const B = token<object>('test.b');

const row = (path: string) => view(path, { fields: {}, get: () => ({}) });

function provider(name: string, more: object = {}) {
  return defineProvider({ name, rows: () => [row(`/${name}`)], ...more });
}

test('a provider gets what it needs, its configuration, and what it offers itself', () => {
  const container = new Container();
  const given: object[] = [];
  container.provide(Clock, { tick: () => 7 });
  container.add(
    provider('one', {
      needs: { clock: Clock },
      offers: { a: A },
      services: () => ({ a: { made: 'by one' } }),
      rows: (services: object) => {
        given.push(services);
        return [];
      },
    }),
    { port: 3 },
  );
  expect(container.resolveAll().map(({ problems }) => problems)).toEqual([[]]);
  expect(given).toEqual([
    { clock: { tick: expect.any(Function) }, config: { port: 3 }, offered: { a: { made: 'by one' } } },
  ]);
});

test('a service is made once for all providers, in whatever order they are named', () => {
  const container = new Container();
  let made = 0;
  const got: unknown[] = [];
  const rows = ({ a }: { a: object }) => {
    got.push(a);
    return [];
  };
  const asks = { needs: { a: A }, rows };
  container.add(provider('early', asks), {});
  container.add(provider('maker', { offers: { a: A }, services: () => ({ a: { n: ++made } }) }), {});
  container.add(provider('late', asks), {});
  container.resolveAll();
  expect(got).toEqual([{ n: 1 }, { n: 1 }]);
  expect(got[0]).toBe(got[1]);
});

test('a missing need names who asked and for what, and the rest is there', () => {
  const container = new Container();
  container.add(provider('lonely', { needs: { a: A } }), {});
  container.add(provider('fine'), {});
  const [lonely, fine] = container.resolveAll();
  expect(lonely?.problems).toEqual([
    {
      provider: 'lonely',
      field: 'needs/a',
      problem: 'asks for "test.a", which no provider offers',
      remedy: 'switch on the provider that offers it, or correct the token',
      follows: 'test',
    },
  ]);
  expect(fine?.rows.map(({ template }) => template)).toEqual(['/fine']);
});

test('an optional need is the service where a provider offers it, and undefined without one or with a faulty one', () => {
  const container = new Container();
  const given: unknown[] = [];
  const rows = ({ a, b, clock }: Record<string, unknown>) => {
    given.push([a, b, clock]);
    return [];
  };
  container.add(provider('modest', { optionalNeeds: { a: A, b: B, clock: Clock }, rows }), {});
  container.add(provider('maker', { offers: { a: A }, services: () => ({ a: { made: true } }) }), {});
  const broken = () => {
    throw new Error('broken');
  };
  container.add(provider('broken', { offers: { b: B }, services: broken }), {});
  expect(container.resolveAll()[0]?.problems).toEqual([]);
  expect(given).toEqual([[{ made: true }, undefined, undefined]]);
});

test('a circle of needs is a fault of each provider in it, as a -> b -> a', () => {
  const container = new Container();
  container.add(provider('a', { needs: { b: B }, offers: { a: A }, services: () => ({ a: {} }) }), {});
  container.add(provider('b', { needs: { a: A }, offers: { b: B }, services: () => ({ b: {} }) }), {});
  const problems = container.resolveAll().flatMap((resolved) => resolved.problems);
  expect(problems.map(({ provider, problem }) => [provider, problem])).toEqual([
    ['a', 'the providers need each other in a circle: a -> b -> a'],
    ['b', 'the providers need each other in a circle: b -> a -> b'],
  ]);
});

test('a provider that needs a faulty one says which', () => {
  const container = new Container();
  const services = () => {
    throw new Error('no licence');
  };
  container.add(provider('broken', { offers: { a: A }, services }), {});
  container.add(provider('user', { needs: { a: A } }), {});
  expect(container.resolveAll().flatMap(({ problems }) => problems.map(({ problem }) => problem))).toEqual([
    'failed when its rows were made: no licence',
    'needs "test.a" of provider "broken", which has a fault itself',
  ]);
});

test('what is offered must be made', () => {
  const container = new Container();
  container.add(provider('promises', { offers: { a: A, b: B }, services: () => ({ a: {} }) }), {});
  expect(container.resolveAll()[0]?.problems).toEqual([
    { provider: 'promises', field: 'offers/b', problem: 'is offered but not made', remedy: 'return b from services' },
  ]);
});

test('a name and a token belong to the first that has them', () => {
  const container = new Container();
  const offering = { offers: { a: A }, services: () => ({ a: {} }) };
  container.add(provider('first', offering), {});
  container.add(provider('first'), {});
  container.add(provider('second', offering), {});
  expect(
    container.resolveAll().map(({ problems }) => problems.map(({ field, problem }) => `${field} ${problem}`)),
  ).toEqual([
    [],
    ['name is the name of another provider too'],
    ['offers/a offers "test.a", which first offers already'],
  ]);
});

test('everything made is stopped, last first, and one that fails does not keep the others', async () => {
  const container = new Container();
  const stopped: string[] = [];
  const stop = (name: string) => () => void stopped.push(name);
  container.add(
    provider('one', {
      offers: { a: A },
      services: () => ({ a: { stop: stop('service of one') } }),
      start: () => stop('one'),
    }),
    {},
  );
  const broken = () => {
    throw new Error('stuck');
  };
  container.add(provider('two', { start: () => broken }), {});
  container.add(provider('three', { start: () => async () => stopped.push('three') }), {});
  for (const resolved of container.resolveAll()) resolved.start();
  const failed: string[] = [];
  await container.stop((name) => failed.push(name), new FakeTime());
  expect(stopped).toEqual(['three', 'one', 'service of one']);
  expect(failed).toEqual(['two']);
});

test('one that takes for ever to stop is left to itself', async () => {
  const container = new Container();
  const stopped: string[] = [];
  container.add(provider('one', { start: () => () => void stopped.push('one') }), {});
  container.add(provider('two', { start: () => () => new Promise<void>(() => {}) }), {});
  for (const resolved of container.resolveAll()) resolved.start();
  const time = new FakeTime();
  const failed: string[] = [];
  const stopping = container.stop((name, error) => failed.push(`${name}: ${(error as Error).message}`), time);
  time.advance(endMs);
  await stopping;
  expect(stopped).toEqual(['one']);
  expect(failed).toEqual(['two: it took more than 3000 ms and was left to itself']);
});
