// Makes this process fit for an audio thread. What can't be had is a reason in words, never a failure.
import type { Native } from './native.ts';

/** A real-time thread that runs longer than this without a pause is ended with the process: it would hang the machine. */
const longestRealTimeMs = 200;

export function prepareRealTime(native: Native): string[] {
  return [native.lockMemory(), native.limitRealTime(longestRealTimeMs * 1000)].filter((reason) => reason !== '');
}
