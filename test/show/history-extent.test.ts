// What of the shipped desk is in the history, and what never is (rows.md, Show).
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../core/host/config.ts';
import { contractOf } from '../../core/rows/contract.ts';
import { FakeTime, MemoryStore, startTestHost, type TestHost } from '../../core/testing.ts';

const shipped = readConfig(fileURLToPath(new URL('../../providers.config.json', import.meta.url)));
/** Panic, talkback, oscillator, the lock, the clock, streams, and what the operator listens to. */
const never =
  /^\/(cue|safety|talkback|console\/oscillator|clock|streams|warnings|net|adapter|discovery|hardware)(\/|$)/;

let desk: TestHost;
let time: FakeTime;
beforeAll(async () => {
  time = new FakeTime();
  const providers = shipped.providers.map(({ name }) => name);
  desk = await startTestHost({ providers, time, store: new MemoryStore() });
});
afterAll(() => desk.close());

async function write(path: string, body: object): Promise<void> {
  time.advance(5000);
  const { status, body: answer } = await desk.patch(path, body);
  expect([path, status, answer.detail]).toEqual([path, 200, undefined]);
}

test('no setting of the operator, of the site or of safety has a field in the history', () => {
  const { registry } = desk.host.assembly;
  const settings = registry.rows.filter(({ template, type }) => type === 'setting' && never.test(template));
  expect(settings.map(({ template }) => template)).toEqual(
    expect.arrayContaining(['/cue', '/safety/panic', '/talkback/{id}', '/console/oscillator', '/clock/force']),
  );
  const shown = settings.flatMap((row) =>
    registry
      .list(row)
      .flatMap((place) =>
        [...contractOf(place, desk.host.desk, desk.host.desk.observed).fields.values()]
          .filter(({ life }) => life === 'show')
          .map(({ name }) => `${place.path} ${name}`),
      ),
  );
  expect(shown).toEqual([]);
});

test.each([
  ['/channel/input/1', { soloed: true }],
  ['/channel', { strips: [{ kind: 'input', index: 2, soloed: true }], clipped: [] }],
  ['/cue', { levelDb: -12, inputMode: 'AFL', dim: true }],
  ['/safety/panic', { scope: 'mains' }],
  ['/safety/panic', { scope: null }],
  ['/talkback/1', { levelDb: -12, on: true }],
  ['/console/oscillator', { enabled: true, levelDb: -30 }],
  ['/channel/input/1/clip', { clipped: false }],
  ['/console', { locked: 'surface', name: 'Main hall' }],
  ['/clock/ownership', { freeRunOverride: true }],
  ['/streams/what-is-in-the-history/demand', { targets: ['/clock'] }],
  ['/stagebox/virtual-32x16', { label: 'Left of the stage' }],
])('a write to %s is no entry', async (path, body) => {
  const before = (await desk.get('/history')).body;
  await write(path, body);
  expect((await desk.get('/history')).body).toEqual(before);
});

test.each([
  ['/channel/input/1', { name: 'Voice', levelDb: -6, muted: true, dcas: [1] }, 'Input 1 name, level, mute and 1 more'],
  ['/channel/input/1/sends/mix/2', { levelDb: -6 }, 'Input 1 send to mix 2 level'],
  ['/channel/mix/1/eq/bands/1', { gainDb: 3 }, 'Mix 1 EQ band 1 gain'],
  ['/channel/input/1/chain/processors/comp/values', { thresholdDb: -27 }, 'Input 1 compressor threshold'],
  [
    '/channel/input/1/chain/processors/eq/values',
    { band2Q: 2, band2Enabled: true },
    'Input 1 EQ band 2 Q, band 2 on/off',
  ],
  ['/channel/fxReturn/1/align', { delayMs: 1 }, 'FX return 1 align delay'],
  ['/channel/dca/1', { levelDb: -6 }, 'DCA 1 level'],
  ['/stagebox/virtual-32x16/inputs/1', { gainDb: 20, phantom: true }, 'Stagebox virtual-32x16 input 1 gain, phantom'],
  ['/channel/fxSend/1/chain/processors/effect', { plugin: 'builtin:delay' }, 'FX send 1 effect plugin'],
  ['/patch', { inputs: [{ strip: { kind: 'input', index: 4 }, sourceId: 'virtual-32x16:in-4' }] }, 'Patch inputs'],
  ['/console/bpm', { bpm: 90 }, 'Console BPM'],
  ['/console', { alignLimitMs: 20 }, 'Console alignment limit'],
  ['/channel/mix/1', { aligned: true }, 'Mix 1 aligned'],
])('a write to %s is one, and undone it is as if it had not been', async (path, body, label) => {
  const before = (await desk.get(path)).body;
  const { depth } = (await desk.get('/history/cursor')).body;
  await write(path, body);
  expect((await desk.get('/history/cursor')).body).toMatchObject({ depth: depth + 1, undoLabel: label });
  expect((await desk.patch('/history/cursor/undo', { running: true, override: true })).status).toBe(200);
  while ((await desk.get('/history/cursor/undo')).body.running);
  expect((await desk.get('/history/cursor')).body.depth).toBe(depth);
  expect((await desk.get(path)).body).toEqual(before);
});
