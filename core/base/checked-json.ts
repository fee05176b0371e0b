// A JSON file of a folder that anybody may fill (data-folder.ts), held to its schema.
import { schemaViolations } from './schema-violations.ts';
import { type Static, type TSchema, Value } from './typebox.ts';

/** What a text holds. Throws Error that says all that is wrong, where, and what is allowed there. */
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
