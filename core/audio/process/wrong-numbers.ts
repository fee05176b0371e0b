// Numbers that a driver reports and no row can have: NaN, and the infinities. A field that has one keeps the value from before it,
// as one that its target refuses, and a notice names the field.
import type { Reading } from '../../driver.ts';

type Values = ReadonlyMap<string, unknown>;

export class WrongNumbers {
  readonly #warn: (text: string) => void;
  /** Reports of the fields that have one now, in words. */
  readonly #wrong = new Map<string, string>();
  /** The values before them. */
  readonly #before = new Map<string, unknown>();
  /** Undefined before the first report: a connection before this one may have said something. */
  #said: string | undefined;

  /** `warn` gets an empty text once all fields have values again. */
  constructor(warn: (text: string) => void) {
    this.#warn = warn;
  }

  /**
   * The readings with values. A field that has had none is left out, unless the desk has written it: then it is refused. `last`:
   * the readings of the report before.
   */
  sorted(
    readings: readonly Reading[],
    last: readonly Reading[],
    isWritten: (path: string, field: string) => boolean,
  ): readonly Reading[] {
    const isWrong = ({ value }: Reading) => wrongNumber(value) !== undefined;
    if (this.#wrong.size === 0 && this.#said !== undefined && !readings.some(isWrong)) return readings;
    let values: Values | undefined;
    const believed = readings.flatMap((reading): readonly Reading[] => {
      const { path, field, value, state, reason } = reading;
      const number = wrongNumber(value);
      const key = keyOf(reading);
      if (number === undefined) {
        this.#forget(key);
        return [reading];
      }
      if (!this.#wrong.has(key)) {
        values ??= valuesOf(last);
        if (values.has(key)) this.#before.set(key, values.get(key));
        this.#wrong.set(key, `${number} in ${field} of ${path}`);
      }
      if (!this.#before.has(key) && isWritten(path, field)) this.#before.set(key, null);
      if (!this.#before.has(key)) return [];
      const why = state === 'refused' && reason !== undefined ? reason : `its driver reports ${number}`;
      return [{ path, field, value: this.#before.get(key), state: 'refused', reason: why }];
    });
    this.#say();
    return believed;
  }

  /** The target is gone. */
  end(): void {
    this.#wrong.clear();
    this.#before.clear();
    this.#say();
  }

  #forget(key: string): void {
    this.#wrong.delete(key);
    this.#before.delete(key);
  }

  #say(): void {
    const [first] = this.#wrong.values();
    const more = this.#wrong.size > 1 ? `, and ${this.#wrong.size - 1} more` : '';
    const text = first === undefined ? '' : `It reports ${first}${more}, which no row can have: the last value stays.`;
    if (text === this.#said) return;
    this.#said = text;
    this.#warn(text);
  }
}

const keyOf = ({ path, field }: Reading) => `${path} ${field}`;

function valuesOf(readings: readonly Reading[]): Values {
  const valid = readings.filter(({ value }) => wrongNumber(value) === undefined);
  return new Map(valid.map((reading) => [keyOf(reading), reading.value]));
}

/** The first number in a value that JSON does not have, a NaN or an infinity; undefined where there is none. */
function wrongNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  let found: number | undefined;
  JSON.stringify(value, (_name, inner) => {
    if (typeof inner === 'number' && !Number.isFinite(inner)) found ??= inner;
    return inner;
  });
  return found;
}
