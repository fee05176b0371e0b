// Whether the desk is still as it was stored: looked at once as a whole, over several turns of the event loop, then only where
// something changes. What was stored is read from the disk for that, and kept as JSON by address.
import { type ContentRow, type Desk, type Faults, isSameJson, Listeners, Turns } from 'rowdesk/provider';

/** Addresses that are looked at in one turn. */
const pathsPerTurn = 250;

export interface Stored {
  readonly rows: readonly ContentRow[];
  /** Whether a row counts. */
  readonly counts: (row: ContentRow) => boolean;
}

export class Deviation {
  readonly #desk: Desk;
  readonly #faults: Faults;
  readonly #stored: () => Promise<Stored>;
  readonly #listeners: Listeners;
  /** By address the fields that should be there, as JSON; undefined until they are known. */
  #wanted: ReadonlyMap<string, string> | undefined;
  readonly #deviating = new Set<string>();
  /** The look at all that is under way or was last. */
  #looking: Promise<void> | undefined;
  /** Grows when what should be there has changed: a look that began before counts no more. */
  #version = 0;
  #isThere = false;

  /** `stored`: what the desk should be. */
  constructor(desk: Desk, faults: Faults, stored: () => Promise<Stored>) {
    this.#desk = desk;
    this.#faults = faults;
    this.#stored = stored;
    this.#listeners = new Listeners(faults, 'a listener of what deviates');
  }

  /** What should be there has changed. */
  forget(): void {
    this.#version++;
    this.#wanted = undefined;
    this.#looking = undefined;
    this.#deviating.clear();
  }

  /** These addresses have changed. */
  touched(paths: readonly string[]): void {
    for (const path of paths) this.#look(path);
    if (this.#wanted !== undefined) this.#isThere = this.#deviating.size > 0;
  }

  /** As far as it is known: while what was stored is being looked at, as it was before. */
  get isThere(): boolean {
    void this.known();
    return this.#isThere;
  }

  /** Resolves once it is known. */
  async known(): Promise<boolean> {
    for (;;) {
      this.#looking ??= this.#lookAtAll();
      const looking = this.#looking;
      await looking;
      if (looking === this.#looking) return this.#isThere;
    }
  }

  /** Called when a look at all has made it known. */
  onKnown(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async #lookAtAll(): Promise<void> {
    const version = this.#version;
    const turns = new Turns(pathsPerTurn);
    const wanted = new Map<string, string>();
    try {
      const { rows, counts } = await this.#stored();
      for (const row of rows) {
        if (version !== this.#version) return;
        const known = wanted.get(row.path);
        const fields = known === undefined ? row.fields : { ...JSON.parse(known), ...row.fields };
        if (counts(row)) wanted.set(row.path, JSON.stringify(fields));
        await turns.spend();
      }
      // From here on whatever changes is looked at as it does.
      if (version !== this.#version) return;
      this.#wanted = wanted;
      for (const path of wanted.keys()) {
        this.#look(path);
        await turns.spend();
        if (version !== this.#version) return;
      }
      this.#isThere = this.#deviating.size > 0;
    } catch (error) {
      // What can't be read is not known to be there.
      this.#isThere = true;
      this.#faults.note(error, 'whether the desk is as it was stored');
    }
    this.#listeners.notify();
  }

  #look(path: string): void {
    const wanted = this.#wanted?.get(path);
    if (wanted === undefined) return;
    const now = this.#desk.has(path) ? this.#desk.read(path) : undefined;
    const isAsStored = Object.entries(JSON.parse(wanted)).every(
      ([field, value]) => now !== undefined && isSameJson(now[field], value),
    );
    if (isAsStored) this.#deviating.delete(path);
    else this.#deviating.add(path);
  }
}
