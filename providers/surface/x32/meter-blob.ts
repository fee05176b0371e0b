// The blob of a meter: how many values there are, then the values, each with its lowest byte first.
import type { MeterTable } from '../../../hardware-drivers/lib/x32/js/table/meter-parts.ts';

/** At this level, and below, there is silence. */
export const silenceDb = -144;

export const valueBytes = (unit: MeterTable['unit']): number => (unit === 'factor' ? 4 : 2);

/** `valuesDb`: levels in dB below full scale, and gains. */
export function meterBlob(valuesDb: readonly number[], unit: MeterTable['unit']): Uint8Array {
  const size = valueBytes(unit);
  const bytes = new Uint8Array(4 + valuesDb.length * size);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, valuesDb.length, true);
  for (const [n, db] of valuesDb.entries()) putValue(view, 4 + n * size, db, unit);
  return bytes;
}

export function putValue(view: DataView, at: number, db: number, unit: MeterTable['unit']): void {
  if (unit === 'factor') view.setFloat32(at, db <= silenceDb ? 0 : 10 ** (db / 20), true);
  else view.setInt16(at, Math.max(-32_768, Math.min(32_767, Math.round(db * 256))), true);
}

/** So many pairs of one value, and their count. */
export function pairsBlob({ count, value }: { readonly count: number; readonly value: number }): Uint8Array {
  const bytes = new Uint8Array(4 + count * 4);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, count, true);
  for (let at = 4; at < bytes.length; at += 2) view.setInt16(at, value, true);
  return bytes;
}
