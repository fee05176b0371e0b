// Frequency responses and what is left beside a tone.

/** The discrete-time Fourier transform at one frequency, as magnitude. */
export function magnitudeAt(samples: Float64Array, frequencyHz: number, rate: number): number {
  const step = (2 * Math.PI * frequencyHz) / rate;
  let re = 0;
  let im = 0;
  for (let n = 0; n < samples.length; n++) {
    re += (samples[n] as number) * Math.cos(step * n);
    im -= (samples[n] as number) * Math.sin(step * n);
  }
  return Math.hypot(re, im);
}

/** Power spectrum of each whole window of 4096 samples with a Hann window, hopping by half: bins 0 to 2048. */
function hannSpectra(samples: Float64Array): Float64Array[] {
  const size = 4096;
  const spectra: Float64Array[] = [];
  const window = Float64Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
  for (let start = 0; start + size <= samples.length; start += size / 2) {
    const re = Float64Array.from({ length: size }, (_, n) => (samples[start + n] as number) * (window[n] as number));
    const im = new Float64Array(size);
    transform(re, im);
    spectra.push(
      Float64Array.from({ length: size / 2 + 1 }, (_, k) => (re[k] as number) ** 2 + (im[k] as number) ** 2),
    );
  }
  return spectra;
}

/**
 * The strongest bin above `aboveHz` in any window, in dB relative to the tone: the strongest bin of a steady sine of
 * this amplitude in the same window.
 */
export function splatterDb(samples: Float64Array, aboveHz: number, rate: number, toneAmplitude: number): number {
  const first = Math.ceil((aboveHz * 4096) / rate);
  let most = 0;
  for (const spectrum of hannSpectra(samples))
    for (const power of spectrum.subarray(first)) most = Math.max(most, power);
  // a sine of amplitude a on a bin: a/2 times the sum of the window, half its length
  const tone = (toneAmplitude / 2) * (4096 / 2);
  return 10 * Math.log10(most / tone ** 2);
}

/** Radix-2 decimation in time, in place (Cooley and Tukey, 1965). */
function transform(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [re[i], re[j]] = [re[j] as number, re[i] as number];
    [im[i], im[j]] = [im[j] as number, im[i] as number];
  }
  for (let half = 1; half < size; half <<= 1) {
    for (let k = 0; k < half; k++) {
      const c = Math.cos((Math.PI * k) / half);
      const s = -Math.sin((Math.PI * k) / half);
      for (let a = k; a < size; a += 2 * half) {
        const b = a + half;
        const x = (re[b] as number) * c - (im[b] as number) * s;
        const y = (re[b] as number) * s + (im[b] as number) * c;
        re[b] = (re[a] as number) - x;
        im[b] = (im[a] as number) - y;
        re[a] = (re[a] as number) + x;
        im[a] = (im[a] as number) + y;
      }
    }
  }
}
