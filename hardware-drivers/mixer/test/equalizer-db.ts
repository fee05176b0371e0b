// The judge of measured transfer functions.

/** dB of sox's `equalizer`, which is R. Bristow-Johnson's, at a frequency. */
export function equalizerDb(
  rate: number,
  { atHz, q, gainDb }: Record<'atHz' | 'q' | 'gainDb', number>,
  hz: number,
): number {
  const [a, w0, w] = [10 ** (gainDb / 40), (2 * Math.PI * atHz) / rate, (2 * Math.PI * hz) / rate];
  const alpha = Math.sin(w0) / (2 * q);
  const squared = (b: number) =>
    ((1 + b + (1 - b)) * Math.cos(w) - 2 * Math.cos(w0)) ** 2 + ((1 + b - (1 - b)) * Math.sin(w)) ** 2;
  return 10 * Math.log10(squared(alpha * a) / squared(alpha / a));
}
