// The largest samples of the files of a render, and what they say.
import type { RenderJob } from '../../services/render-job.ts';

/** Of a file that reaches full scale: an output of the desk clips there, and so does a file of whole numbers. */
export function overloadWords(
  { file, ports, format }: RenderJob['outputs'][number],
  peaks: Readonly<Record<string, number>>,
): readonly string[] {
  const peak = Math.max(...ports.map((port) => peaks[port] ?? 0));
  if (peak < 1) return [];
  if (format !== undefined && format.encoding !== 'float32') {
    return [`${file} reaches full scale; what was louder is clipped there, as at an output of the desk`];
  }
  const over = `${file} goes ${decibels(peak).toFixed(2)} dB over full scale`;
  return peak > 1 ? [`${over}: its floats keep that; an output of the desk or 16 and 24 bits would clip it`] : [];
}

export function decibels(magnitude: number): number {
  return magnitude > 0 ? Math.max(-144, 20 * Math.log10(magnitude)) : -144;
}
