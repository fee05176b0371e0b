// Detects, in a thread of its own, that code of a package blocks the control process, which then answers nothing and
// obeys no signal. The thread finds the package in the stack, records it, and ends the process; the sound, in a process
// of its own, plays on. The next start reads the record.
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log, Time } from '../services.ts';
import type { PackageRecord } from './package-record.ts';
import { makeRuntimeFolder } from './runtime-folder.ts';

/** The longest time that code of a package may block the process, in milliseconds. */
export const heldMs = 5_000;
/** How often the thread looks, and this one gives its sign. */
const lookMs = 250;

export interface SentinelParts {
  readonly record: Pick<PackageRecord, 'file'>;
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

  /** Without packages there is no thread. */
  runs(name: string, folder: string): void {
    this.#worker ??= this.#begin();
    this.#worker?.postMessage({ name, folder });
  }

  /** Rows answer. */
  ready(): void {
    Atomics.store(this.#signs, 1, 1);
  }

  async stop(): Promise<void> {
    this.#stopSigns();
    await this.#worker?.terminate();
  }

  #begin(): Worker | undefined {
    const { time, log, record } = this.#parts;
    const { file } = record;
    try {
      makeRuntimeFolder(dirname(file));
    } catch (err) {
      log.warn({ err }, 'a package that holds the desk would not be noted');
    }
    this.#stopSigns = time.every(lookMs, () => Atomics.add(this.#signs, 0, 1));
    const workerData = { signs: this.#signs, file, lookMs, heldMs: this.#parts.heldMs ?? heldMs };
    const worker = new Worker(new URL('./sentinel-worker.mjs', import.meta.url), { workerData, execArgv: [] });
    worker.unref();
    worker.on('error', (err) => log.warn({ err }, 'nothing sees any more that a package holds the desk'));
    return worker;
  }
}
