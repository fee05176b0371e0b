// Where things are, relative to the root of the repository (or of the installed package).
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
/** What is shipped, and what the service runs from. */
export const dist = `${root}/dist`;
/** All that was compiled, with the programs of the tests and what they stand on; never shipped. */
export const compiled = `${root}/build`;
/** Folders whose TypeScript is compiled. */
export const sourceFolders = ['core', 'providers', 'cli', 'test'];
/** Folders of which dist/ has its part. */
export const shippedFolders = ['core', 'providers', 'cli'];

const forTests = /\.test\.[a-z.]+$|-(double|doubles|fixture)\.[a-z.]+$|(^|\/)fixtures(\/|$)/;
/** Whether a file or folder is for tests only and never shipped, by its path: the names that doubles and fixtures have. */
export const isForTests = (path) => forTests.test(path);
