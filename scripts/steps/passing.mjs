// Failures of the machine and not of the sources: they pass, and the next build tries again.
import { root } from './places.mjs';

const full = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/;
const killed = /(Killed|Terminated) signal|\bSIG(KILL|TERM|INT|HUP)\b|cannot allocate memory|out of memory/i;

/** Why a build with this log failed by no fault of its sources, in words; undefined where the sources may be at fault. */
export function passingReason(log) {
  if (full.test(log)) return diskFull;
  return killed.test(log) ? 'the compiler was ended, or had no memory' : undefined;
}

export const diskFull = `the disk of ${root} is full; free some space`;

/** The words of an error that ends a build. */
export const wordsOf = ({ message }) =>
  full.test(message) ? `${message}\nThe build ended: ${diskFull}, then run the same command again.` : message;
