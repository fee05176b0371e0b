// A built checkout: what the bench measures. The clients, the bare servers and the harness are this checkout's for all.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, type ServiceOptions, startService } from '../harness/service.ts';

export interface Checkout {
  readonly root: string;
  readonly cli: string;
  start(options?: ServiceOptions): Promise<Service>;
}

/** Throws Error if the folder has no built rowdesk. */
export function checkoutAt(root: string): Checkout {
  const cli = join(root, 'dist/cli/main.js');
  if (!existsSync(cli)) throw new Error(`${root} is no built checkout: there is no ${cli}`);
  return { root, cli, start: (options) => startService({ strips: 'all', ...options, cli }) };
}
