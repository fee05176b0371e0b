// Writable fields of views go back to where they are observed, never into the desk.

import type { FieldError } from '../base/refusals.ts';
import type { ViewWrite } from '../rows/alias-changes.ts';
import type { AnswerBounds } from '../rows/answer-bounds.ts';
import type { Contract } from '../rows/contract.ts';
import type { WriteOptions } from './row-access.ts';

/** What is wrong with a write, in the client's names. */
export function viewWriteErrors({ fields, via }: ViewWrite, contract: Contract): readonly FieldError[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const error = contract.checkField(name, value);
    if (error === undefined) return [];
    const sent = via[name] ?? name;
    const message = sent === name ? error.message : `${sent}: ${error.message}`;
    return [{ ...error, field: sent + error.field.slice(name.length), message }];
  });
}

/** Throws whatever the provider's function throws, and refusal `fault` where it does not settle in time. */
export async function writeView(
  { place, fields }: ViewWrite,
  { actor, address = '' }: WriteOptions,
  bounds: Pick<AnswerBounds, 'written'>,
): Promise<void> {
  const writing = place.row.type === 'view' ? place.row.write?.(place.at, fields, actor, address) : undefined;
  if (writing !== undefined) await bounds.written(place, Promise.resolve(writing));
}
