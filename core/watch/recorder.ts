// Records what the evaluation of a row reads of the desk and of the observed state: a change of it evaluates the row
// again.
import type { Fields } from '../rows/definitions.ts';
import type { ValueReaders } from '../rows/evaluation.ts';
import type { FieldReading, ObservedReader } from '../rows/observed-state.ts';
import type { SettingPlace, SettingReader } from '../rows/row-ref.ts';

/** The key of an observed value; the key of a row is its path. */
export function observedKey(path: string, field: string): string {
  return `${path} ${field}`;
}

export class Recorder implements ValueReaders {
  /** Paths of rows, and keys of observed values. */
  readonly reads = new Set<string>();
  /** Paths of the settings that were read. */
  readonly rowsRead = new Set<string>();
  readonly desk: SettingReader;
  readonly observed: ObservedReader;

  constructor({ desk, observed }: ValueReaders) {
    this.desk = new RecordedDesk(desk, this);
    this.observed = new RecordedReports(observed, this.reads);
  }
}

class RecordedDesk implements SettingReader {
  readonly #desk: SettingReader;
  readonly #recorder: Recorder;

  constructor(desk: SettingReader, recorder: Recorder) {
    this.#desk = desk;
    this.#recorder = recorder;
  }

  read(path: string): Fields {
    this.#recorder.reads.add(path);
    const fields = this.#desk.read(path);
    this.#recorder.rowsRead.add(path);
    return fields;
  }

  readAt(place: SettingPlace): Fields {
    this.#recorder.reads.add(place.path);
    const fields = this.#desk.readAt(place);
    this.#recorder.rowsRead.add(place.path);
    return fields;
  }

  has(path: string): boolean {
    this.#recorder.reads.add(path);
    return this.#desk.has(path);
  }
}

class RecordedReports implements ObservedReader {
  readonly #observed: ObservedReader;
  readonly #reads: Set<string>;

  constructor(observed: ObservedReader, reads: Set<string>) {
    this.#observed = observed;
    this.#reads = reads;
  }

  read(path: string, field: string): FieldReading | undefined {
    this.#reads.add(observedKey(path, field));
    return this.#observed.read(path, field);
  }

  matches(path: string, field: string): boolean {
    this.#reads.add(path).add(observedKey(path, field));
    return this.#observed.matches(path, field);
  }
}
