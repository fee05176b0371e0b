// Uncaught faults of packages: exceptions in timers, socket events and unhandled promises, and rows that never settle.
// Each counts against its package, and the desk goes on.
import type { Log, Time, Warnings } from '../services.ts';
import { withinMs } from './package-record.ts';

/** So many within the time: one every three seconds. */
const mostFaults = 100;

export interface PackageFailuresNeeds {
  readonly time: Pick<Time, 'monotonicMs'>;
  readonly log: Pick<Log, 'error'>;
  /** Once for each package. Answers whether the next start is without it. */
  readonly tooOften: (name: string, did: string, last: string) => boolean;
}

interface Count {
  all: number;
  /** When the last ones were, by the monotonic clock. */
  readonly recentMs: number[];
  /** undefined until it failed too often. */
  isLeftOutNext: boolean | undefined;
}

export class PackageFailures {
  readonly #parts: PackageFailuresNeeds;
  readonly #counts = new Map<string, Count>();
  #warnings: Pick<Warnings, 'raise'> | undefined;

  constructor(parts: PackageFailuresNeeds) {
    this.#parts = parts;
  }

  /** From now on it is a warning, too. */
  warnBy(warnings: Pick<Warnings, 'raise'>): void {
    this.#warnings = warnings;
  }

  /** Reports the first faults, then ever fewer: a timer may fail a thousand times a second. */
  note(name: string, err: unknown): void {
    const words = (err instanceof Error ? err.message : String(err)).slice(0, 500);
    const count = this.#counts.get(name) ?? { all: 0, recentMs: [], isLeftOutNext: undefined };
    this.#counts.set(name, count);
    count.all += 1;
    const isNowTooOften = count.isLeftOutNext === undefined && this.#isTooOften(count);
    if (isNowTooOften) {
      const did = `failed ${mostFaults} times within ${withinMs / 60_000} minutes`;
      count.isLeftOutNext = this.#parts.tooOften(name, did, words);
    }
    if (count.all > 3 && !Number.isInteger(Math.log2(count.all)) && !isNowTooOften) return;
    this.#parts.log.error(
      { err, provider: name, count: count.all },
      `the package ${name} failed, and did not catch it; the desk goes on`,
    );
    this.#warnings?.raise(warningOf(name, count, words));
  }

  #isTooOften({ recentMs }: Count): boolean {
    const now = this.#parts.time.monotonicMs();
    recentMs.push(now);
    if (recentMs.length > mostFaults) recentMs.shift();
    return recentMs.length === mostFaults && now - (recentMs[0] ?? now) < withinMs;
  }
}

function warningOf(name: string, { all, isLeftOutNext }: Count, words: string) {
  const next = isLeftOutNext === true ? ' Should the desk end unasked, the next start is without it.' : '';
  return {
    // An npm name may hold what an id may not.
    id: `provider-fails-${name}`.replace(/[^A-Za-z0-9._~-]/g, '-').slice(0, 64),
    title: `A part of the desk has faults: ${name}`,
    titleCode: { code: 'provider-fails', params: { provider: name, count: all } },
    detail: `What ${name} shows may be wrong; the sound and the other parts go on. Restart the desk after the show. It failed ${all === 1 ? 'once' : `${all} times`}, last with: ${words}.${next}`,
    severity: 'warning',
    path: '',
  } as const;
}
