// Compiled checks of field schemas. Compiling costs 0.15 ms, so it waits for the first use, and narrowed schemas that
// are equal share one.

import type { FieldError } from '../base/refusals.ts';
import { Compile, type TSchema } from '../base/typebox.ts';
import type { FieldLimits } from './definitions.ts';
import { fieldErrors } from './field-errors.ts';

export interface FieldValidator {
  check(value: unknown): boolean;
  /** One error for each faulty member; empty for a good value. */
  errorsOf(field: string, value: unknown): readonly FieldError[];
}

const mostShared = 2048;
const byIdentity = new WeakMap<TSchema, FieldValidator>();
const byText = new Map<string, FieldValidator>();
const passing = new WeakSet<TSchema>();

/** Marks a temporary schema: its check is shared with all schemas of equal JSON. */
export function passingSchema(schema: TSchema): TSchema {
  passing.add(schema);
  return schema;
}

/** The literal's JSON Schema with the keywords of a narrowing laid over it. */
export function narrowed(schema: TSchema, limit: Exclude<FieldLimits, false>): TSchema {
  return passingSchema({ ...schema, ...limit } as TSchema);
}

export function validatorOf(schema: TSchema): FieldValidator {
  const known = byIdentity.get(schema);
  if (known !== undefined) return known;
  const validator = passing.has(schema) ? sharedValidator(schema) : compiled(schema);
  byIdentity.set(schema, validator);
  return validator;
}

function sharedValidator(schema: TSchema): FieldValidator {
  const text = JSON.stringify(schema);
  let validator = byText.get(text);
  if (validator === undefined) {
    validator = compiled(schema);
    if (byText.size >= mostShared) byText.clear();
    byText.set(text, validator);
  }
  return validator;
}

function compiled(schema: TSchema): FieldValidator {
  const validator = Compile(schema);
  return {
    check: (value) => validator.Check(value),
    errorsOf: (field, value) => (validator.Check(value) ? [] : fieldErrors(field, schema, value)),
  };
}
