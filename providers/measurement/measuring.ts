// One measurement at a time: capture, computation, result.
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Audio, type Fields, type Jobs, type Listeners, Refusal, type TaskRun, type Time } from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import { captured } from './capture.ts';
import { noSummary, type ResultFile, type Summary, type TraceName } from './contract/results.ts';
import type { MicrophoneBook } from './microphone-book.ts';
import { leadS, lengthS, makesSound, type Order, type Plan, repeats, silenceS, soundS } from './plan.ts';
import type { ResultLibrary } from './result-library.ts';

export interface MeasuringNeeds {
  readonly audio: Pick<Audio, 'call' | 'clock'>;
  readonly jobs: Jobs;
  readonly library: ResultLibrary;
  readonly microphones: Pick<MicrophoneBook, 'calibration'>;
  readonly time: Time;
  readonly listeners: Listeners;
  /** Delay in ms that speakerAlign of a bus applies now. */
  readonly alignedMs: (output: StripRef) => number;
}

/** What the job `measure` of the mixer reports. */
interface Measured {
  readonly outcome: 'measured' | 'refused';
  readonly refusal?: { readonly reason: string; readonly words: string };
  readonly summary: Partial<Summary>;
  readonly traces: readonly TraceName[];
}

/** Of the 3 legs that are captured at most, in 32-bit floats. */
const bytesPerFrame = 12;
const fadeMs = 20;
/** Of the computation, in the share of a run's progress. */
const computingS = 2;
const captureFileName = 'capture.wav';

export class Measuring {
  readonly #needs: MeasuringNeeds;
  #isRunning = false;

  constructor(needs: MeasuringNeeds) {
    this.#needs = needs;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  onChange(changed: () => void): () => void {
    return this.#needs.listeners.add(changed);
  }

  /** `order` has an output and a microphone, and no problem. Rejects with Refusal; then nothing is left of it. */
  async run(order: Order, name: string, run: TaskRun): Promise<Fields> {
    this.#become(true);
    try {
      return await this.#run(order, name, run);
    } finally {
      this.#become(false);
    }
  }

  async #run(order: Order, name: string, run: TaskRun): Promise<Fields> {
    const { library, time, alignedMs } = this.#needs;
    const at = new Date(time.now()).toISOString();
    const id = freeId(at, order.goal, library);
    const alignedBefore = alignedMs(order.output as StripRef);
    const folder = await run.ready(library.begin(id, lengthS(order) * this.#needs.audio.clock.rate * bytesPerFrame));
    try {
      const measured = await this.#measured(order, folder, run);
      const { goal, output, leg, microphone, microphoneId, stimulus, levelDb, durationS, smoothing } = order;
      const file: ResultFile = {
        ...{ format: 1, name: name || `${goal} ${stripName(output as StripRef)}`, goal, at, output, leg, microphone },
        ...{ microphoneId, stimulus, levelDb, durationS, smoothing, rate: this.#needs.audio.clock.rate },
        ...{ alignedMs: alignedBefore, summary: whole(measured.summary), traces: [...measured.traces] },
      };
      run.signal.throwIfAborted();
      await library.keep(id, file);
      return { resultId: id, outcome: measured.outcome, summary: file.summary };
    } catch (error) {
      // In `ready`, so that what the mixer refuses is the answer to the client.
      await run.ready(library.discard(id));
      throw error;
    }
  }

  async #measured(order: Order, folder: string, run: TaskRun): Promise<Measured> {
    const { audio, jobs, microphones, time } = this.#needs;
    const file = join(folder, captureFileName);
    const totalS = Math.round((lengthS(order) + computingS) * 10) / 10;
    const seconds = (share: number) => Math.round(share * 10) / 10;
    const report = await captured(captureOrder(order, file), { audio, time }, run, ({ frames, total }) => {
      run.progress(seconds((lengthS(order) * frames) / Math.max(1, total)), totalS, 'capture');
    });
    if (report.reason !== '' && makesSound(order)) {
      throw new Refusal('conflict', `The stimulus was not heard everywhere: ${report.reason}.`, {
        reason: 'stimulus-closed',
      });
    }
    if (report.dropouts > 0) {
      const words = `${report.dropouts} gaps are in the capture: the machine or the device was late. Run it again.`;
      throw new Refusal('conflict', words, { reason: 'dropouts', dropouts: report.dropouts });
    }
    const { goal, leg, stimulus, fromHz, toHz, smoothing, microphoneId } = order;
    const legs = report.tracks[0]?.legs ?? 1;
    const args = {
      ...{ goal, file, smoothing, reference: leg === 'right' ? legs : 1, microphone: 1 + legs },
      ...(stimulus === 'sweep' ? { sweep: { fromHz, toHz, soundS: soundS(order) } } : {}),
      ...(makesSound(order) && repeats(order) === 2
        ? { twice: { soundS: soundS(order), silenceS: silenceS(order) } }
        : {}),
      ...{ calibration: microphones.calibration(microphoneId), resultFolder: folder },
    };
    const measured = (await jobs.run('mixer', 'measure', args, {
      signal: run.signal,
      progress: (done, total) => {
        run.progress(seconds(lengthS(order) + (computingS * done) / Math.max(1, total)), totalS, 'compute');
      },
    })) as unknown as Measured;
    if (measured.outcome !== 'measured') {
      const { reason, words } = measured.refusal ?? { reason: 'refused', words: 'It can not be measured.' };
      throw new Refusal('conflict', words, { reason, summary: measured.summary });
    }
    await unlink(file);
    return measured;
  }

  #become(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#needs.listeners.notify();
  }
}

function captureOrder(order: Order, file: string): Fields {
  const { stimulus, output, leg, microphone, levelDb, fromHz, toHz } = order;
  const tracks = [
    { path: stripPath(output as StripRef), tapPoint: 'Post-Fader' },
    { path: stripPath(microphone as StripRef), tapPoint: 'Top-Of-Ch' },
  ];
  if (!makesSound(order)) return { file, seconds: lengthS(order), tracks };
  const times = { soundS: soundS(order), fadeMs, repeats: repeats(order), silenceS: silenceS(order), leadS };
  const targets = [stripPath(output as StripRef)];
  return {
    file,
    seconds: lengthS(order),
    tracks,
    stimulus: { kind: stimulus, targets, leg, levelDb, fromHz, toHz, ...times },
  };
}

/** `2026-08-01-20-15-00-ir`, with a number behind it where that is taken. */
function freeId(at: string, goal: string, library: Pick<ResultLibrary, 'has'>): string {
  const base = `${at.slice(0, 19).replace(/[T:]/g, '-')}-${goal}`;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!library.has(id)) return id;
  }
}

const whole = (summary: Partial<Summary>): Summary => ({
  ...noSummary,
  ...Object.fromEntries(Object.entries(summary).filter(([, value]) => value !== undefined)),
});

/** Throws the refusal of the first problem that a run is refused for. */
export function checkPlan({ problems }: Plan): void {
  const first = problems.find(({ refuses }) => refuses);
  if (first === undefined) return;
  const { reason, detail, field } = first;
  const all = problems.filter(({ refuses }) => refuses).map(({ reason }) => reason);
  throw new Refusal('conflict', detail, { reason, reasons: all, ...(field === '' ? {} : { field }) });
}
