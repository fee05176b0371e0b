// The reports of targets, compared with the desired values of the desk.
import { contractOf } from '../rows/contract.ts';
import { matches } from '../rows/matches.ts';
import type { FieldReading, ObservedReports, ObservedState } from '../rows/observed-state.ts';
import { isSetting } from '../rows/row-ref.ts';
import type { Memory } from './memory.ts';

export class ComparedReports implements ObservedState {
  readonly #reports: ObservedReports;
  readonly #memory: Memory;

  constructor(reports: ObservedReports, memory: Memory) {
    this.#reports = reports;
    this.#memory = memory;
  }

  read(path: string, field: string): FieldReading | undefined {
    return this.#reports.read(path, field);
  }

  matches(path: string, field: string): boolean {
    const reading = this.#reports.read(path, field);
    if (reading?.state !== 'applied') return false;
    const place = this.#memory.found(path);
    if (place === undefined || !isSetting(place)) return false;
    const desired = this.#memory.readAt(place);
    if (!Object.hasOwn(desired, field)) return false;
    // Equal values need no tolerance, and most are.
    if (desired[field] === reading.value) return true;
    const contract = contractOf(place, this.#memory, this).fields.get(field);
    return contract !== undefined && matches(desired[field], reading.value, field, contract.schema);
  }

  onChange(listener: Parameters<ObservedReports['onChange']>[0]): () => void {
    return this.#reports.onChange(listener);
  }
}
