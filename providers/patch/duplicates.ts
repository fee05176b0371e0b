// What a schema can't say of lists of edges: one twice, of which nobody could say which counts (`uniqueBy` in OPTIONS).
import { Refusal } from 'rowdesk/provider';
import { stripName } from '../console/index.ts';
import { type InsertPlace, placeWords } from './inserts.ts';
import type { PatchContent } from './live-patch.ts';

interface Lists extends Partial<PatchContent> {
  /** Inserts whose latency was measured. */
  readonly measured?: readonly InsertPlace[];
}

/** Throws refusal `invalid-fields` that names the item. */
export function refuseDuplicates({ inputs = [], outputs = [], inserts = [], measured = [] }: Lists): void {
  const errors = [
    ...again(
      'inputs',
      inputs.map(({ strip, leg = 'left' }) => `${leg} leg of ${stripName(strip)}`),
    ),
    ...again(
      'outputs',
      outputs.map(({ strip, leg, portId }) => `${leg} leg of ${stripName(strip)} to ${portId}`),
    ),
    ...again(
      'inserts',
      inserts.map((item) => `${item.leg ?? 'left'} leg of ${placeWords(item)}`),
    ),
    ...again('measured', measured.map(placeWords)),
  ];
  const [first] = errors;
  if (first !== undefined) throw new Refusal('invalid-fields', first.message, {}, [...errors]);
}

function again(field: string, names: readonly string[]): Refusal['errors'] {
  return names.flatMap((name, place) => {
    const before = names.indexOf(name);
    if (before === place) return [];
    const message = `${field} names the ${name} twice.`;
    return [{ field: `${field}/${place}`, code: 'duplicate' as const, message, params: { same: before } }];
  });
}
