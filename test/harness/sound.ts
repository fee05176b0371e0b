// What tests measure in sound. Levels in dB relative to full scale; -Infinity for silence.

/** A sine with this peak level, from phase 0. */
export function sine(frequencyHz: number, peakDb: number, rate: number, frames: number): Float64Array {
  const amplitude = 10 ** (peakDb / 20);
  return Float64Array.from({ length: frames }, (_, n) => amplitude * Math.sin((2 * Math.PI * frequencyHz * n) / rate));
}

/** Sample peak. */
export function peakDb(samples: Float64Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return 20 * Math.log10(peak);
}

export interface SineFit {
  /** Peak level of the fitted sine. */
  readonly levelDb: number;
  /** RMS of what is left when the sine is taken away, relative to the RMS of the sine. */
  readonly residualDb: number;
}

/**
 * Least squares of a·sin + b·cos over all samples at once: one frequency, one phase, one level. A lost, doubled or
 * late sample anywhere breaks the phase and shows in the residual.
 */
export function fitSine(samples: Float64Array, frequencyHz: number, rate: number): SineFit {
  const step = (2 * Math.PI * frequencyHz) / rate;
  let ss = 0;
  let cc = 0;
  let sc = 0;
  let xs = 0;
  let xc = 0;
  samples.forEach((x, n) => {
    const s = Math.sin(step * n);
    const c = Math.cos(step * n);
    ss += s * s;
    cc += c * c;
    sc += s * c;
    xs += x * s;
    xc += x * c;
  });
  const det = ss * cc - sc * sc;
  const a = (xs * cc - xc * sc) / det;
  const b = (xc * ss - xs * sc) / det;
  let left = 0;
  samples.forEach((x, n) => {
    const rest = x - a * Math.sin(step * n) - b * Math.cos(step * n);
    left += rest * rest;
  });
  const amplitude = Math.hypot(a, b);
  const residual = Math.sqrt(left / samples.length) / (amplitude / Math.SQRT2);
  return { levelDb: 20 * Math.log10(amplitude), residualDb: 20 * Math.log10(residual) };
}

/** The longest run of nothing, in frames: where it begins and how long it is. */
export function silence(samples: Float64Array): { readonly at: number; readonly frames: number } {
  let longest = { at: 0, frames: 0 };
  let from = 0;
  for (let at = 0; at <= samples.length; at++) {
    if (at < samples.length && Math.abs(samples[at] as number) < 1e-7) continue;
    if (at - from > longest.frames) longest = { at: from, frames: at - from };
    from = at + 1;
  }
  return longest;
}
