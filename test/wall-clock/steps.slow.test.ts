// The clock on the wall is set while a desk sounds and records, also while its control process is killed and begins anew: by hours, by
// a day back, by a year, to 1970 as an empty battery does it. What is heard and what is recorded is one sine.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { driverProcesses } from '../../cli/driver-processes.ts';
import {
  opening,
  patchThrough,
  recorded,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import {
  outliving,
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';
import { readWav } from '../harness/wav.ts';
import { readTake } from '../recording/judged-take.ts';
import { MovedClock, movedClockLacks, msOf } from './moved-clock.ts';

const rate = 48_000;
const tone = { signal: 'sine', frequencyHz: 997, levelDbfs: -20 };
const to1970 = 12 * msOf.hour - Date.now();
const config = {
  ...outliving,
  providers: [...quietConfig.providers, 'takes', 'record'],
  drivers: ['mixer', 'virtual', 'recorder'],
};

interface Step {
  readonly name: string;
  /** Ahead of the machine's clock. */
  readonly ms: number;
  /** Just before it. */
  readonly killed?: 'control' | 'recorder';
}

const recorderOf = (state: string): number =>
  driverProcesses(state).find(({ name }) => name === 'driver-recorder')?.processId ?? Number.NaN;

const lacks = movedClockLacks();
if (lacks !== '' && process.env.CI === 'true') throw new Error(`A clock that is set needs: ${lacks}`);

describe.skipIf(lacks !== '')(`a desk whose clock is set ${lacks}`, { timeout: 180_000 }, () => {
  let state: string;
  let clock: MovedClock;
  beforeEach(() => {
    state = temporaryFolder();
    clock = new MovedClock(state);
  });
  afterEach(async () => {
    await stopServices();
    removeFolder(state);
  });

  const start = async (): Promise<Service> => {
    const service = await startService({ config, state, env: clock.env });
    await opening(service);
    return service;
  };

  /** The time of the desk in the row of its last commit, ahead of the machine's. */
  async function aheadMs(service: Service, strip: number, name: string): Promise<number> {
    await write(service, `/channel/input/${strip}`, { name });
    const { entries } = (await service.get('/history')).body;
    return Date.parse(entries[0].at) - Date.now();
  }

  test('what is heard and what is recorded is one sine over every step, and every commit is kept in its order', async () => {
    let service = await start();
    await running(service);
    await patchThrough(service, 1, tone);
    await write(service, '/channel/input/1', { pan: -100 });
    const armed = [{ kind: 'input', index: 1 }];
    await write(service, '/record', { armed, programme: [], preRollS: 0, bitDepth: 32 });
    await settled(service);
    await service.until('/record', (row) => row.state === 'ready');
    const processes = driverProcesses(state);
    expect(processes.map(({ name }) => name).sort()).toEqual(['audio', 'driver-recorder']);
    for (const { processId } of processes) expect(clock.moves(processId)).toBe(true);

    await startRecording(service);
    await recorded(service, 0.3);
    const { takeId } = (await runTask(service, '/record/start', { name: 'Set' })).report;
    await service.until('/record', ({ elapsedS }) => elapsedS > 0.5);
    const steps: readonly Step[] = [
      { name: 'six hours on', ms: 6 * msOf.hour },
      { name: 'a day back', ms: -msOf.day, killed: 'recorder' },
      { name: 'a year on', ms: msOf.year, killed: 'control' },
      { name: '1970', ms: to1970 },
      { name: 'six hours back', ms: -6 * msOf.hour, killed: 'control' },
      { name: '1970 once more', ms: to1970, killed: 'recorder' },
      { name: 'right again', ms: 0 },
    ];
    for (const [n, { name, ms, killed }] of steps.entries()) {
      if (killed === 'control') await service.kill();
      if (killed === 'recorder') process.kill(recorderOf(state), 'SIGKILL');
      clock.setAhead(ms);
      if (killed === 'control') service = await start();
      await recorded(service, 0.7);
      expect(Math.abs((await aheadMs(service, n + 2, name)) - ms), name).toBeLessThan(msOf.hour);
      await service.until('/record', (row) => row.state === 'recording' && row.takeId === takeId);
    }
    const { elapsedS } = (await service.get('/record')).body;
    await service.until('/record', (row) => row.elapsedS > elapsedS + 0.5);
    const heard = (await stopRecording(service)).channels[0] as Float64Array;
    await runTask(service, '/record/stop');
    const { lengthS } = (await service.get(`/takes/${takeId}`)).body;
    const take = readTake(join(state, 'recordings/takes', takeId));

    expect(clock.waits).toEqual([]);
    expect(fitSine(heard, tone.frequencyHz, rate).residualDb).toBeLessThan(-90);
    expect(take).toMatchObject({ state: 'closed', complete: true, fault: '', dropouts: [] });
    expect(take.parts.map(({ gapFrames }) => gapFrames)).toEqual(take.parts.map(() => 0));
    const parts = (take.tracks[0]?.files ?? []).map((file) => {
      return readWav(join(state, 'recordings/takes', takeId, file)).channels[0] as Float64Array;
    });
    expect(parts.map(({ length }) => length)).toEqual(take.parts.map(({ frames }) => frames));
    const track = Float64Array.from(parts.flatMap((part) => [...part]));
    expect(fitSine(track, tone.frequencyHz, rate).residualDb).toBeLessThan(-90);
    expect(lengthS).toBeCloseTo(track.length / rate, 2);
  });
});
