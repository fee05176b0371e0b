import { join, resolve } from 'node:path';
import { packageRoot } from '../core/base/package-root.ts';

/** What is switched on: `--config`, else the file that comes with this package. Absolute. */
export function configFile(given: string | undefined): string {
  return given === undefined ? join(packageRoot, 'providers.config.json') : resolve(given);
}
