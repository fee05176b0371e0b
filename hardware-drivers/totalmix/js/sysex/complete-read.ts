// One complete read of a device: dumps are asked for until every readable register was reported. Messages may be lost: each
// further dump fills the gaps of those before.
import type { Part } from './registers.ts';

/** Within a dump nothing came for so long: its end is lost. */
const quietMs = 400;
/** With every twentieth message lost, the third dump fills the last gap. */
const mostDumps = 8;
/** After so many whole dumps in a row that filled no gap the device does not have what is missing. */
const mostFruitless = 2;

export class CompleteRead {
  readonly #missing: Set<Part>;
  readonly #ask: () => void;
  #dumps = 0;
  #fruitless = 0;
  #missingBefore: number;
  #heardMs: number;

  /** Asks for the first dump at once. `ask` asks for one. */
  constructor(expected: Iterable<Part>, nowMs: number, ask: () => void) {
    this.#missing = new Set(expected);
    this.#missingBefore = this.#missing.size;
    this.#ask = ask;
    this.#heardMs = nowMs;
    this.#askAgain(nowMs);
  }

  /** A register was reported. */
  note(part: Part, nowMs: number): void {
    this.#heardMs = nowMs;
    this.#missing.delete(part);
  }

  /** The register that ends a dump was reported. True when the read is over. */
  end(nowMs: number): boolean {
    this.#fruitless = this.#missing.size < this.#missingBefore ? 0 : this.#fruitless + 1;
    this.#missingBefore = this.#missing.size;
    return this.#isOver(nowMs);
  }

  /** To be called now and then: true when the read is over although the end of its last dump is lost. */
  look(nowMs: number): boolean {
    return nowMs - this.#heardMs >= quietMs && this.#isOver(nowMs);
  }

  /** Registers that no dump had, of dumps that were whole. */
  get unreported(): readonly Part[] {
    return this.#fruitless < mostFruitless ? [] : [...this.#missing];
  }

  #isOver(nowMs: number): boolean {
    const isOver = this.#missing.size === 0 || this.#fruitless >= mostFruitless || this.#dumps >= mostDumps;
    if (!isOver) this.#askAgain(nowMs);
    return isOver;
  }

  #askAgain(nowMs: number): void {
    this.#dumps++;
    this.#heardMs = nowMs;
    this.#ask();
  }
}
