// One complete read of a device: dumps are asked for until every readable register was reported. Messages may be lost: each
// further dump fills the gaps of those before.
import type { Part } from './registers.ts';

/** Within a dump nothing came for so long: its end is lost. */
const quietMs = 400;
/** With every twentieth message lost, the third dump fills the last gap; after these a register that no dump has is not asked for. */
const mostDumps = 8;
const fairDumps = 3;

export class CompleteRead {
  readonly #missing: Set<Part>;
  readonly #ask: () => void;
  #dumps = 0;
  #ended = 0;
  #heardMs: number;
  #askedMs: number;

  /** Asks for the first dump at once. `ask` asks for one. */
  constructor(expected: Iterable<Part>, nowMs: number, ask: () => void) {
    this.#missing = new Set(expected);
    this.#ask = ask;
    this.#heardMs = this.#askedMs = nowMs;
    this.#askAgain(nowMs);
  }

  /** A register was reported. */
  note(part: Part, nowMs: number): void {
    this.#heardMs = nowMs;
    this.#missing.delete(part);
  }

  /** The register that ends a dump was reported. True when the read is over. */
  end(nowMs: number): boolean {
    this.#heardMs = nowMs;
    this.#ended++;
    return this.#isOver(nowMs);
  }

  /** To be called now and then: true when the read is over although the end of its last dump is lost. */
  look(nowMs: number): boolean {
    return nowMs - Math.max(this.#heardMs, this.#askedMs) >= quietMs && this.#isOver(nowMs);
  }

  /** Registers that no dump had, of so many that their messages can't all be lost. */
  get unreported(): readonly Part[] {
    return this.#ended < fairDumps ? [] : [...this.#missing];
  }

  #isOver(nowMs: number): boolean {
    if (this.#missing.size === 0 || this.#dumps >= mostDumps) return true;
    this.#askAgain(nowMs);
    return false;
  }

  #askAgain(nowMs: number): void {
    this.#dumps++;
    this.#askedMs = nowMs;
    this.#ask();
  }
}
