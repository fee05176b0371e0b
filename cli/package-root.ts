import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, whether this file runs from dist/ or from its source. */
export const packageRoot: string = find(dirname(fileURLToPath(import.meta.url)));

function find(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : find(dirname(folder));
}
