// What the desk's owner changes of the table: a file of the folder of mappings, which `mapping` of the row names.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkWithDefaults, type Static, Type } from 'rowdesk/surface';
import type { BookChanges } from './book.ts';

const largestBytes = 1024 * 1024;

const path = (pattern: string) => Type.Union([Type.String({ pattern, maxLength: 256 }), Type.Null()]);
const ChangesFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    /** By address of a strip, `/ch/32`, the row of a strip, `/channel/input/33`; null for none. */
    strips: Type.Record(Type.String({ pattern: '^/' }), path('^/channel/[^/]+/\\d+$'), { default: {} }),
    /** By address, or line of the table, the address of a field of the desk; null for none. */
    addresses: Type.Record(Type.String({ pattern: '^/' }), path('^[/{][^/]+(/[^/]+)+$'), { default: {} }),
  },
  { additionalProperties: false },
);

/** Throws Error in words for a file that is missing or invalid. `name` is '' for none. */
export function readChanges(folder: string, name: string): BookChanges {
  if (name === '') return {};
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) throw new Error(`there is no mapping ${file}`);
  if (statSync(file).size > largestBytes) throw new Error(`${file} is larger than 1 MiB`);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  const { value, violations } = checkWithDefaults(ChangesFile, given);
  const [first] = violations;
  if (first !== undefined) throw new Error(`${file}: ${first.field} ${first.problem}; ${first.remedy}`);
  return value as Static<typeof ChangesFile>;
}
