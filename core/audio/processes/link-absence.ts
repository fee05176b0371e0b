// For how long a process has had no link, in granted time.
import type { Time } from '../../base/time.ts';

export class LinkAbsence {
  readonly #time: Pick<Time, 'monotonicMs'>;
  readonly #granted: Pick<Time, 'monotonicMs'>;
  #since = { ms: 0, grantedMs: 0 };

  /** `granted`: of the process, too. */
  constructor(time: Pick<Time, 'monotonicMs'>, granted: Pick<Time, 'monotonicMs'>) {
    this.#time = time;
    this.#granted = granted;
  }

  begin(): void {
    this.#since = { ms: this.#time.monotonicMs(), grantedMs: this.#granted.monotonicMs() };
  }

  /** Asked many times a second: granted time is read only where it can matter. */
  isLonger(thanMs: number): boolean {
    const { ms, grantedMs } = this.#since;
    return this.#time.monotonicMs() - ms > thanMs && this.#granted.monotonicMs() - grantedMs > thanMs;
  }
}
