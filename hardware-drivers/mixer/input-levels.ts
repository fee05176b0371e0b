// How loud the inputs of the device are, whether a strip hears them or not.
import type { NativeMixer } from './native.ts';

const mostInputs = 1024;
const silenceDb = -144;

export interface InputLevel {
  readonly portId: string;
  /** The peak since the last read, dBFS; -144 is silence. */
  readonly levelDb: number;
}

/** ports: ids by channel of the device, '' for a gap. */
export function inputLevels(native: NativeMixer, ports: readonly string[]): readonly InputLevel[] {
  const peaks = new Float32Array(mostInputs);
  const count = native.readInputPeaks(peaks);
  return ports
    .slice(0, count)
    .map((portId, channel) => ({ portId, levelDb: levelDbOf(peaks[channel] ?? 0) }))
    .filter(({ portId }) => portId !== '');
}

function levelDbOf(peak: number): number {
  return peak > 0 ? Math.max(silenceDb, 20 * Math.log10(peak)) : silenceDb;
}
