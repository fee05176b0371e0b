// Strips whose signal was not finite: told of until somebody has seen it, also when they opened again by themselves and
// when the audio process that counted is another one now.
import type { Warning } from '../../services.ts';

interface Fault {
  readonly path: string;
  readonly count: number;
}

const idOf = (path: string) => `strip-fault${path.replace(/^\/channel/, '').replaceAll('/', '-')}`.slice(0, 64);

export class StripFaults {
  #epoch = '';
  /** What this epoch's mixer has counted so far. */
  #counted = new Map<string, number>();
  /** Since they were seen. */
  readonly #unseen = new Map<string, number>();
  readonly #seen = new Set<string>();

  /** `epoch`: of the process whose mixer counted. */
  take(epoch: string, faults: readonly Fault[]): void {
    if (epoch !== this.#epoch) this.#counted = new Map();
    this.#epoch = epoch;
    for (const { path, count } of faults) {
      // What comes while one that was seen is still there is told of as a new one, after it.
      if (this.#seen.has(path)) continue;
      const more = count - (this.#counted.get(path) ?? 0);
      this.#counted.set(path, count);
      if (more <= 0) continue;
      this.#unseen.set(path, (this.#unseen.get(path) ?? 0) + more);
    }
  }

  /** The warning with this id was seen; it goes with the next `forgetSeen`. */
  acknowledge(id: string): void {
    for (const path of this.#unseen.keys()) if (idOf(path) === id) this.#seen.add(path);
  }

  /** Answers the ids of the warnings that were seen, and are gone now. */
  forgetSeen(): readonly string[] {
    const ids = [...this.#seen].map(idOf);
    for (const path of this.#seen) this.#unseen.delete(path);
    this.#seen.clear();
    return ids;
  }

  get warnings(): readonly Omit<Warning, 'since'>[] {
    return [...this.#unseen].map(([path, count]) => ({
      id: idOf(path),
      title: `${path.replace(/^\/channel\//, '')} gave a value that is no number`,
      titleCode: { code: 'strip-fault', params: { path, count } },
      detail: `It was silenced for a moment, ${count === 1 ? 'once' : `${count} times`}. This stays until it is acknowledged.`,
      severity: 'warning',
      path,
    }));
  }
}
