// Values in the steps and ranges that rows have now, as OPTIONS says them.
import { type Fields, Refusal, type Rows } from 'rowdesk/provider';

export interface Fitted {
  readonly value: unknown;
  /** It was outside the range; what is on no step is no loss. */
  readonly isBeyond: boolean;
}

export class Fitting {
  readonly #rows: Pick<Rows, 'options'>;
  /** By the address with # for numbers: rows of one shape have the same steps. */
  readonly #known = new Map<string, Readonly<Record<string, Fields>>>();

  constructor(rows: Pick<Rows, 'options'>) {
    this.#rows = rows;
  }

  /** The nearest value that the field takes; the same where that is no number, or where there is no such row. */
  fitted(path: string, field: string, value: unknown): Fitted {
    const schema = this.#fieldsOf(path)[field];
    return schema === undefined || typeof value !== 'number' ? { value, isBeyond: false } : inRange(value, schema);
  }

  #fieldsOf(path: string): Readonly<Record<string, Fields>> {
    const shape = path.replace(/\/\d+(?=\/|$)/g, '/#');
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    try {
      const { fields } = this.#rows.options(path);
      this.#known.set(shape, fields);
      return fields;
    } catch (error) {
      // Another address of the shape may be there.
      if (!(error instanceof Refusal)) throw error;
      return {};
    }
  }
}

function inRange(value: number, { minimum, maximum, maximumBy, multipleOf }: Fields): Fitted {
  const least = Number(minimum ?? Number.NEGATIVE_INFINITY);
  // A maximum that goes by another field is judged when both are known.
  const most = Number((maximumBy === undefined ? maximum : undefined) ?? Number.POSITIVE_INFINITY);
  const within = Math.min(most, Math.max(least, value));
  const step = Number(multipleOf ?? 0);
  const fitted = step > 0 ? Number((Math.round(within / step) * step).toFixed(9)) : within;
  return { value: fitted, isBeyond: within !== value };
}
