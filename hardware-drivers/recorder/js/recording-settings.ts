// The settings of /record that the recorder takes.
import type { Reading, Value } from 'rowdesk/driver';

const numberIn = (least: number, most: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value <= most ? '' : `must be ${least} to ${most}`;
const oneOf = (choices: readonly unknown[]) => (value: unknown) =>
  choices.includes(value) ? '' : `must be one of ${choices.join(', ')}`;

const rules = {
  preRollS: numberIn(0, 60),
  fileFormat: oneOf(['wav', 'flac']),
  bitDepth: oneOf([24, 32]),
  splitMinutes: numberIn(0, 1440),
};
type Field = keyof typeof rules;

export class RecordingSettings {
  readonly #path: string;
  readonly #values: Record<Field, unknown> = { preRollS: 10, fileFormat: 'wav', bitDepth: 24, splitMinutes: 0 };

  constructor(path: string) {
    this.#path = path;
  }

  get preRollS(): number {
    return this.#values.preRollS as number;
  }
  get fileFormat(): 'wav' | 'flac' {
    return this.#values.fileFormat as 'wav' | 'flac';
  }
  /** A FLAC has no floats. */
  get bitDepth(): 24 | 32 {
    return this.fileFormat === 'flac' ? 24 : (this.#values.bitDepth as 24 | 32);
  }
  get splitMinutes(): number {
    return this.#values.splitMinutes as number;
  }

  apply(values: readonly Value[]): readonly Reading[] {
    return values.flatMap(({ path, field, value }): readonly Reading[] => {
      const isKnown = Object.hasOwn(rules, field);
      const wrong = isKnown ? rules[field as Field](value) : 'is no setting of the recorder';
      if (wrong === '') this.#values[field as Field] = value;
      return wrong === '' ? [] : [{ path, field, value, state: 'refused', reason: `${field} ${wrong}` }];
    });
  }

  observe(): readonly Reading[] {
    return Object.entries(this.#values).map(([field, value]) => ({ path: this.#path, field, value, state: 'applied' }));
  }
}
