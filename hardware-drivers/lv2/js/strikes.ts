// The faults of plugins: how often each failed, when it is tried again, and from when on it is not. A quarantine that the desk
// may not have heard of, because no control process was there, outlives this process.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Timers } from './timers.ts';

/** Faults within this time count together. */
const memoryMs = 10 * 60_000;
const mostStrikes = 3;
/** By the number of strikes before. */
const retriesMs = [0, 1000, 2000] as const;
/** Plugins at several places that fail together have failed once. */
const togetherMs = 1000;
const mostRemembered = 4096;

interface Strike {
  readonly atMs: number;
  readonly place: string;
}

/** Of one plugin, kept from start to start. */
export interface FaultRecord {
  readonly crashes: number;
  /** When, where and why, in words. */
  readonly lastFault: string;
  /** In quarantine by its faults, and the desk has not said that it knows. */
  readonly untold?: true;
}

export class Strikes {
  readonly #folder: string;
  readonly #timers: Timers;
  readonly #log: (message: string) => void;
  readonly #strikes = new Map<string, readonly Strike[]>();
  readonly #records: Map<string, FaultRecord>;
  readonly #quarantined = new Set<string>();

  /** `folder`: of the file `faults.json`. */
  constructor(folder: string, timers: Timers, log: (message: string) => void) {
    this.#folder = folder;
    this.#timers = timers;
    this.#log = log;
    this.#records = this.#read();
    for (const id of this.untold) this.#quarantined.add(id);
  }

  /** By the id of the plugin, as those of all functions here. */
  get records(): ReadonlyMap<string, FaultRecord> {
    return this.#records;
  }

  /** In quarantine by their faults, and the desk has not said that it knows. */
  get untold(): readonly string[] {
    return [...this.#records].flatMap(([id, { untold }]) => (untold ? [id] : []));
  }

  /** The desk knows of the quarantine. */
  told(id: string): void {
    const { untold, ...record } = this.#records.get(id) ?? {};
    if (!untold) return;
    this.#records.set(id, record as FaultRecord);
    this.#write();
  }

  isQuarantined(id: string): boolean {
    return this.#quarantined.has(id);
  }

  /** A plugin that is let out begins anew. True where this changed something. */
  quarantine(id: string, isQuarantined: boolean): boolean {
    this.told(id);
    if (isQuarantined === this.#quarantined.has(id)) return false;
    if (isQuarantined) this.#quarantined.add(id);
    else this.#quarantined.delete(id);
    this.#strikes.delete(id);
    return true;
  }

  /** Counts a fault. The time until the plugin is tried again, in ms; undefined where it is quarantined by this fault. */
  add(id: string, place: string, words: string): number | undefined {
    const atMs = this.#timers.nowMs();
    const before = (this.#strikes.get(id) ?? []).filter((strike) => atMs - strike.atMs < memoryMs);
    const isShared = before.some((strike) => strike.place !== place && atMs - strike.atMs < togetherMs);
    const strikes = isShared ? before : [...before, { atMs, place }];
    this.#strikes.set(id, strikes);
    const isLast = strikes.length >= mostStrikes;
    if (isLast) this.quarantine(id, true);
    this.#remember(id, `${new Date(this.#timers.wallMs()).toISOString()} ${place}: ${words}`, isLast);
    return isLast ? undefined : retriesMs[Math.max(0, strikes.length - 1)];
  }

  #remember(id: string, lastFault: string, isLast: boolean): void {
    const { crashes = 0, untold } = this.#records.get(id) ?? {};
    this.#records.delete(id);
    this.#records.set(id, { crashes: crashes + 1, lastFault, ...(isLast || untold ? { untold: true } : {}) });
    const oldest = this.#records.keys().next().value;
    if (this.#records.size > mostRemembered && oldest !== undefined) this.#records.delete(oldest);
    this.#write();
  }

  #read(): Map<string, FaultRecord> {
    try {
      const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, FaultRecord>;
      const fits = ({ crashes, lastFault, untold }: FaultRecord) =>
        Number.isInteger(crashes) && typeof lastFault === 'string' && (untold === undefined || untold === true);
      return new Map(Object.entries(kept).filter(([, record]) => fits(record)));
    } catch {
      return new Map();
    }
  }

  #write(): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(this.#records)), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      this.#log(`the faults of plugins are not kept: ${(error as Error).message}`);
    }
  }

  get #file(): string {
    return join(this.#folder, 'faults.json');
  }
}
