// The show of a larger desk, most of which has no place on this one, keeps nobody waiting.
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeTime, MemoryStore, startTestHost, type TestHost } from '../../core/testing.ts';
import consoleProvider from '../../providers/console/index.ts';
import { judgeAtNight } from '../harness/judged-figure.ts';
import { shippedProviders } from '../harness/whole-desk.ts';
import { Holds } from './holds.ts';

/** What a turn of the loop may take, the least of three: 50 ms, and room for a machine whose other work makes it slower. */
const mostMs = 50 * 3;
/** Addresses that are looked up in one turn: those that differ several times, for the plan and its commit. */
const mostLookups = 2_000;
const one = { aux: 1, fxReturn: 1, matrix: 1, main: 1, cue: 1, fxSend: 1, dca: 1, muteGroup: 1, mixMinus: 1 };
const layout = { ...one, input: 239, mix: 8 };
const time = new FakeTime();
let desk: TestHost;

beforeAll(async () => {
  const store = new MemoryStore();
  const others = shippedProviders.filter((name) => name !== 'console');
  const larger = await startTestHost({
    providers: [{ provider: consoleProvider, config: { layout } }, ...others],
    store,
  });
  await larger.host.desk.commit({
    ...{ actor: 'x', label: 'Mixed' },
    changes: Array.from({ length: layout.input }, (_, n) => ({
      path: `/channel/input/${n + 1}`,
      field: 'levelDb',
      value: -7,
    })),
  });
  for (const [path, name] of [
    ['/session/save', 'large'],
    ['/scene/store', 'large'],
  ] as const) {
    await larger.patch(path, { running: true, name });
    while ((await larger.get(path)).body.running) await setImmediate();
  }
  const { documents, content } = store.contents();
  await larger.close();
  const left = new MemoryStore({ storeId: 'smaller', revision: 0, rows: [], entries: [], documents, content });
  desk = await startTestHost({ strips: 'all', providers: shippedProviders, store: left, time });
  countLookups();
});
afterAll(() => desk.close());

const body = async (path: string) => (await desk.host.rows.open(path).read()).row;

async function run(path: string) {
  await desk.host.rows.open(path).patch({ running: true }, { actor: 'x' });
  for (;;) {
    const row = await body(path);
    if (!row.running) return row.report as Awaited<ReturnType<typeof body>>;
    await setImmediate();
  }
}

let lookups = 0;
let longestLookups = 0;
function countLookups(): void {
  const { registry } = desk.host.assembly;
  const locate = registry.locate.bind(registry);
  registry.locate = (path) => {
    lookups++;
    return locate(path);
  };
}
function endTurn(): void {
  longestLookups = Math.max(longestLookups, lookups);
  lookups = 0;
  time.advance(1);
}

/** The session first: the scene is one of its scenes. */
test.each([
  ['/sessions/large/applyKeeps', '/sessions/large/apply'],
  ['/scenes/large/recallKeeps', '/scenes/large/recall'],
])('%s and %s', { timeout: 60_000 }, async (preview, task) => {
  for (const ask of [() => body(preview), () => run(task)]) {
    let leastMs = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3; tries++) {
      const holds = new Holds();
      const { blocked, blockedCount } = await holds.during(ask, 20, endTurn);
      expect(blocked).toContainEqual(expect.objectContaining({ path: '/channel/input/60' }));
      expect(blockedCount).toBeGreaterThan(10_000);
      leastMs = Math.min(leastMs, holds.longestMs);
    }
    judgeAtNight(leastMs, mostMs, preview);
  }
  expect(longestLookups).toBeLessThan(mostLookups);
  expect((await body('/channel/input/32')).levelDb).toBe(-7);
});
