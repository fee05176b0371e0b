// Writes into the crash page which package this process's JavaScript is in: called into, or called back by what the package
// began (a timer, a socket, a promise).
import { createHook } from 'node:async_hooks';
import { inspect } from 'node:util';
import { runAs, runningPackage } from '../../system/package-owners.ts';
import type { Native } from './native.ts';

export class CallMarkers {
  readonly #numberOf: (driver: string) => number;
  readonly #words: Uint32Array;
  /** Where the name of this thread's slot is in `#words`. */
  readonly #at: number;
  readonly #numbers = new Map<string, number>();
  /** What this thread is in, the innermost last. */
  readonly #calls: number[] = [];
  /** The callbacks among them, by their async ids. */
  readonly #callbacks: number[] = [];

  private constructor(words: Uint32Array, at: number, numberOf: (driver: string) => number) {
    this.#words = words;
    this.#at = at;
    this.#numberOf = numberOf;
  }

  /** Makes the page; throws Error when there is no room for it. Drivers loaded from now on find it through the environment (rowdesk/crash_page.h). */
  static map(native: Native, path: string): CallMarkers {
    const words = new Uint32Array(native.mapCrashPage(path));
    process.env.ROWDESK_CRASH_PAGE = path;
    const slot = native.claimCrashSlot('javascript');
    // crash_page.h: 16 words of head, then slots of 8 words, the name is the second
    return new CallMarkers(words, 16 + slot * 8 + 1, (driver) => native.crashName(driver));
  }

  /** Marks nothing. */
  static none(): CallMarkers {
    return new CallMarkers(new Uint32Array(1), 0, () => 0);
  }

  /**
   * Runs code of a driver, marked until it returns; what it begins is of the driver, too. Whatever it throws comes out as an
   * Error.
   */
  into<T>(driver: string, run: () => T): T {
    this.#enter(this.#numbered(driver));
    try {
      const result = runAs(driver, run);
      return result instanceof Promise ? (result.catch(throwError) as T) : result;
    } catch (error) {
      return throwError(error);
    } finally {
      this.#leave();
    }
  }

  /** From now on callbacks of what a driver began are marked. Costs each callback of this thread a look; ends by the answer. */
  followCallbacks(): () => void {
    const before = (id: number) => {
      const driver = runningPackage();
      if (driver === undefined) return;
      this.#callbacks.push(id);
      this.#enter(this.#numbered(driver));
    };
    const after = (id: number) => {
      if (this.#callbacks.at(-1) !== id) return;
      this.#callbacks.pop();
      this.#leave();
    };
    const hook = createHook({ before, after }).enable();
    return () => hook.disable();
  }

  /** The same object with every method marked. */
  guard<T extends object>(driver: string, object: T): T {
    const marks = this;
    return new Proxy(object, {
      get(target, name) {
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => marks.into(driver, () => Reflect.apply(member, target, args) as unknown);
      },
    });
  }

  #enter(number: number): void {
    this.#calls.push(number);
    this.#words[this.#at] = number;
  }

  #leave(): void {
    this.#calls.pop();
    this.#words[this.#at] = this.#calls.at(-1) ?? 0;
  }

  #numbered(driver: string): number {
    const number = this.#numbers.get(driver) ?? this.#numberOf(driver);
    this.#numbers.set(driver, number);
    return number;
  }
}

/** A driver may throw anything; who tells of it needs its words. */
function throwError(thrown: unknown): never {
  throw thrown instanceof Error ? thrown : new Error(`it threw ${inspect(thrown)}`);
}
