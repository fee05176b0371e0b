// Wrong keys, counted by address. A flood of them costs the log a line a minute, and the desk a warning.
import type { Log, Time, Warnings } from '../services.ts';

/** Within a minute, from one address, before there is a warning; a key that was withdrawn is tried a few times. */
const mostWrong = 20;
const minuteMs = 60_000;
/** Addresses that are counted at once; what comes beyond is counted together. */
const mostAddresses = 256;
const others = 'other addresses';
const id = 'wrong-keys';

export interface FailedKeysNeeds {
  readonly log: Log;
  readonly time: Pick<Time, 'after'>;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

export class FailedKeys {
  readonly #needs: FailedKeysNeeds;
  readonly #counts = new Map<string, number>();
  #stop: (() => void) | undefined;
  #isRaised = false;

  constructor(needs: FailedKeysNeeds) {
    this.#needs = needs;
  }

  /** True if this address has tried too many: its connections are closed. */
  count(address: string): boolean {
    const counted = this.#counts.has(address) || this.#counts.size < mostAddresses ? address : others;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    this.#stop ??= this.#needs.time.after(minuteMs, () => this.#endMinute());
    if (count === mostWrong) this.#raise(counted);
    return count >= mostWrong;
  }

  stop(): void {
    this.#stop?.();
  }

  get size(): number {
    return this.#counts.size;
  }

  #raise(address: string): void {
    this.#isRaised = true;
    this.#needs.warnings.raise({
      id,
      title: 'Wrong keys are tried',
      titleCode: { code: 'wrong-keys', params: { address } },
      detail: `${address} has sent ${mostWrong} wrong keys within a minute. Every one is refused.`,
      severity: 'warning',
      path: '',
    });
  }

  /** The warning stays for a minute without a flood. */
  #endMinute(): void {
    const counts = [...this.#counts].sort(([, a], [, b]) => b - a);
    const wrongKeys = counts.reduce((sum, [, count]) => sum + count, 0);
    const isFlood = counts.some(([, count]) => count >= mostWrong);
    if (wrongKeys > 0)
      this.#needs.log.warn({ wrongKeys, from: counts.slice(0, 8).map(([from]) => from) }, 'wrong keys');
    this.#counts.clear();
    if (this.#isRaised && !isFlood) {
      this.#isRaised = false;
      this.#needs.warnings.clear(id);
    }
    this.#stop =
      wrongKeys > 0 || this.#isRaised ? this.#needs.time.after(minuteMs, () => this.#endMinute()) : undefined;
  }
}
