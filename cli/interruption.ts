// An orderly end on the first SIGINT, SIGTERM or SIGHUP; the second one ends at once.
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Aborted by the first of the signals. A second one ends the process with 128 + its number. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[signal]);
      controller.abort();
    });
  }
  return controller.signal;
}
