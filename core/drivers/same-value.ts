// Is what a target has what is wanted? Targets keep numbers as float32, and levels often as linear gain.
import { isSame } from '../desk/json.ts';

/** DESIGN 5: levels compare within 0.005 dB. */
const levelTolerance = 0.005;
/** Of float32, with some room for a calculation there and back. */
const relativeTolerance = 1e-6;

export function isSameValue(field: string, wanted: unknown, found: unknown): boolean {
  if (typeof wanted !== 'number' || typeof found !== 'number') return isSame(wanted, found);
  const tolerance = /Db(fs)?$/.test(field) ? levelTolerance : Math.max(1, Math.abs(wanted)) * relativeTolerance;
  return Math.abs(wanted - found) <= tolerance;
}
