// The answer to OPTIONS: the live contract as data.
import type { Contract, FieldContract } from '../rows/contract.ts';
import type { DeskReader, Fields } from '../rows/definitions.ts';
import { interfaceVersion } from '../rows/interface-version.ts';
import { withoutReservedNames } from '../rows/open-schemas.ts';
import { mayWrite, type Permit } from '../rows/permit.ts';
import type { RowRef } from '../rows/row-ref.ts';
import { fieldsOf, liveFields } from '../rows/static-contract.ts';
import type { RowOptions } from './row-access.ts';

/** The methods of a row: PATCH if it has writable fields. */
export function methodsOf({ row, at }: RowRef, desk: DeskReader): readonly string[] {
  const isLive = row.type === 'setting' && typeof row.fields === 'function';
  const fields = isLive ? liveFields(row, at, desk) : fieldsOf(row);
  for (const { access } of fields.values()) if (access === 'rw') return writableMethods;
  return readableMethods;
}

const readableMethods = ['GET', 'HEAD', 'OPTIONS'];
const writableMethods = [...readableMethods, 'PATCH'];

export function rowOptions(
  place: RowRef,
  contract: Contract,
  written: readonly string[],
  permit: Permit | undefined,
): RowOptions {
  const { row, path } = place;
  const isHeld = (name: string) => permit !== undefined && !mayWrite(permit, place, name);
  const shown = [...contract.fields].map(([name, field]): [string, FieldContract] => [
    name,
    isHeld(name) ? { ...field, access: 'ro' } : field,
  ]);
  const fields = Object.fromEntries(shown.map(([name, field]) => [name, fieldWords(field)]));
  const methods = permit === undefined || shown.some(([, { access }]) => access === 'rw') ? written : readableMethods;
  return {
    template: row.template,
    path,
    methods,
    watchable: true,
    onDemand: row.type === 'view' && row.onDemand,
    continuous: row.continuous,
    task: row.type === 'task',
    ...(row.type === 'task' ? { cancellable: row.cancellable } : {}),
    ...(row.summary === undefined ? {} : { summary: row.summary }),
    fields,
    version: interfaceVersion,
  };
}

/** One field: its access, then its JSON Schema. */
export function fieldWords({ access, schema, default: otherwise, mergedBy }: FieldContract): Fields {
  return {
    access,
    ...(access === 'rw' ? withoutReservedNames(schema) : schema),
    ...(otherwise === undefined ? {} : { default: otherwise }),
    ...(mergedBy === undefined ? {} : { mergedBy }),
  };
}
