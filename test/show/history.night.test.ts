// The history as an operator has it: what is undone is heard, and kill -9 of the control process takes none of it.
import { afterEach, expect, test } from 'vitest';
import { roundsOf } from '../harness/depth.ts';
import { box, patchThrough, recordMain, running, settled, write } from '../harness/desk.ts';
import { prompt, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';
import { startShow } from './safety-desk.ts';

afterEach(stopServices);

const rate = 48000;
const strip = '/channel/input/1';
const undo = '/history/cursor/undo';
const redo = '/history/cursor/redo';
/** What is recorded takes no time. */
const soon = { config: prompt, freewheels: true };

/** Runs a step to its end, until it is heard, and answers its report. */
async function run(service: Service, path: string, extra: object = {}) {
  const { report, refusal } = await runTask(service, path, extra);
  expect(refusal).toBeNull();
  await settled(service);
  return report;
}

/** Of a tone at 1 kHz in the left of the main, as it is recorded now; peak, dB; -Infinity for silence. */
async function heardDb(service: Service): Promise<number> {
  const { channels } = await recordMain(service, 0.3);
  const steady = (channels[0] as Float64Array).subarray(-rate / 8);
  return peakDb(steady) < -140 ? Number.NEGATIVE_INFINITY : fitSine(steady, 1000, rate).levelDb;
}

test('a fader that was moved and undone is heard where it was, and redone where it went, over a killed control process too', async () => {
  const first = await startService(soon);
  await running(first);
  await patchThrough(first, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(first, strip, { pan: -100 });
  await settled(first);
  const before = (await first.get(strip)).body;
  expect(await heardDb(first)).toBeCloseTo(-20, 1);

  await write(first, strip, { levelDb: -12, polarityInverted: true });
  await settled(first);
  expect(await heardDb(first)).toBeCloseTo(-32, 1);
  const report = await run(first, undo);
  expect(report).toMatchObject({ outcome: 'applied', label: 'Input 1 level, polarity', skipped: [], durable: true });
  expect(await heardDb(first)).toBeCloseTo(-20, 1);
  expect((await first.get(strip)).body).toEqual(before);

  const history = (await first.get('/history')).body;
  await first.kill();
  const second = await startService({ ...soon, state: first.state });
  expect((await second.get('/history')).body).toEqual(history);
  await run(second, redo);
  expect(await heardDb(second)).toBeCloseTo(-32, 1);
  await run(second, undo);
  expect(await heardDb(second)).toBeCloseTo(-20, 1);
  expect((await second.get(strip)).body).toEqual(before);
}, 120_000);

test('phantom is not switched by an undo that does not say override', async () => {
  const service = await startService(soon);
  await running(service);
  const socket = `/stagebox/${box}/inputs/1`;
  await write(service, socket, { phantom: true });
  await service.until(socket, (row) => row.confirmed);
  const refused = await service.patch(undo, { running: true });
  expect([refused.status, refused.body.code]).toEqual([409, 'override-needed']);
  expect((await service.get(undo)).body.refusal.code).toBe('override-needed');
  expect((await service.get(socket)).body.phantom).toBe(true);
  await run(service, undo, { override: true });
  await service.until(socket, (row) => row.confirmed && row.phantom === false);
}, 120_000);

test('undo and redo never lift a panic, and a panic is no part of the history', async () => {
  const service = await startShow();
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(service, strip, { pan: -100 });
  await write(service, strip, { levelDb: -12, muted: true });
  const { undoId } = (await service.get('/history/cursor')).body;
  await write(service, '/safety/panic', { scope: 'all' });
  expect((await service.get('/history/cursor')).body.undoId).toBe(undoId);
  for (const path of [undo, redo, undo]) {
    await run(service, path);
    expect((await service.get('/safety/panic')).body.scope).toBe('all');
    expect(await heardDb(service)).toBe(Number.NEGATIVE_INFINITY);
  }
  await write(service, '/safety/panic', { scope: null });
  await service.until(strip, (row) => row.mutedBy.length === 0);
  expect(await heardDb(service)).toBeCloseTo(-20, 1);
}, 120_000);

const rounds = roundsOf({ sample: 5, full: 60, soak: 60 });

test(
  `in ${rounds} rounds of kill -9 under undo and redo the history and the desk are always of one moment`,
  async () => {
    const quiet = { providers: ['console', 'channel', 'history', 'telemetry'], drivers: [], devices: [] };
    const state = temporaryFolder();
    const count = 24;
    for (let round = 0; round < rounds; round++) {
      const service = await startService({ strips: 'all', state, config: quiet });
      if (round === 0) {
        for (let n = 1; n <= count; n++) await write(service, `/channel/input/${n}`, { levelDb: -n, name: `n${n}` });
      }
      const { entries, undone } = (await service.get('/history')).body;
      expect(entries).toHaveLength(count);
      expect((await service.get('/history/cursor')).body).toMatchObject({ depth: count - undone, redoDepth: undone });
      for (const [place, entry] of entries.entries()) {
        const n = count - place;
        expect(entry.undone).toBe(place < undone);
        const { levelDb, name } = (await service.get(`/channel/input/${n}`)).body;
        expect({ levelDb, name }).toEqual(entry.undone ? { levelDb: -144, name: '' } : { levelDb: -n, name: `n${n}` });
      }
      // One way until it ends, then the other, with nobody waiting for an answer; killed after as many as differ each round.
      const path = undone > count / 2 ? redo : undo;
      let answers = 0;
      let killed: Promise<void> | undefined;
      const step = async () => {
        while (killed === undefined) {
          const answer = await service.patch(path, { running: true }).catch(() => undefined);
          if (answer !== undefined && ++answers > (round * 7) % 20) killed ??= service.kill();
        }
      };
      await Promise.all([step(), step(), step()]);
      await killed;
    }
  },
  60_000 + rounds * 5000,
);
