// Warnings about strips whose signal was not finite. A warning lasts until it is acknowledged, also after the strip opened
// again by itself, and after another audio process took over.
import type { Warning } from '../../services.ts';

interface FaultCount {
  readonly path: string;
  readonly count: number;
}

/** The segments of a strip's path after the first: kind and index. */
const segmentsOf = (path: string) => path.split('/').slice(2);
const idOf = (path: string) => ['strip-fault', ...segmentsOf(path)].join('-').slice(0, 64);

export class StripFaults {
  #epoch = '';
  /** The faults that this epoch's mixer has counted so far, by strip. */
  #counted = new Map<string, number>();
  /** Faults since the last acknowledgement, by strip. */
  readonly #unacknowledged = new Map<string, number>();
  readonly #acknowledged = new Set<string>();

  /** Takes the counts of a mixer since it was opened; `epoch` is that of its process. */
  take(epoch: string, faults: readonly FaultCount[]): void {
    if (epoch !== this.#epoch) this.#counted = new Map();
    this.#epoch = epoch;
    for (const { path, count } of faults) {
      // A fault that comes while an acknowledged warning still stands is a new warning, after that one.
      if (this.#acknowledged.has(path)) continue;
      const more = count - (this.#counted.get(path) ?? 0);
      this.#counted.set(path, count);
      if (more <= 0) continue;
      this.#unacknowledged.set(path, (this.#unacknowledged.get(path) ?? 0) + more);
    }
  }

  /** The warning with this id goes with the next `forgetAcknowledged`. */
  acknowledge(id: string): void {
    for (const path of this.#unacknowledged.keys()) if (idOf(path) === id) this.#acknowledged.add(path);
  }

  /** Drops the acknowledged warnings, and returns their ids. */
  forgetAcknowledged(): readonly string[] {
    const ids = [...this.#acknowledged].map(idOf);
    for (const path of this.#acknowledged) this.#unacknowledged.delete(path);
    this.#acknowledged.clear();
    return ids;
  }

  get warnings(): readonly Omit<Warning, 'since'>[] {
    return [...this.#unacknowledged].map(([path, count]) => ({
      id: idOf(path),
      title: `${segmentsOf(path).join('/')} gave a value that is no number`,
      titleCode: { code: 'strip-fault', params: { path, count } },
      detail: `It was silenced for a moment, ${count === 1 ? 'once' : `${count} times`}. This stays until it is acknowledged.`,
      severity: 'warning',
      path,
    }));
  }
}
