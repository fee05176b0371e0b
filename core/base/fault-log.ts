import { randomBytes } from 'node:crypto';
import type { Log } from './log.ts';
import { isRefusal, Refusal } from './refusals.ts';

const freshId = () => randomBytes(6).toString('hex');

/** Turns what a provider's function threw into a refusal: its own as it is, anything else a `fault` that the log names. */
export class Faults {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** `where` says what was asked: `GET /channel/input/3`. */
  refusal(error: unknown, where: string): Refusal {
    if (isRefusal(error)) return error;
    const id = freshId();
    this.#log.error({ id, where, err: error }, `a fault in ${where}`);
    return new Refusal('fault', `A fault in the desk; its log has it as ${id}.`, { id });
  }

  /** A fault of a provider that can be said in words, without a full stop at their end. */
  fault(words: string, where: string): Refusal {
    const id = freshId();
    this.#log.error({ id, where }, words);
    return new Refusal('fault', `${words}; the log has it as ${id}.`, { id });
  }

  /** For calls without a caller that waits: a refusal is a debug message, anything else is logged with an id. */
  note(error: unknown, where: string): void {
    if (isRefusal(error) && error.code !== 'fault') {
      this.#log.debug({ where, code: error.code, detail: error.message }, `${where} is refused`);
    } else this.refusal(error, where);
  }

  /** What keeps this from being done, a `fault` for whatever is no refusal; undefined where it can be. */
  refusalOf(where: string, run: () => unknown): Refusal | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      return this.refusal(error, where);
    }
  }

  /** Runs a provider's function; whatever it throws comes out as a Refusal. */
  guard<T>(where: string, run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw this.refusal(error, where);
    }
  }
}
