// The rows that are watched, as last known, with the listeners of each.
import type { Row } from './contract.ts';

/**
 * - `live`: as the desk has it
 * - `stale`: as the desk had it when the connection broke
 * - `gone`: there is no such row
 */
export type Life = 'live' | 'stale' | 'gone';

export interface Watched<R = Row> {
  readonly path: string;
  /** As last known; without fields if it never was. */
  readonly row: R;
  /** The desk's revision at this state of the row. */
  readonly revision: number;
  readonly life: Life;
}

export type RowListener = (watched: Watched) => void;

export class WatchedRows {
  readonly #rows = new Map<string, Watched>();
  /** By target: an address, or a pattern in which a segment `*` stands for any. */
  readonly #listeners = new Map<string, Set<RowListener>>();
  readonly #targetsChanged: () => void;
  #patterns: readonly string[] = [];

  constructor(targetsChanged: () => void) {
    this.#targetsChanged = targetsChanged;
  }

  /** Undefined for a row that is not watched, or not known yet. */
  get(path: string): Watched | undefined {
    return this.#rows.get(path);
  }

  get targets(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  /** Calls at once for what is known, then for each change, until the returned function is called. */
  subscribe(targets: readonly string[], listener: RowListener): () => void {
    const own = (watched: Watched) => listener(watched);
    for (const target of targets) {
      const there = this.#listeners.get(target) ?? new Set();
      if (there.size === 0) this.#listeners.set(target, there);
      there.add(own);
    }
    this.#noteTargets();
    for (const watched of [...this.#rows.values()]) {
      if (targets.some((target) => fits(target, watched.path))) own(watched);
    }
    return () => this.#unsubscribe(targets, own);
  }

  /** An event has a row. One that is older than what a write has answered meanwhile is dropped. */
  take(path: string, row: Row, revision: number): void {
    const known = this.#rows.get(path);
    if (known?.life === 'live' && revision < known.revision) return;
    // A row that went has no fields any more.
    if (Object.keys(row).length === 0) this.lose(path);
    else this.#put({ path, row, revision, life: 'live' });
  }

  /** A write has answered with a row, which may be ahead of its event. */
  takeAnswer(path: string, row: Row, revision: number): void {
    const known = this.#rows.get(path);
    if (known?.life === 'live' && revision >= known.revision) this.#put({ path, row, revision, life: 'live' });
  }

  /** There is no such row. */
  lose(path: string): void {
    const known = this.#rows.get(path);
    if (known?.life === 'gone') return;
    this.#put({ path, row: known?.row ?? {}, revision: known?.revision ?? 0, life: 'gone' });
  }

  /** The connection broke. */
  age(): void {
    for (const watched of [...this.#rows.values()]) {
      if (watched.life === 'live') this.#put({ ...watched, life: 'stale' });
    }
  }

  /** The desk has sent all that there is: what is still stale has gone. */
  loseStale(): void {
    for (const { path, life } of [...this.#rows.values()]) if (life === 'stale') this.lose(path);
  }

  #put(watched: Watched): void {
    const targets = [watched.path, ...this.#patterns.filter((pattern) => fits(pattern, watched.path))];
    const listeners = targets.flatMap((target) => [...(this.#listeners.get(target) ?? [])]);
    if (listeners.length === 0) return;
    this.#rows.set(watched.path, watched);
    for (const listener of listeners) listener(watched);
  }

  #unsubscribe(targets: readonly string[], own: RowListener): void {
    for (const target of targets) {
      const there = this.#listeners.get(target);
      if (there?.delete(own) && there.size === 0) this.#listeners.delete(target);
    }
    this.#patterns = this.#patterns.filter((pattern) => this.#listeners.has(pattern));
    for (const path of [...this.#rows.keys()]) {
      if (!this.#listeners.has(path) && !this.#patterns.some((target) => fits(target, path))) this.#rows.delete(path);
    }
    this.#noteTargets();
  }

  #noteTargets(): void {
    this.#patterns = [...this.#listeners.keys()].filter(isPattern);
    this.#targetsChanged();
  }
}

export const isPattern = (target: string): boolean => target.includes('*');

function fits(target: string, path: string): boolean {
  if (target === path) return true;
  if (!isPattern(target)) return false;
  const [segments, actual] = [target.split('/'), path.split('/')];
  return segments.length === actual.length && segments.every((segment, n) => segment === '*' || segment === actual[n]);
}
