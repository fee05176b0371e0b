import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({ providers: ['stagebox'], time });
});
afterEach(() => desk.close());

const socket = (n: number) => `/stagebox/virtual-32x16/inputs/${n}`;
const silence = (...paths: string[]) => {
  const [prepare] = desk.audio.preparations;
  if (!prepare) throw new Error('nobody is asked');
  return prepare(paths);
};
const holds = () => desk.audio.calls.filter(({ method }) => method === 'holdSources').map(({ args }) => args);
const answer = (closed: boolean) => desk.audio.answers.set('mixer holdSources', () => ({ closed }));

/** What a promise came to after this long. */
async function after<T>(ms: number, promise: Promise<T>): Promise<T | 'waits'> {
  for (let passed = 0; passed <= ms; passed += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (passed < ms) time.advance(1);
  }
  return Promise.race([promise, new Promise<'waits'>((resolve) => setImmediate(() => resolve('waits')))]);
}

test('the sources of the sockets are held, and count as silent once they have faded', async () => {
  answer(true);
  const silent = silence(socket(3), socket(4));
  expect(await after(29, silent)).toBe('waits');
  const settle = await after(1, silent);
  expect(holds()).toMatchObject([{ sources: ['virtual-32x16:in-3', 'virtual-32x16:in-4'], forMs: 10_000 }]);
  if (settle !== 'waits') settle(3000);
  expect(holds().at(-1)).toEqual({ ...holds()[0], forMs: 3000 });
  expect(holds()).toHaveLength(2);
});

test('the mixer is asked until it says that all strips are closed', async () => {
  answer(false);
  const silent = silence(socket(1));
  expect(await after(200, silent)).toBe('waits');
  answer(true);
  expect(await after(45, silent)).not.toBe('waits');
});

test('a mixer that does not say so is waited for no longer than half a second', async () => {
  answer(false);
  const silent = silence(socket(1));
  expect(await after(500, silent)).toBe('waits');
  expect(await after(60, silent)).not.toBe('waits');
});

test('each switch has a lease of its own', async () => {
  answer(true);
  await after(30, Promise.all([silence(socket(1)), silence(socket(1))]));
  expect(new Set(holds().map(({ lease }) => lease)).size).toBe(2);
});

test('without a mixer there is nothing to wait for', async () => {
  desk.audio.target('mixer').leave('it ended');
  await expect(silence(socket(1))).rejects.toThrow('absent');
});
