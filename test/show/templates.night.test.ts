// Templates of channels as they are switched on: each on every kind of strip, and one that is heard.
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore, startTestHost, type TestHost } from '../../core/testing.ts';
import { patchThrough, recordMain, running, settled, write } from '../harness/desk.ts';
import { prompt, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';

const providers = ['console', 'clock', 'channel', 'channelConfigs', 'telemetry', 'stagebox', 'history'];
const kinds = ['input', 'fxReturn', 'aux', 'mix', 'matrix', 'cue', 'main', 'fxSend', 'dca', 'muteGroup', 'mixMinus'];

interface Move {
  readonly row: string;
  readonly field: string;
  readonly value: unknown;
}

describe('on a desk without sound', () => {
  let desk: TestHost;
  beforeAll(async () => {
    desk = await startTestHost({ providers, store: new MemoryStore() });
  });
  afterAll(() => desk.close());

  /** What a row takes at this moment, as OPTIONS says; undefined where there is no such row. */
  async function contract(path: string): Promise<Readonly<Record<string, { readonly access: string }>> | undefined> {
    const { status, body } = await desk.send('OPTIONS', path);
    return status === 200 ? body.fields : undefined;
  }

  test.each(kinds)('every template on %s sets all that such a strip has, and is refused nowhere', async (kind) => {
    const strip = `/channel/${kind}/1`;
    const contracts = new Map<string, Awaited<ReturnType<typeof contract>>>();
    const faults: string[] = [];
    for (const { id } of (await desk.get('/channelConfigs')).body.items) {
      const { moves } = (await desk.get(`/channelConfigs/${id}`)).body as { readonly moves: readonly Move[] };
      const path = `/channelConfigs/${id}/apply/${kind}/1`;
      const started = await desk.patch(path, { running: true, confirm: true });
      expect(started.status, path).toBe(200);
      let task = started.body;
      while (task.running) task = (await desk.get(path)).body;
      const leftOut = new Set(task.report.leftOut.map(({ row, field }: Move) => `${row} ${field}`));
      expect(task.report.outcome, path).toBe(leftOut.size === 0 ? 'applied' : 'in-part');
      const rows = new Map<string, Record<string, unknown>>();
      for (const { row, field, value } of moves) {
        const address = row === '' ? strip : `${strip}/${row}`;
        if (!contracts.has(row)) contracts.set(row, await contract(address));
        const has = contracts.get(row)?.[field]?.access === 'rw';
        if (has && !rows.has(row)) rows.set(row, (await desk.get(address)).body);
        const what = `${path} ${row} ${field}`;
        if (has === leftOut.has(`${row} ${field}`)) faults.push(`${what} is ${has ? '' : 'not '}left out`);
        else if (has && rows.get(row)?.[field] !== value) faults.push(`${what} is ${rows.get(row)?.[field]}`);
      }
    }
    expect(faults).toEqual([]);
  });

  /** Runs a task and answers its report. */
  async function run(path: string, body: object = {}) {
    let { status, body: task } = await desk.patch(path, { running: true, ...body });
    expect([path, status]).toEqual([path, 200]);
    while (task.running) task = (await desk.get(path)).body;
    return task.report;
  }

  test('whatever the desk is like, the preview is what happens, and one undo takes it back', async () => {
    const ids = (await desk.get('/channelConfigs')).body.items.map(({ id }: { readonly id: string }) => id);
    const places = fc.record({
      id: fc.constantFrom(...ids),
      kind: fc.constantFrom('input', 'aux', 'mix', 'main', 'fxSend', 'dca'),
      index: fc.constantFrom(1, 2),
      stereoLink: fc.boolean(),
      frequencyHz: fc.integer({ min: 20, max: 400 }),
      colour: fc.constantFrom('off', 'red', 'blue'),
    });
    await fc.assert(
      fc.asyncProperty(places, async ({ id, kind, index, stereoLink, frequencyHz, colour }) => {
        const strip = `/channel/${kind}/${index}`;
        // What such a strip does not have is refused, and that is all the same here.
        await desk.patch(strip, { stereoLink });
        await desk.patch(strip, { colour });
        await desk.patch(`${strip}/chain/processors/hpf/values`, { frequencyHz });
        const rows = async (changes: readonly { readonly path: string }[]) =>
          Promise.all([...new Set(changes.map(({ path }) => path))].map(async (path) => (await desk.get(path)).body));
        const { changes, leftOut } = (await desk.get(`/channelConfigs/${id}/applyMoves/${kind}/${index}`)).body;
        const before = await rows(changes);
        const { depth } = (await desk.get('/history/cursor')).body;
        const report = await run(`/channelConfigs/${id}/apply/${kind}/${index}`, { confirm: true });
        expect([report.changes, report.leftOut]).toEqual([changes, leftOut]);
        for (const { path, field, to } of changes) expect((await desk.get(path)).body[field]).toEqual(to);
        expect((await desk.get('/history/cursor')).body.depth).toBe(depth + Math.min(1, changes.length));
        if (changes.length === 0) return;
        await run('/history/cursor/undo');
        expect(await rows(changes)).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });
});

describe('heard', () => {
  afterEach(stopServices);
  const rate = 48_000;

  /** dB of a sine on input 1 in the left main, hard left. */
  async function toneDb(service: Service, frequencyHz: number): Promise<number> {
    await patchThrough(service, 1, { signal: 'sine', frequencyHz, levelDbfs: -30 });
    await write(service, '/channel/input/1', { pan: -100 });
    await settled(service);
    const { channels } = await recordMain(service, 0.6);
    const [left] = channels as [Float64Array];
    return fitSine(left.subarray(left.length - rate / 4), frequencyHz, rate).levelDb;
  }

  /** A Butterworth high-pass of order n: |H|² = 1 / (1 + (fc/f)^2n), with the bilinear transform's tan(w/2) for f. */
  function highPassDb(frequencyHz: number, cutHz: number, order: number): number {
    const warped = (hz: number) => Math.tan((Math.PI * hz) / rate);
    return -10 * Math.log10(1 + (warped(cutHz) / warped(frequencyHz)) ** (2 * order));
  }

  test('the lead vocal takes the rumble away as its high-pass says, and leaves the voice', async () => {
    const service = await startService({ config: { ...prompt, providers }, freewheels: true });
    await running(service);
    expect(await toneDb(service, 40)).toBeCloseTo(-30, 1);
    await write(service, '/channelConfigs/vocals-lead/apply/input/1', { running: true });
    expect(await toneDb(service, 40), 'before it is confirmed').toBeCloseTo(-30, 1);
    const apply = '/channelConfigs/vocals-lead/apply/input/1';
    await write(service, apply, { running: true, confirm: true });
    const { report } = await service.until(apply, (row) => !row.running);
    expect(report.outcome).toBe('applied');
    await settled(service);
    // 100 Hz, 18 dB per octave; the equaliser begins two octaves above
    expect(Math.abs((await toneDb(service, 40)) - (-30 + highPassDb(40, 100, 3)))).toBeLessThan(0.3);
    expect(Math.abs((await toneDb(service, 1500)) + 30)).toBeLessThan(1);
  });
});
