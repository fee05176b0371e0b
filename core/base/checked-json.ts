// A JSON file of a data folder (data-folder.ts), checked against its schema.
import { schemaViolations } from './schema-violations.ts';
import { type Static, type TSchema, Value } from './typebox.ts';

/** Parses a text. Throws an Error with every violation of the schema: its place, and the allowed values. */
export function checkedJson<S extends TSchema>(schema: S, text: string): Static<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`is not JSON: ${(error as Error).message}`);
  }
  if (Value.Check(schema, value)) return value;
  const violations = schemaViolations(schema, value).map(
    ({ field, problem, remedy }) => `${field === '' ? 'the file' : `/${field}`} ${problem}: ${remedy}`,
  );
  throw new Error(violations.join('; '));
}
