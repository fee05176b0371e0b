// How levels move in a fade, as src/engine/fades.h has it (rows.md, Show).

/** At and below it a fade is silent, dB. */
export const floorDb = -80;

/** Where a fade is, `part` of its time after its begin (0 to 1): linear in dB, from and to silence of equal power. */
export function fadedDb(fromDb: number, toDb: number, part: number): number {
  const [isFromSilence, isToSilence] = [fromDb <= floorDb, toDb <= floorDb];
  if (isFromSilence && isToSilence) return toDb;
  if (isFromSilence) return toDb + 20 * Math.log10(Math.sin((part * Math.PI) / 2));
  if (isToSilence) return fromDb + 20 * Math.log10(Math.cos((part * Math.PI) / 2));
  return fromDb + (toDb - fromDb) * part;
}
