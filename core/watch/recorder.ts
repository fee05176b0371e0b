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
    const { reads, rowsRead } = this;
    this.desk = {
      read(path: string): Fields {
        reads.add(path);
        const fields = desk.read(path);
        rowsRead.add(path);
        return fields;
      },
      readAt(place: SettingPlace): Fields {
        reads.add(place.path);
        const fields = desk.readAt(place);
        rowsRead.add(place.path);
        return fields;
      },
      has(path: string): boolean {
        reads.add(path);
        return desk.has(path);
      },
    };
    this.observed = {
      read(path: string, field: string): FieldReading | undefined {
        reads.add(observedKey(path, field));
        return observed.read(path, field);
      },
      matches(path: string, field: string): boolean {
        reads.add(path).add(observedKey(path, field));
        return observed.matches(path, field);
      },
    };
  }
}
