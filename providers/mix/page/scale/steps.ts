// Steps of keys and wheels along a fader.
import { maximumDb, minimumDb, roundedTo } from './fader-law.ts';

/** Below it a fader is at its end. */
const lowestDb = -90;

/** `byDb` from a level, within the fader; a step below -90 dB is off, and a step up from off begins at -90 dB. */
export function stepped(levelDb: number, byDb: number): number {
  if (levelDb < lowestDb) return byDb > 0 ? lowestDb : minimumDb;
  const next = roundedTo(levelDb + byDb, 0.1);
  return next < lowestDb ? minimumDb : Math.min(maximumDb, next);
}

/** The level after a key of a fader; undefined for every other key. Home is off; no key alone leads above 0 dB at once. */
export function stepOfKey(key: string, isShift: boolean, levelDb: number): number | undefined {
  const step = isShift ? 0.1 : 1;
  switch (key) {
    case 'ArrowUp':
      return stepped(levelDb, step);
    case 'ArrowDown':
      return stepped(levelDb, -step);
    case 'PageUp':
      return stepped(levelDb, 6);
    case 'PageDown':
      return stepped(levelDb, -6);
    case 'Home':
      return minimumDb;
    case 'End':
    case '0':
      return 0;
    default:
      return undefined;
  }
}
