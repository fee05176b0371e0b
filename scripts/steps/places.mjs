// Where things are, relative to the root of the repository (or of the installed package).
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
export const dist = `${root}/dist`;
/** Folders whose TypeScript is compiled to dist/. */
export const sourceFolders = ['core', 'providers', 'cli', 'test'];
