import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.ts';
import type { About, Time } from '../services.ts';

/** Facts about this start. */
export function aboutThisStart(stateFolder: string, configFolder: string, time: Pick<Time, 'now'>): About {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    startedAt: new Date(time.now()).toISOString(),
    epoch: randomBytes(6).toString('hex'),
    stateFolder,
    configFolder,
  };
}
