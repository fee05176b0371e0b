// What OPTIONS says, as far as its form can be told: interface.md says what is in that answer, not how.
import type { Row } from './server.ts';
import { isRow } from './server.ts';

/** JSON Schema words of each field, from `fields` or, as in a JSON Schema, from `properties`; undefined for other forms. */
export function fieldsIn(options: unknown): Readonly<Record<string, Row>> | undefined {
  if (!isRow(options)) return undefined;
  for (const name of ['fields', 'properties']) {
    const fields = options[name];
    if (isRow(fields) && Object.values(fields).every(isRow)) return fields as Readonly<Record<string, Row>>;
  }
  return undefined;
}

/** Whether a field may be written, where its words say so. */
export function accessIn(words: Row): 'ro' | 'rw' | undefined {
  if (words.access === 'ro' || words.readOnly === true) return 'ro';
  return words.access === 'rw' || words.readOnly === false ? 'rw' : undefined;
}

/** All options that the words allow; undefined where they enumerate none. */
export function optionsIn(words: Row): readonly unknown[] | undefined {
  if (Array.isArray(words.enum)) return words.enum;
  if ('const' in words) return [words.const];
  const branches = words.anyOf ?? words.oneOf;
  if (!Array.isArray(branches)) return undefined;
  const options = branches.map((branch) =>
    isRow(branch) && branch.type === 'null' ? [null] : optionsIn(branch as Row),
  );
  return options.every((each) => each !== undefined) ? options.flat() : undefined;
}
