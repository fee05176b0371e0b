import { type Row, task } from 'rowdesk/provider';
import type { Scanner } from '../scanner.ts';

/** Looks for plugins. */
export function scanRow(scanner: Scanner): Row {
  return task('/plugins/scan', {
    summary:
      'Looks for plugins on this machine, and tries those that are new or have changed, in processes of their own',
    cancellable: true,
    continuous: false,
    run: async (_at, _extra, run) => ({ outcome: 'applied', ...(await scanner.run(run)) }),
  });
}
