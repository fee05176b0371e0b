// Writes into the crash page which package's JavaScript this process runs: in a call into the package, or in a callback of
// a timer, socket or promise that the package began.
import { createHook } from 'node:async_hooks';
import { runAs, runningPackage } from '../../system/package-owners.ts';
import type { Native } from './native.ts';
import { messageOf } from './untrusted.ts';

export class CallMarkers {
  readonly #numberOf: (driver: string) => number;
  readonly #words: Uint32Array;
  /** Index of the name of this thread's slot in `#words`. */
  readonly #at: number;
  readonly #numbers = new Map<string, number>();
  /** Packages that this thread runs code of, the innermost last. */
  readonly #calls: number[] = [];
  /** The callbacks among them, by their async ids. */
  readonly #callbacks: number[] = [];

  private constructor(words: Uint32Array, at: number, numberOf: (driver: string) => number) {
    this.#words = words;
    this.#at = at;
    this.#numberOf = numberOf;
  }

  /**
   * Makes the page. Throws Error when there is no room for it. Drivers that are loaded later find the page by
   * `ROWDESK_CRASH_PAGE` (rowdesk/crash_page.h).
   */
  static map(native: Native, path: string): CallMarkers {
    const words = new Uint32Array(native.mapCrashPage(path));
    process.env.ROWDESK_CRASH_PAGE = path;
    const slot = native.claimCrashSlot('javascript');
    // crash_page.h: 16 words of head, then slots of 8 words; the second word is the name.
    return new CallMarkers(words, 16 + slot * 8 + 1, (driver) => native.crashName(driver));
  }

  /** Marks nothing. */
  static none(): CallMarkers {
    return new CallMarkers(new Uint32Array(1), 0, () => 0);
  }

  /**
   * Runs code of a driver, marked until it returns. Timers, sockets and promises that the code begins belong to the driver,
   * too. A thrown value that is no Error is wrapped in one.
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

  /**
   * Marks callbacks of timers, sockets and promises that a driver began. Costs each callback of this thread a look-up. The
   * returned function ends it.
   */
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

  /** A proxy of the object whose methods are marked. */
  guard<T extends object>(driver: string, object: T): T {
    const marks = this;
    return new Proxy(object, {
      get(target, name) {
        const member = memberOf(target, name);
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

/** A getter may throw as a function may. */
function memberOf(object: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(object, name, object);
  } catch (error) {
    return throwError(error);
  }
}

/** A driver may throw anything; a report needs a message. */
function throwError(thrown: unknown): never {
  throw thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}
