// What addresses the desk has, for surfaces that show them: the templates with a count of changes each, and rows whose
// contract becomes another one (a plugin that is exchanged), while somebody watches.
import { type Desk, type Faults, Listeners, type Rows, stopAll, type Time, Turns } from 'rowdesk/provider';
import { mostAddresses, mostKept } from './contract.ts';

/** Contracts are compared so long after a commit, and so many at once: each costs some 0.1 ms. */
const compareMs = 100;
const mostAtOnce = 48;
/** Addresses of one turn of the event loop. */
const share = 500;
/** A row's contract follows the rows above it, this many segments up at most. */
const mostAbove = 2;

export interface AddressesNeeds {
  readonly desk: Desk;
  readonly rows: Rows;
  readonly time: Time;
  readonly faults: Faults;
}

export class Addresses {
  readonly #needs: AddressesNeeds;
  readonly #changes = new Map<string, number>();
  readonly #listeners: Listeners<[templates: readonly string[]]>;
  /** By path, the contract of a row with a live one, as JSON; only while somebody watches. */
  readonly #contracts = new Map<string, string>();
  /** Rows that were written, and then those whose contract may follow them. */
  readonly #written = new Set<string>();
  readonly #due = new Set<string>();
  #changed: readonly { readonly path: string; readonly change: number }[] = [];
  #change = 0;
  #watching = 0;
  #stopComparing: (() => void) | undefined;

  constructor(needs: AddressesNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners(needs.faults, 'a listener of addresses');
  }

  start(): () => void {
    const { desk, rows } = this.#needs;
    return stopAll(
      rows.onAddressesChanged((templates) => this.#addressesChanged(templates)),
      desk.onCommit((_revision, paths) => this.#committed(paths)),
      () => this.#stopComparing?.(),
    );
  }

  shown() {
    const templates = this.#templates().map(({ template, onDemand, live }, n) => {
      return { template, n, changes: this.#changes.get(template) ?? 0, onDemand, live };
    });
    return { templates, contracts: [...this.#changed] };
  }

  has(n: number): boolean {
    return this.#templates()[n] !== undefined;
  }

  numbers(): readonly number[] {
    return [...this.#templates().keys()];
  }

  /** The addresses of a template, read over many turns of the event loop. */
  async of(n: number) {
    const template = this.#templates()[n]?.template ?? '';
    const changes = this.#changes.get(template) ?? 0;
    const turns = new Turns(share);
    const addresses: string[] = [];
    for (const path of this.#needs.rows.addressesOf(template)) {
      if (addresses.length === mostAddresses) return { template, changes, addresses, isWhole: false };
      addresses.push(path);
      await turns.spend();
    }
    return { template, changes, addresses, isWhole: true };
  }

  /** Of one template, or of all with contracts. */
  watch(n: number | undefined, changed: () => void): () => void {
    const own = n === undefined ? undefined : this.#templates()[n]?.template;
    const stop = this.#listeners.add((templates) => {
      if (own === undefined || templates.includes(own)) changed();
    });
    if (n !== undefined) return stop;
    this.#watching += 1;
    if (this.#watching === 1) void this.#learn();
    return () => {
      stop();
      this.#watching -= 1;
      if (this.#watching > 0) return;
      this.#contracts.clear();
      this.#due.clear();
    };
  }

  #templates() {
    return this.#needs.rows.templates();
  }

  #addressesChanged(templates: readonly string[]): void {
    for (const template of templates) this.#changes.set(template, (this.#changes.get(template) ?? 0) + 1);
    this.#listeners.notify(templates);
  }

  /** What contracts are now, so that another one is known as such. */
  async #learn(): Promise<void> {
    const turns = new Turns(mostAtOnce);
    for (const { template, live } of this.#templates()) {
      if (!live) continue;
      for (const path of this.#needs.rows.addressesOf(template)) {
        await turns.spend();
        if (this.#watching === 0) return;
        if (!this.#contracts.has(path)) this.#contracts.set(path, this.#contractAt(path));
      }
    }
  }

  #committed(paths: readonly string[]): void {
    if (this.#watching === 0) return;
    for (const path of paths) this.#written.add(path);
    this.#stopComparing ??= this.#needs.time.after(compareMs, () => this.#compare());
  }

  #compare(): void {
    this.#stopComparing = undefined;
    if (this.#written.size > 0) {
      for (const path of this.#contracts.keys()) if (isBelow(path, this.#written)) this.#due.add(path);
      this.#written.clear();
    }
    const before = this.#change;
    for (const path of [...this.#due].slice(0, mostAtOnce)) {
      this.#due.delete(path);
      const contract = this.#contractAt(path);
      if (contract === this.#contracts.get(path)) continue;
      this.#contracts.set(path, contract);
      this.#change += 1;
      this.#changed = [...this.#changed, { path, change: this.#change }].slice(-mostKept);
    }
    if (this.#change !== before) this.#listeners.notify([]);
    if (this.#due.size > 0) this.#stopComparing = this.#needs.time.after(compareMs, () => this.#compare());
  }

  /** '' for a row that is gone. */
  #contractAt(path: string): string {
    try {
      return JSON.stringify(this.#needs.rows.options(path).fields);
    } catch {
      return '';
    }
  }
}

/** The row itself is among these, or one not far above it. */
function isBelow(path: string, written: ReadonlySet<string>): boolean {
  for (let at = path, above = 0; above <= mostAbove && at !== ''; above += 1) {
    if (written.has(at)) return true;
    at = at.slice(0, at.lastIndexOf('/'));
  }
  return false;
}
