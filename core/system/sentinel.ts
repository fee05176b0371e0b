// Sees, from a thread of its own, that code of packages holds the control process: then nothing is answered and no signal
// obeyed, and no code of this thread could end it. The other thread looks into the stack, notes the package that stands in
// it, and ends the process; the sound, in a process of its own, plays on. A later start reads the note.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Log, Time } from '../services.ts';
import { makeRuntimeFolder, runtimeFolder } from './runtime-folder.ts';

/** So long may code of a package hold the process, in milliseconds. */
export const heldMs = 5_000;
/** How often the thread looks, and this one gives its sign. */
const lookMs = 250;
const mostTimes = 3;
const withinMs = 5 * 60_000;

/** What is noted of a package. */
interface Note {
  /** Epoch milliseconds, the last three. */
  readonly times: readonly number[];
  /** It held the process before rows answered. */
  readonly atStart: boolean;
  /** The URL of the file, and when it was changed last. */
  readonly file: string;
  readonly line: number;
  readonly changedMs: number;
}

export interface SentinelParts {
  readonly stateFolder: string;
  readonly time: Pick<Time, 'every'>;
  readonly log: Pick<Log, 'warn'>;
  /** For tests; heldMs above where it is left out. */
  readonly heldMs?: number;
}

export class Sentinel {
  readonly #parts: SentinelParts;
  /** Signs of life of this thread, and 1 once rows answer. */
  readonly #signs = new Int32Array(new SharedArrayBuffer(8));
  #worker: Worker | undefined;
  #stopSigns = () => {};

  constructor(parts: SentinelParts) {
    this.#parts = parts;
  }

  /** A package whose file was changed since is tried again. */
  setAside(name: string): string | undefined {
    const note = this.#read()[name];
    if (note === undefined || note.changedMs !== changedMs(note.file)) return undefined;
    const where = `${fileURLToPath(note.file)}:${note.line}`;
    const seconds = (this.#parts.heldMs ?? heldMs) / 1000;
    if (note.atStart) return `it held the desk for ${seconds} s at its start, in ${where}`;
    const [first = 0] = note.times;
    const isOften = note.times.length === mostTimes && (note.times.at(-1) ?? 0) - first < withinMs;
    return isOften ? `it held the desk for ${seconds} s ${mostTimes} times, last in ${where}` : undefined;
  }

  /** Without packages there is no thread. */
  runs(name: string, folder: string): void {
    this.#worker ??= this.#begin();
    this.#worker?.postMessage({ name, folder });
  }

  /** Rows answer. */
  ready(): void {
    Atomics.store(this.#signs, 1, 1);
  }

  /** The desk ends in order: what was noted is forgotten, so that each package is tried again. */
  forget(): void {
    rmSync(this.#file, { force: true });
  }

  async stop(): Promise<void> {
    this.#stopSigns();
    await this.#worker?.terminate();
  }

  get #file(): string {
    return join(runtimeFolder(this.#parts.stateFolder), 'packages.json');
  }

  #begin(): Worker | undefined {
    const { time, log } = this.#parts;
    const file = this.#file;
    try {
      makeRuntimeFolder(dirname(file));
    } catch (err) {
      log.warn({ err }, 'a package that holds the desk would not be noted');
    }
    this.#stopSigns = time.every(lookMs, () => Atomics.add(this.#signs, 0, 1));
    const workerData = { signs: this.#signs, file, lookMs, heldMs: this.#parts.heldMs ?? heldMs, mostTimes };
    const worker = new Worker(new URL('./sentinel-worker.mjs', import.meta.url), { workerData, execArgv: [] });
    worker.unref();
    worker.on('error', (err) => log.warn({ err }, 'nothing sees any more that a package holds the desk'));
    return worker;
  }

  #read(): Readonly<Record<string, Note>> {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8'));
    } catch {
      return {};
    }
  }
}

function changedMs(url: string): number {
  return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
