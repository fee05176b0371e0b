import { Refusal } from '../base/refusals.ts';

const quote = 0x22;
const backslash = 0x5c;
const [comma, list, object] = [0x2c, 0x5b, 0x7b];

/**
 * How many values a body has, counted while it arrives and before anything is made of them: a third of a million empty
 * objects fit into a large body. Counts what begins or separates values outside of strings; of what is no JSON it may count
 * something else.
 */
export class ValueCount {
  readonly #most: number;
  #values = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** The next bytes. Throws Refusal as soon as there are too many. */
  add(bytes: Uint8Array): void {
    let [values, isInString, isEscaped] = [this.#values, this.#isInString, this.#isEscaped];
    for (let at = 0; at < bytes.length; at++) {
      const sign = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (isInString && sign === backslash) isEscaped = true;
      else if (sign === quote) isInString = !isInString;
      else if (!isInString && (sign === comma || sign === list || sign === object)) values++;
    }
    if (values > this.#most) throw new Refusal('bad-request', `The body has more than ${this.#most} values`);
    [this.#values, this.#isInString, this.#isEscaped] = [values, isInString, isEscaped];
  }
}
