// The rows that are watched, as last known, with the listeners of each.
import type { Row } from './contract.ts';
import type { Timing } from './timing.ts';

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

export interface WatchedRowsOptions {
  readonly timing: Timing;
  /** A target stays watched for so long after its last listener has left: one that comes back soon sees no gap. */
  readonly lingerMs: number;
  /** `isSubscribed`: by a subscription, not by the end of one. */
  readonly targetsChanged: (isSubscribed: boolean) => void;
  /** The row at this path is watched no more: what is known of it changes no more, and is kept no more. */
  readonly forgotten: (path: string) => void;
  /** What a listener threw; the others are called all the same. */
  readonly listenerError: (error: unknown) => void;
}

interface Target {
  /** Of a pattern; undefined for an address. */
  readonly segments: readonly string[] | undefined;
  readonly listeners: Set<RowListener>;
  /** Undefined while there is a listener. */
  endsMs: number | undefined;
}

export class WatchedRows {
  readonly #options: WatchedRowsOptions;
  readonly #rows = new Map<string, Watched>();
  /** By address, or by pattern, in which a segment `*` stands for any. */
  readonly #targets = new Map<string, Target>();
  #patterns: readonly Target[] = [];
  #stopSweeping: (() => void) | undefined;

  constructor(options: WatchedRowsOptions) {
    this.#options = options;
  }

  /** Undefined for a row that is not watched, or not known yet. */
  get(path: string): Watched | undefined {
    return this.#rows.get(path);
  }

  get targets(): readonly string[] {
    return [...this.#targets.keys()];
  }

  /** Calls at once for what is known, then for each change, until the returned function is called. */
  subscribe(targets: readonly string[], listener: RowListener): () => void {
    let isOn = true;
    const own = (watched: Watched) => {
      if (isOn) listener(watched);
    };
    const followed = [...new Set(targets)].map((target) => this.#target(target));
    for (const target of followed) {
      target.listeners.add(own);
      target.endsMs = undefined;
    }
    this.#options.targetsChanged(true);
    for (const watched of this.#knownOf(targets)) this.#notify([own], watched);
    return () => {
      if (!isOn) return;
      isOn = false;
      this.#unsubscribe(followed, own);
    };
  }

  /** Ends what stays watched without a listener. */
  endLingering(): void {
    this.#sweep(Number.POSITIVE_INFINITY);
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
    const targets = this.#targetsOf(watched.path);
    if (targets.length === 0) return;
    this.#rows.set(watched.path, watched);
    this.#notify(new Set(targets.flatMap(({ listeners }) => [...listeners])), watched);
  }

  #notify(listeners: Iterable<RowListener>, watched: Watched): void {
    for (const listener of listeners) {
      try {
        listener(watched);
      } catch (error) {
        this.#options.listenerError(error);
      }
    }
  }

  #target(target: string): Target {
    const known = this.#targets.get(target);
    if (known !== undefined) return known;
    const segments = isPattern(target) ? target.split('/') : undefined;
    const made: Target = { segments, listeners: new Set(), endsMs: undefined };
    this.#targets.set(target, made);
    if (segments !== undefined) this.#patterns = [...this.#patterns, made];
    return made;
  }

  #targetsOf(path: string): readonly Target[] {
    const exact = this.#targets.get(path);
    const targets = exact === undefined ? [] : [exact];
    if (this.#patterns.length === 0) return targets;
    const actual = path.split('/');
    return [...targets, ...this.#patterns.filter(({ segments = [] }) => fits(segments, actual))];
  }

  #knownOf(targets: readonly string[]): readonly Watched[] {
    const patterns = targets.filter(isPattern).map((pattern) => pattern.split('/'));
    if (patterns.length === 0) return [...new Set(targets)].flatMap((target) => this.#rows.get(target) ?? []);
    return [...this.#rows.values()].filter(({ path }) => {
      const actual = path.split('/');
      return targets.includes(path) || patterns.some((pattern) => fits(pattern, actual));
    });
  }

  #unsubscribe(targets: readonly Target[], own: RowListener): void {
    const { timing, lingerMs } = this.#options;
    const endsMs = timing.nowMs() + lingerMs;
    for (const target of targets) {
      target.listeners.delete(own);
      if (target.listeners.size === 0) target.endsMs ??= endsMs;
    }
    if (lingerMs <= 0) this.#sweep(endsMs);
    else this.#sweepLater(lingerMs);
  }

  #sweepLater(ms: number): void {
    this.#stopSweeping ??= this.#options.timing.after(ms, () => this.#sweep(this.#options.timing.nowMs()));
  }

  /** Nothing is kept of targets that have ended by then. */
  #sweep(nowMs: number): void {
    this.#stopSweeping?.();
    this.#stopSweeping = undefined;
    const before = this.#targets.size;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [name, { endsMs = Number.POSITIVE_INFINITY, listeners }] of this.#targets) {
      if (listeners.size > 0) continue;
      if (endsMs <= nowMs) this.#targets.delete(name);
      else nextMs = Math.min(nextMs, endsMs);
    }
    if (Number.isFinite(nextMs)) this.#sweepLater(nextMs - nowMs);
    if (this.#targets.size === before) return;
    this.#patterns = [...this.#targets.values()].filter(({ segments }) => segments !== undefined);
    const ended = [...this.#rows.keys()].filter((path) => this.#targetsOf(path).length === 0);
    for (const path of ended) this.#rows.delete(path);
    this.#options.targetsChanged(false);
    for (const path of ended) this.#options.forgotten(path);
  }
}

export const isPattern = (target: string): boolean => target.includes('*');

const fits = (pattern: readonly string[], actual: readonly string[]): boolean =>
  pattern.length === actual.length && pattern.every((segment, n) => segment === '*' || segment === actual[n]);
