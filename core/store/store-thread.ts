// The worker thread with the database. It answers one request at a time.
import { Worker } from 'node:worker_threads';
import { type DocumentKey, type DocumentWrite, StoreError, type StoreRoom } from './store.ts';

/** The lists of one transaction by table, each as one JSON text. */
export type Parts = Partial<Record<'rows' | 'entries' | 'droppedEntries' | 'meta', string>>;

/** A document of one transaction, its body as JSON. */
export interface Put extends Pick<DocumentWrite, 'kind' | 'id' | 'content'> {
  readonly body: string;
}

/** A primary result code of SQLite, and its message. */
interface Failure {
  readonly code: number;
  readonly message: string;
}

/** The layout of a newer rowdesk's store, the newest layout that this one reads, and the copies of earlier layouts. */
export interface NewerStore {
  readonly newer: number;
  readonly known: number;
  readonly earlier: readonly string[];
}

/** The contents of the file, as unparsed texts. */
export type Opened =
  | NewerStore
  | { readonly problems: readonly string[] }
  | {
      readonly isNew: boolean;
      readonly meta: readonly (readonly [key: string, value: string])[];
      readonly rows: readonly (readonly [path: string, version: number, revision: number, fields: string])[];
      readonly entries: readonly (readonly [id: number, entry: string])[];
      readonly documents: readonly (readonly [kind: string, id: string, body: string])[];
      /** Why the store was read from a copy: the reason why the file can't be written. */
      readonly unwritable?: Failure;
    };

interface Answers {
  open: { what: { mayBeNew: boolean; isExamined: boolean; timeoutMs: number }; result: Opened };
  check: { what: { file: string }; result: readonly string[] };
  storeIds: { what: { files: readonly string[] }; result: readonly (string | undefined)[] };
  layouts: { what: { files: readonly string[] }; result: readonly (number | undefined)[] };
  write: {
    what: { parts: Parts; puts?: readonly Put[]; drops?: readonly DocumentKey[] };
    result: undefined;
  };
  content: { what: DocumentKey; result: readonly Uint8Array[] };
  compare: { what: { of: DocumentKey; base: DocumentKey }; result: string };
  room: { what: object; result: StoreRoom };
  hold: { what: object; result: undefined };
  release: { what: object; result: boolean };
  close: { what: object; result: undefined };
}

type Answer = { readonly result: unknown } | { readonly fault: Failure };

/** SQLite's primary result codes (sqlite.org/rescode.html) as codes of a StoreError. */
const faultCodes: Readonly<Record<number, string>> = {
  5: 'store-in-use',
  6: 'store-in-use',
  8: 'store-read-only',
  10: 'store-io',
  11: 'store-damaged',
  13: 'store-full',
  14: 'store-unreachable',
  26: 'store-damaged',
};

const advice: Readonly<Record<string, string>> = {
  'store-in-use': 'another process has it open',
  'store-read-only': 'it is read-only; make the file, its folder and their disk writable',
  'store-io': 'the disk reports an error',
  'store-damaged': 'it is damaged',
  'store-full': 'the disk is full; make room',
  'store-unreachable': 'it is not there or can not be opened; see that its folder exists and may be written',
  'store-lost': 'its thread ended',
};

/** The part of a worker that this file uses. */
export interface StoreWorker {
  postMessage(question: object): void;
  terminate(): Promise<unknown>;
  on(event: 'message', take: (answer: Answer) => void): unknown;
  on(event: 'error', lost: (error: Error) => void): unknown;
  on(event: 'exit', lost: (code: number) => void): unknown;
}

/** `readingFolder`: see LibsqlStoreOptions; '' for none. */
export const workerFor = (file: string, readingFolder = ''): StoreWorker =>
  new Worker(new URL('./store-worker.mjs', import.meta.url), { workerData: { file, readingFolder } });

/** A worker and its pending requests; answers come in the order of the requests. */
interface Running {
  readonly worker: StoreWorker;
  readonly waiting: { resolve(result: unknown): void; reject(fault: StoreError): void }[];
}

export class StoreThread {
  readonly #file: string;
  readonly #startWorker: () => StoreWorker;
  #running: Running | undefined;

  constructor(file: string, start: () => StoreWorker) {
    this.#file = file;
    this.#startWorker = start;
  }

  /** Starts the worker before the first request. */
  begin(): void {
    this.#running ??= this.#start();
  }

  /** Sends a request; answers come in order. Rejects with a StoreError. The next request restarts a thread that ended. */
  ask<A extends keyof Answers>(action: A, what: Answers[A]['what']): Promise<Answers[A]['result']> {
    return new Promise((resolve, reject) => {
      this.#running ??= this.#start();
      const { worker, waiting } = this.#running;
      waiting.push({ resolve: resolve as (result: unknown) => void, reject });
      worker.postMessage({ action, ...what });
    });
  }

  /** Ends the thread at once; pending requests reject. */
  async end(): Promise<void> {
    await this.#running?.worker.terminate();
  }

  #start(): Running {
    const running: Running = { worker: this.#startWorker(), waiting: [] };
    const { worker, waiting } = running;
    worker.on('message', (answer) => {
      const asked = waiting.shift();
      if ('result' in answer) asked?.resolve(answer.result);
      else asked?.reject(this.faultOf(answer.fault));
    });
    // Rejects the requests of this worker only: after its error another worker may run before this one ends.
    const lost = (message: string) => {
      if (this.#running === running) this.#running = undefined;
      for (const asked of waiting.splice(0)) asked.reject(this.#fault('store-lost', message));
    };
    worker.on('error', (error) => lost(error.message));
    worker.on('exit', (code) => lost(`exit ${code}`));
    return running;
  }

  faultOf({ code, message }: Failure): StoreError {
    return this.#fault(faultCodes[code] ?? 'store-failed', message);
  }

  #fault(code: string, message: string): StoreError {
    return new StoreError(code, `The store ${this.#file}: ${advice[code] ?? 'it can not be used'} (${message}).`);
  }
}
