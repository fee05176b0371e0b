// The configuration gives the console fewer strips than it had: what was made for the others waits, and the rest goes on.
import { MemoryStore, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import console from '../../providers/console/index.ts';

const providers = ['channel', 'stagebox', 'patch', 'cue', 'talkback', 'history', 'scenes', 'sessions', 'warnings'];
const mix = (index: number) => ({ kind: 'mix', index });

let store: MemoryStore;
let desk: TestHost;
const start = async (layout: object) => {
  const given = { provider: console, config: { layout } };
  desk = await startTestHost({ providers: [given, ...providers], store });
};
const restart = async (layout: object) => {
  const left = store.contents();
  await desk.close();
  store = new MemoryStore(left);
  await start(layout);
};
const restartSmall = () => restart({ input: 8, mix: 4, dca: 2, muteGroup: 2 });
beforeEach(async () => {
  store = new MemoryStore();
  await start({});
});
afterEach(() => desk.close());

const body = async (path: string) => (await desk.get(path)).body;
async function write(path: string, fields: object) {
  const { status, body } = await desk.patch(path, fields);
  expect([status, body.detail], path).toEqual([200, undefined]);
}
async function run(path: string, extra: object = {}) {
  const { status, body: started } = await desk.patch(path, { running: true, ...extra });
  if (status !== 200) return started;
  for (;;) {
    const row = await body(path);
    if (!row.running) return row;
  }
}

test('a strip stays in those of its groups that are left, buses play on, and all is back with the strips', async () => {
  const groups = { dcas: [1, 7], muteGroups: [1, 8] };
  const outputs = [mix(1), mix(11)].map((strip, n) => {
    return { strip, leg: 'mono', portId: `virtual-32x16:out-${n + 5}`, levelDb: 0 };
  });
  await write('/channel/input/2', groups);
  await write('/channel/muteGroup/1', { muted: true });
  await write('/patch', { outputs });
  await write('/talkback/1', { destinations: [mix(11), mix(1)] });
  await write('/console/oscillator', { targets: [mix(2), mix(11)] });
  await restartSmall();
  expect(await body('/channel/input/2')).toMatchObject({ dcas: [1], muteGroups: [1] });
  const wanted = desk.audio.target('mixer').blocks.flatMap(({ values }) => values);
  const ofMixer = wanted.filter(({ path, field }) => path === '/channel/input/2' && field === 'muteGroups');
  expect(ofMixer.map(({ value }) => value)).toEqual([[1]]);
  expect((await body('/patch')).outputs).toEqual([outputs[0]]);
  expect((await body('/talkback/1')).destinations).toEqual([mix(1)]);
  expect((await body('/console/oscillator')).targets).toEqual([mix(2)]);
  const { warnings } = await body('/warnings');
  const dormant = warnings.find(({ id }: { id: string }) => id === 'dormant-values');
  expect(dormant.detail).toContain('/channel/input/2 dcas');
  expect(dormant.detail).toContain('/patch/outputs outputs');
  await restart({});
  expect(await body('/channel/input/2')).toMatchObject(groups);
  expect((await body('/patch')).outputs).toEqual(outputs);
  expect((await body('/talkback/1')).destinations).toEqual([mix(11), mix(1)]);
});

test('a show of more strips is played: what there is no place for is named, and holds up no recall, go or apply', async () => {
  for (const [name, levelDb] of [
    ['One', -5],
    ['Two', -5],
    ['Three', -8],
  ] as const) {
    await write('/channel/input/2', { levelDb, dcas: [1, 7] });
    await write('/channel/input/20', { levelDb });
    await run('/scene/store', { name });
  }
  await run('/session/save', { name: 'Friday' });
  await restartSmall();
  expect((await run('/scenes/one/recall')).report).toMatchObject({ outcome: 'in-part', changed: 1 });
  const { report } = await run('/scene/go');
  expect(report).toMatchObject({ outcome: 'in-part', changed: 0 });
  // Each strip once for a reason, with the first of its fields, however many the large desk had.
  const paths = report.blocked.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/channel/input/20', '/channel/input/2']));
  const reasons = report.blocked.map(({ path, refusal }: { path: string; refusal: { code: string } }) => {
    return `${path} ${refusal.code}`;
  });
  expect(new Set(reasons).size).toBe(reasons.length);
  const [gone] = report.blocked.filter(({ path }: { path: string }) => path === '/channel/input/20');
  expect(gone).toMatchObject({ refusal: { code: 'unknown-row' } });
  expect(gone.fields).toHaveLength(8);
  expect(gone.count).toBeGreaterThan(8);
  const counts = report.blocked.map(({ count }: { count: number }) => count);
  expect(report.blockedCount).toBe(counts.reduce((sum: number, count: number) => sum + count, 0));
  expect(report.blockedCount).toBeGreaterThan(1000);
  expect(JSON.stringify(report).length).toBeLessThan(128 * 1024);
  expect((await body('/scene')).id).toBe('two');
  expect((await run('/scene/go')).report).toMatchObject({ outcome: 'in-part', changed: 1 });
  expect((await body('/channel/input/2')).levelDb).toBe(-8);
  expect((await run('/sessions/friday/apply')).report).toMatchObject({ outcome: 'in-part', changed: 0 });
});

test('undoing what strips did that are gone is refused with their names, and goes on past them with override', async () => {
  await write('/channel/input/2', { levelDb: -5 });
  await write('/channel/input/20', { levelDb: -5 });
  await restartSmall();
  expect(await run('/history/cursor/undo')).toMatchObject({
    ...{ code: 'row-gone', params: { skipped: [{ path: '/channel/input/20' }] } },
  });
  const { report } = await run('/history/cursor/undo', { override: true });
  expect(report.skipped).toMatchObject([{ path: '/channel/input/20', refusal: { code: 'row-gone' } }]);
  expect((await run('/history/cursor/undo')).report).toMatchObject({ outcome: 'applied' });
  expect((await body('/channel/input/2')).levelDb).toBe(-144);
});
