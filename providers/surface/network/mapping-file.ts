// A file of the folder of mappings, which `mapping` of the row of a surface names.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkWithDefaults, type Static, type TSchema } from 'rowdesk/surface';

const largestBytes = 1024 * 1024;

/** `name`: without `.json`. Throws Error in words for a file that is missing or does not fit the schema. */
export function readMappingFile<T extends TSchema>(folder: string, name: string, schema: T): Static<T> {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) throw new Error(`there is no mapping ${file}`);
  if (statSync(file).size > largestBytes) throw new Error(`${file} is larger than 1 MiB`);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  const { value, violations } = checkWithDefaults(schema, given);
  const [first] = violations;
  if (first !== undefined) throw new Error(`${file}: ${first.field} ${first.problem}; ${first.remedy}`);
  return value as Static<T>;
}
