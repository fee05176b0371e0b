// How loud the inputs of the device are, whether a strip hears them or not.
import type { NativeMixer } from './native.ts';

const mostInputs = 1024;
const readers = 4;
const silenceDb = -144;

export interface InputLevel {
  readonly portId: string;
  /** The peak since this reader's last read, dBFS; -144 is silence. */
  readonly levelDb: number;
}

/** reader: each has peaks of its own; ports: ids by channel of the device, '' for a gap. Throws Error in words. */
export function inputLevels(native: NativeMixer, reader: unknown, ports: readonly string[]): readonly InputLevel[] {
  if (!Number.isInteger(reader) || Number(reader) < 0 || Number(reader) >= readers) {
    throw new Error(`reader must be from 0 to ${readers - 1}`);
  }
  const peaks = new Float32Array(mostInputs);
  const count = native.readInputPeaks(Number(reader), peaks);
  return ports
    .slice(0, count)
    .map((portId, channel) => ({ portId, levelDb: levelDbOf(peaks[channel] ?? 0) }))
    .filter(({ portId }) => portId !== '');
}

function levelDbOf(peak: number): number {
  return peak > 0 ? Math.max(silenceDb, 20 * Math.log10(peak)) : silenceDb;
}
