// What a history has to do, said a second time and in the simplest way: what undo, redo and revert are held to.

export interface Change {
  readonly path: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface Entry {
  readonly actor: string;
  changes: readonly Change[];
  undone: boolean;
  /** When it was written last; undefined once no write may join it. */
  openSinceMs: number | undefined;
}

/** What a step must do: be refused with this code, or make these changes. */
export type Expected =
  | { readonly refused: string }
  | { readonly changes: readonly Change[]; readonly skips: number; readonly skippedFor: string | undefined };

export interface Request {
  readonly actor: string;
  readonly override: boolean;
}

const sameField = (a: Change, b: Change) => a.path === b.path && a.field === b.field;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const isEffective = ({ from, to }: Change) => !isSame(from, to);
const isOfNumbers = ({ from, to }: Change) => typeof from === 'number' && typeof to === 'number';
const turned = ({ path, field, from, to }: Change): Change => ({ path, field, from: to, to: from });

export interface Surroundings {
  readonly nowMs: () => number;
  /** The row of a change has its field once the others are made. */
  readonly isThere: (change: Change, others: readonly Change[]) => boolean;
  /** What the field is now: a value may have gone with its plugin and stand for its default since. */
  readonly valueOf: (change: Change) => unknown;
  /** What the field is once the others are made: one that is to be nothing is its default while its row has it. */
  readonly becomes: (change: Change, others: readonly Change[]) => unknown;
}

export class HistoryModel {
  /** Oldest first. */
  entries: Entry[] = [];
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  get done(): readonly Entry[] {
    return this.entries.filter(({ undone }) => !undone);
  }

  /** A commit of somebody; `apart`: it joins none, and none joins it. */
  written(actor: string, changes: readonly Change[], apart = false): void {
    if (changes.length === 0) return;
    this.entries = [...this.done];
    const open = apart ? undefined : this.#openEntry(actor, changes);
    if (open === undefined) {
      // Only numbers may be changed by turns and still be joined.
      for (const entry of this.entries) {
        if (![...entry.changes, ...changes].every(isOfNumbers)) entry.openSinceMs = undefined;
      }
      this.entries.push({ actor, changes, undone: false, openSinceMs: apart ? undefined : this.#around.nowMs() });
      return;
    }
    open.changes = open.changes.map((old) => ({ ...old, to: changes.find((change) => sameField(change, old))?.to }));
    open.openSinceMs = this.#around.nowMs();
    if (!open.changes.some(isEffective)) this.entries = this.entries.filter((entry) => entry !== open);
  }

  undo(request: Request): Expected {
    const entry = this.done.at(-1);
    return entry === undefined ? { refused: 'conflict' } : this.#move(entry, entry.changes.map(turned), request);
  }

  redo(request: Request): Expected {
    const entry = this.entries.find(({ undone }) => undone);
    return entry === undefined ? { refused: 'conflict' } : this.#move(entry, entry.changes, request);
  }

  revert(entry: Entry, request: Request): Expected {
    if (entry.undone) return { refused: 'conflict' };
    const wanted = entry.changes.map(turned);
    const expected = this.#attempt(entry, wanted, request);
    if ('refused' in expected) return expected;
    if (expected.skips === wanted.length) return { refused: expected.skippedFor ?? 'overtaken' };
    this.written(request.actor, expected.changes, true);
    return expected;
  }

  #move(entry: Entry, wanted: readonly Change[], request: Request): Expected {
    const expected = this.#attempt(entry, wanted, request);
    if ('refused' in expected) return expected;
    entry.undone = !entry.undone;
    entry.openSinceMs = undefined;
    for (const change of wanted) {
      const last = this.done.findLast(({ changes }) => changes.some((other) => sameField(other, change)));
      if (last !== undefined) last.openSinceMs = undefined;
    }
    return expected;
  }

  #attempt(entry: Entry, wanted: readonly Change[], { actor, override }: Request): Expected {
    const later = this.entries.slice(this.entries.indexOf(entry) + 1).filter(({ undone }) => !undone);
    const isOvertaken = (change: Change) =>
      later.some(({ changes }) => changes.some((other) => sameField(other, change)));
    const kept = wanted.filter((change) => !isOvertaken(change));
    const free = kept.filter((change) => this.#around.isThere(change, kept));
    const skips = wanted.length - free.length;
    const goneOnly = kept.length < wanted.length ? 'overtaken' : 'row-gone';
    const skippedFor = skips === 0 ? undefined : goneOnly;
    if (!override && skippedFor !== undefined) return { refused: skippedFor };
    if (!override && (entry.actor !== actor || free.some(isDelicate))) return { refused: 'override-needed' };
    const changes = free
      .map((change) => ({
        ...change,
        from: this.#around.valueOf(change),
        to: this.#around.becomes(change, free),
      }))
      .filter(isEffective);
    return { changes, skips, skippedFor };
  }

  /** The one entry that touched all these fields last and no others, if it is this actor's and a moment old. */
  #openEntry(actor: string, changes: readonly Change[]): Entry | undefined {
    const last = changes.map((change) =>
      this.done.findLast((entry) => entry.changes.some((other) => sameField(other, change))),
    );
    const [entry] = last;
    if (entry === undefined || entry.actor !== actor || entry.changes.length !== changes.length) return undefined;
    if (entry.openSinceMs === undefined || this.#around.nowMs() - entry.openSinceMs >= 1000) return undefined;
    return last.every((other) => other === entry) ? entry : undefined;
  }
}

function isDelicate({ field, from, to }: Change): boolean {
  if (field === 'phantom') return from !== to;
  if (field === 'pad') return from === true && to === false;
  return field === 'gainDb' && Number(to) > Number(from);
}
