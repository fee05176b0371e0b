// A desk without sound whose mixer answers captures, and whose job computes what a test says.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost, type TestHost, type TestHostOptions } from 'rowdesk/testing';
import { vi } from 'vitest';

export const providers = ['console', 'clock', 'patch', 'channel', 'safety', 'history', 'measurement'];
export const microphone = { kind: 'input', index: 9 };
export const output = { kind: 'main', index: 1 };
const source = 'virtual-32x16:in-9';

export interface Job {
  readonly goal: string;
  readonly file: string;
  readonly resultFolder: string;
}

export const summary = {
  ...{ delayMs: 12.34, delayFrames: 592.32, confidencePercent: 99, coherencePercent: 97, snrDb: 40, levelDb: -32 },
  ...{ peakDb: -20, gainDb: -12, noiseFloorDb: null, polarity: 'same', rt60S: [], sti: null },
};
export const transfer = {
  frequenciesHz: [20, 200, 2000],
  magnitudesDb: [-3, 0, -1.5],
  phasesDeg: [10, 0, -170],
  coherencePercent: [80, 99, 98],
};

/** Bodies of captures, in order, and how the next one goes. */
export interface FakeMixer {
  readonly started: Record<string, unknown>[];
  readonly ended: unknown[];
  capture: () => object;
}

export async function measuringDesk(options: Partial<TestHostOptions> = {}) {
  const desk = await startTestHost({ strips: 'all', providers, ...options });
  await readyToMeasure(desk);
  return { desk, mixer: fakeMixer(desk) };
}

/** A microphone with a source, and an output that is open and patched. */
export async function readyToMeasure(desk: TestHost): Promise<void> {
  for (const path of ['/channel/main/1', '/channel/input/9']) desk.audio.target('mixer').report(path, 'mutedBy', []);
  await desk.patch('/channel/input/9', { sourceId: source });
  await desk.patch('/channel/main/1', { levelDb: -10 });
  const leg = (name: string, port: number) => ({
    strip: output,
    leg: name,
    portId: `virtual-32x16:out-${port}`,
    levelDb: -6,
  });
  await desk.patch('/patch', { outputs: [leg('left', 1)] });
  await desk.patch('/measurement', { microphone, output });
}

export function fakeMixer(desk: TestHost): FakeMixer {
  const mixer: FakeMixer = {
    started: [],
    ended: [],
    capture: () => ({
      state: 'done',
      frames: 100,
      total: 100,
      reason: '',
      dropouts: 0,
      tracks: [{ legs: 2 }, { legs: 1 }],
    }),
  };
  const { answers } = desk.audio;
  answers.set('mixer startCapture', (args) => {
    mixer.started.push(args);
    writeFileSync(String(args.file), 'sound');
    return { number: mixer.started.length };
  });
  answers.set('mixer capture', () => mixer.capture() as never);
  answers.set('mixer endCapture', ({ number }) => {
    mixer.ended.push(number);
    return {};
  });
  desk.audio.jobs.answer = ({ args }) => {
    const { resultFolder, goal } = args as unknown as Job;
    const name = goal === 'rta' ? 'rta' : goal === 'ir' ? 'impulse' : 'transfer';
    writeFileSync(join(resultFolder, `${name}.json`), JSON.stringify(transfer));
    return { outcome: 'measured', summary, traces: goal === 'delay' ? [] : [name] };
  };
  return mixer;
}

/** The row of a task once its run is over, or the refusal of its start. */
export async function runTask(desk: TestHost, path: string, body: object) {
  const answer = await desk.patch(path, { running: true, ...body });
  if (answer.status !== 200) return { status: answer.status, ...answer.body };
  return vi.waitFor(async () => {
    const row = (await desk.get(path)).body;
    if (row.running) throw new Error('it runs');
    return { status: 200, ...row };
  });
}

/** Writes a result with a transfer function into a state folder. */
export function writeResult(stateFolder: string, id: string, of: object = output): void {
  const folder = join(stateFolder, 'measurements', id);
  mkdirSync(folder, { recursive: true });
  const file = {
    ...{ format: 1, name: 'Walk', goal: 'ir', at: '2026-08-01T18:15:00.000Z', output: of, microphone, summary },
    ...{ microphoneId: '', stimulus: 'sweep', levelDb: -30, durationS: 4, smoothing: 12, rate: 48_000, alignedMs: 0 },
    traces: ['transfer'],
  };
  writeFileSync(join(folder, 'transfer.json'), JSON.stringify(transfer));
  writeFileSync(join(folder, 'result.json'), JSON.stringify(file));
}
