// Writes into the crash page which package this process's JavaScript is calling into.
import { inspect } from 'node:util';
import type { Native } from './native.ts';

export class CrashMarks {
  readonly #numberOf: (driver: string) => number;
  readonly #words: Uint32Array;
  /** Where the name of this thread's slot is in `#words`. */
  readonly #at: number;
  readonly #numbers = new Map<string, number>();
  /** What this thread is in, the innermost last. */
  readonly #calls: number[] = [];
  /** Whose promises are not settled: between calls this thread runs what comes after them. */
  readonly #pending: number[] = [];

  private constructor(words: Uint32Array, at: number, numberOf: (driver: string) => number) {
    this.#words = words;
    this.#at = at;
    this.#numberOf = numberOf;
  }

  /** Makes the page; throws Error when there is no room for it. Drivers loaded from now on find it through the environment (rowdesk/crash_page.h). */
  static map(native: Native, path: string): CrashMarks {
    const words = new Uint32Array(native.mapCrashPage(path));
    process.env.ROWDESK_CRASH_PAGE = path;
    const slot = native.claimCrashSlot('javascript');
    // crash_page.h: 16 words of head, then slots of 8 words, the name is the second
    return new CrashMarks(words, 16 + slot * 8 + 1, (driver) => native.crashName(driver));
  }

  /** Marks nothing. */
  static none(): CrashMarks {
    return new CrashMarks(new Uint32Array(1), 0, () => 0);
  }

  /**
   * Runs code of a driver, marked until it returns; until it resolves when it returns a promise. Whatever it throws comes
   * out as an Error.
   */
  into<T>(driver: string, run: () => T): T {
    const number = this.#numbered(driver);
    this.#calls.push(number);
    this.#mark();
    try {
      const result = run();
      if (!(result instanceof Promise)) return result;
      this.#pending.push(number);
      return result.catch(throwError).finally(() => this.#settled(number)) as T;
    } catch (error) {
      return throwError(error);
    } finally {
      this.#calls.pop();
      this.#mark();
    }
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

  #settled(number: number): void {
    this.#pending.splice(this.#pending.lastIndexOf(number), 1);
    this.#mark();
  }

  #mark(): void {
    this.#words[this.#at] = this.#calls.at(-1) ?? this.#pending.at(-1) ?? 0;
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
