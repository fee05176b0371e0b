// The response of an equaliser, as the mixer computes it: the analogue prototypes of R. Bristow-Johnson, "Cookbook formulae
// for audio EQ biquad filter coefficients", by the bilinear transform at the desk's sample rate
// (hardware-drivers/mixer/src/processors/filter_design.cc).

export type BandType = 'lowShelf' | 'peak' | 'highShelf' | 'lowCut' | 'highCut' | 'notch';

export interface Band {
  readonly enabled: boolean;
  readonly type: BandType;
  readonly frequencyHz: number;
  /** Of shelves and peaks. */
  readonly gainDb: number;
  readonly q: number;
}

/** Numerator and denominator in s, highest power first, s in units of the band's frequency. */
type Prototype = readonly [
  numerator: readonly [number, number, number],
  denominator: readonly [number, number, number],
];

function prototypeOf({ type, gainDb, q }: Band): Prototype {
  const a = 10 ** (gainDb / 40);
  const k = 1 / q;
  const tilt = Math.sqrt(a) * k;
  switch (type) {
    case 'peak':
      return [
        [1, k * a, 1],
        [1, k / a, 1],
      ];
    case 'lowShelf':
      return [
        [a, a * tilt, a * a],
        [a, tilt, 1],
      ];
    case 'highShelf':
      return [
        [a * a, a * tilt, a],
        [1, tilt, a],
      ];
    case 'lowCut':
      return [
        [1, 0, 0],
        [1, k, 1],
      ];
    case 'highCut':
      return [
        [0, 0, 1],
        [1, k, 1],
      ];
    case 'notch':
      return [
        [1, 0, 1],
        [1, k, 1],
      ];
  }
}

/** |numerator / denominator|² at s = jw. */
function power([numerator, denominator]: Prototype, w: number): number {
  const squared = ([second, first, none]: readonly [number, number, number]) =>
    (none - second * w * w) ** 2 + (first * w) ** 2;
  return squared(numerator) / squared(denominator);
}

const warped = (hz: number, rate: number) => Math.tan((Math.PI * Math.min(hz, 0.499 * rate)) / rate);

/** dB at a frequency; `rate` in Hz. */
export function bandDb(band: Band, hz: number, rate: number): number {
  if (!band.enabled) return 0;
  return 10 * Math.log10(Math.max(power(prototypeOf(band), warped(hz, rate) / warped(band.frequencyHz, rate)), 1e-12));
}

/** A Butterworth high-pass of 12, 18 or 24 dB per octave as bands, and a real pole where the order is odd. */
export function highPassDb(frequencyHz: number, slope: number, hz: number, rate: number): number {
  const order = slope / 6;
  const pairs = Array.from(
    { length: Math.floor(order / 2) },
    (_, n) => (Math.PI * (2 * n + 1 + (order % 2))) / (2 * order),
  );
  const ofPair = (angle: number) =>
    bandDb({ enabled: true, type: 'lowCut', frequencyHz, gainDb: 0, q: 0.5 / Math.cos(angle) }, hz, rate);
  const w = warped(hz, rate) / warped(frequencyHz, rate);
  const real = order % 2 === 1 ? 10 * Math.log10(Math.max((w * w) / (1 + w * w), 1e-12)) : 0;
  return pairs.reduce((sum, angle) => sum + ofPair(angle), real);
}

export const lowestHz = 20;
export const highestHz = 20000;

/** 0..1 from 20 Hz to 20 kHz. */
export const placeOf = (hz: number) => Math.log(hz / lowestHz) / Math.log(highestHz / lowestHz);

/** `count` frequencies, evenly apart to the ear. */
export function frequencies(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => lowestHz * (highestHz / lowestHz) ** (n / (count - 1)));
}

/** An SVG path through these levels over the width; ±`rangeDb` is the height. */
export function pathOf(levelsDb: readonly number[], width: number, height: number, rangeDb: number): string {
  const y = (db: number) => Math.min(height * 1.2, Math.max(-0.2 * height, height / 2 - (db / rangeDb) * (height / 2)));
  const points = levelsDb.map((db, n) => `${((n / (levelsDb.length - 1)) * width).toFixed(1)} ${y(db).toFixed(1)}`);
  return `M${points.join('L')}`;
}
