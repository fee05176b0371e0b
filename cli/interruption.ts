// An orderly end on the first SIGINT, SIGTERM or SIGHUP; a second one ends at once.
import { constants } from 'node:os';
import { endProcess } from '../core/system/process-end.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One Ctrl-C comes twice under npm: from the terminal, and passed on by npm. */
const sameInterruptionMs = 500;

/** Aborted by the first of the signals. A later one ends the process with 128 + its number. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let firstMs = 0;
  for (const signal of signals) {
    process.on(signal, () => {
      if (!controller.signal.aborted) firstMs = performance.now();
      else if (performance.now() - firstMs > sameInterruptionMs) endProcess(128 + constants.signals[signal]);
      controller.abort();
    });
  }
  return controller.signal;
}
