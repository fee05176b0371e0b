// Which package ended its process how often lately: as often as a package may end the control process sets it aside.
import { mostEnds, withinMs } from '../../system/package-record.ts';

export class CrashCounter {
  readonly #crashes = new Map<string, number[]>();
  readonly #setAside = new Map<string, string>();

  /** Counts one; true when the package is set aside by it, at once by a final one. `words` say how it ended. */
  count(driver: string, words: string, monotonicMs: number, isFinal = false): boolean {
    const recent = (this.#crashes.get(driver) ?? []).filter((at) => monotonicMs - at < withinMs);
    recent.push(monotonicMs);
    this.#crashes.set(driver, recent);
    if (recent.length < mostEnds && !isFinal) return false;
    const often = isFinal ? 'as it was loaded' : `${recent.length} times within ${withinMs / 60_000} minutes`;
    this.#setAside.set(driver, `set aside: it crashed ${often}, last ${words}`);
    return true;
  }

  /** Set aside already by the control process before this one. */
  adopt(driver: string, reason: string): void {
    if (!this.#setAside.has(driver)) this.#setAside.set(driver, reason);
  }

  list(): { readonly driver: string; readonly reason: string }[] {
    return [...this.#setAside].map(([driver, reason]) => ({ driver, reason }));
  }

  /** Why it is set aside, undefined when it isn't. Kept for the life of this control process. */
  reason(driver: string): string | undefined {
    return this.#setAside.get(driver);
  }
}
