// What a desk sees that has no audio process: no device, no driver, nothing that converges.

import { Refusal } from '../../core/base/refusals.ts';
import type { Audio, Convergence, Desired, Drivers, Graph, Jobs, Log } from '../../core/services.ts';
import type { LibsqlStore } from '../../core/store/libsql-store.ts';
import {
  type DocumentKey,
  type Store,
  type StoreBatch,
  type StoreContents,
  StoreError,
  type StoreRoom,
} from '../../core/store/store.ts';

const never = () => () => {};

export const noAudio: Audio = {
  state: 'stopped',
  reason: 'a render has no audio process',
  version: '',
  clock: { rate: 0, quantum: 0, supportedRates: [], driving: '', grade: 'internal' },
  devices: [],
  boxes: [],
  joined: { devices: [], mostChannels: 0 },
  configure: () => {},
  onChange: never,
  readMeters: never,
  readRealTime: never,
  readJoined: never,
  readSpectrum: never,
  readAlignment: never,
  beforeSwitch: () => () => {},
  // A fade is the job's to make: a recall that asks how far it is has nothing to wait for.
  call: async (_id, method) => {
    if (method === 'fading') return { revision: Number.MAX_SAFE_INTEGER, leftMs: 0 };
    throw new Refusal('device-absent', 'A render has no devices.');
  },
};

export const noGraph: Graph = {
  nodes: [],
  links: [],
  servers: [],
  driving: '',
  rate: 0,
  quantum: 0,
  forcedRate: null,
  onChange: never,
};

const refuseJob = async () => {
  throw new Refusal('device-absent', 'A render starts no other job.');
};
export const noJobs: Jobs = { run: refuseJob, runOwn: refuseJob, render: refuseJob };

/** Rows of the mixer come from its manifest, which is read without running it. */
export function idleDrivers({ processors, fields }: Pick<Drivers, 'processors' | 'fields'>): Drivers {
  const idle = { scan: () => {}, switchOff: () => {}, reconfigure: () => '', onChange: never };
  return { choices: [], found: [], types: [], processors, fields, ...idle };
}

export const noConvergence: Convergence & { readonly desired: Desired } = {
  heartbeatMs: 1000,
  barrier: 0,
  corrections: 0,
  entries: () => [],
  askedMs: () => undefined,
  own: { has: () => false, onChange: never },
  onBeat: never,
  desired: { of: () => [], follow: () => ({ values: [], stop: () => {} }) },
};

export const noLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Reads what a desk has stored, and forgets what is written: a render changes nobody's desk. */
export class ReadOnlyStore implements Store {
  readonly #from: LibsqlStore | undefined;

  /** Without `from` nothing is stored. */
  constructor(from?: LibsqlStore) {
    this.#from = from;
  }

  async open(): Promise<StoreContents> {
    const empty = { storeId: 'render', isNew: true, revision: 0, rows: [], entries: [], documents: [] };
    return (await this.#from?.open()) ?? empty;
  }

  /** Rejects with StoreError for documents, which exist only to be stored. */
  async write({ documents = [], droppedDocuments = [] }: StoreBatch): Promise<void> {
    if (documents.length + droppedDocuments.length > 0) throw new StoreError('render', 'a render stores nothing');
  }

  async content(of: DocumentKey): Promise<readonly Uint8Array[]> {
    return (await this.#from?.content(of)) ?? [];
  }

  async compare(of: DocumentKey, base: DocumentKey): Promise<string> {
    return (await this.#from?.compare(of, base)) ?? '{"differs":[],"lacks":[]}';
  }

  async room(): Promise<StoreRoom> {
    return { usedBytes: 0, freeBytes: Number.POSITIVE_INFINITY };
  }

  async backUp(): Promise<void> {}

  async close(): Promise<void> {}
}
