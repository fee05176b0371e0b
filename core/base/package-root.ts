// The folders of rowdesk itself, whether this file runs from dist/ or from its source.
import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** The folder that holds package.json. */
export const packageRoot: string = find(dirname(here));

/** The folder that holds core/, providers/ and cli/: the package's, or its dist/. */
const codeRoot: string = dirname(dirname(dirname(here)));

/** The URL of a module beside core/, `providers/clock/index`: .js when compiled, .ts from source. */
export function moduleUrl(path: string): URL {
  return pathToFileURL(join(codeRoot, path + extname(here)));
}

function find(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : find(dirname(folder));
}
