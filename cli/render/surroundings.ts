// What a desk sees that has no audio process: no device, no driver, nothing that converges.

import { Refusal } from '../../core/base/refusals.ts';
import type { Audio, Convergence, Drivers, Graph, Log } from '../../core/services.ts';
import type { Store, StoreContents, StoreRoom } from '../../core/store/store.ts';

const never = () => () => {};

export const noAudio: Audio = {
  state: 'stopped',
  reason: 'a render has no audio process',
  clock: { rate: 0, quantum: 0, supportedRates: [], driving: '', grade: 'internal' },
  devices: [],
  configure: () => {},
  onChange: never,
  readMeters: never,
  readRealTime: never,
  readSpectrum: never,
  readAlignment: never,
  beforeSwitch: () => () => {},
  call: async () => {
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

/** Rows of processors come from the mixer's manifest, which is read without running it. */
export function idleDrivers(processors: Drivers['processors']): Drivers {
  const idle = { scan: () => {}, switchOff: () => {}, reconfigure: () => '', onChange: never };
  return { choices: [], found: [], types: [], processors, ...idle };
}

export const noConvergence: Convergence = {
  heartbeatMs: 1000,
  barrier: 0,
  corrections: 0,
  entries: () => [],
  onBeat: never,
};

export const noLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Holds what was read, and forgets what is written: a render changes nobody's desk. */
export class ReadOnlyStore implements Store {
  readonly #contents: StoreContents;

  constructor(contents?: StoreContents) {
    this.#contents = contents ?? { storeId: 'render', isNew: true, revision: 0, rows: [], entries: [], documents: [] };
  }

  async open(): Promise<StoreContents> {
    return this.#contents;
  }

  async write(): Promise<void> {}

  async content(): Promise<readonly Uint8Array[]> {
    return [];
  }

  async compare(): Promise<string> {
    return '{"differs":[],"lacks":[]}';
  }

  async room(): Promise<StoreRoom> {
    return { usedBytes: 0, freeBytes: 0 };
  }

  async close(): Promise<void> {}
}
