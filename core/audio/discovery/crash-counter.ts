// Counts the crashes of driver packages, and sets a package aside at the limit for packages of the control process.
import { mostEnds, withinMs } from '../../system/package-record.ts';

export class CrashCounter {
  readonly #crashes = new Map<string, number[]>();
  readonly #setAside = new Map<string, string>();

  /** Counts a crash; true when it sets the package aside, as a final one does at once. `words`: how the process ended. */
  count(driver: string, words: string, monotonicMs: number, isFinal = false): boolean {
    const recent = (this.#crashes.get(driver) ?? []).filter((at) => monotonicMs - at < withinMs);
    recent.push(monotonicMs);
    this.#crashes.set(driver, recent);
    if (recent.length < mostEnds && !isFinal) return false;
    const often = isFinal ? 'as it was loaded' : `${recent.length} times within ${withinMs / 60_000} minutes`;
    this.#setAside.set(driver, `set aside: it crashed ${often}, last ${words}`);
    return true;
  }

  /** Takes over a package that the previous control process set aside. */
  adopt(driver: string, reason: string): void {
    if (!this.#setAside.has(driver)) this.#setAside.set(driver, reason);
  }

  list(): { readonly driver: string; readonly reason: string }[] {
    return [...this.#setAside].map(([driver, reason]) => ({ driver, reason }));
  }

  /** Why a package is set aside, until this control process ends; undefined for any other. */
  reason(driver: string): string | undefined {
    return this.#setAside.get(driver);
  }
}
