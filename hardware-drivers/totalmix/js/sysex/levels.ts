// Levels and pan of the device as its registers have them. Source: oscmix, doc/protocol.md at c7f80e7^, "Mixer volume
// formulas" and "Panning formulas", and the rounding of oscmix.c (ISC licence).

/** A level that is off, in dB. */
export const offDb = -144;
/** Off in a register of tenths of dB. */
const offTenths = -650;
export const mostDb = 6;
/** The least level that is not off. */
export const leastDb = -64.9;

/** Signed 16 bits. */
export const signed16 = (value: number): number => (value ^ 0x8000) - 0x8000;
/** Signed 15 bits; bit 15 says something else. */
export const signed15 = (value: number): number => ((value & 0x7fff) ^ 0x4000) - 0x4000;

/** Tenths of dB; -65 and below is off. */
export function tenthsOf(levelDb: number): number {
  return Math.max(offTenths, Math.round(levelDb * 10));
}

export function levelOf(tenths: number): number {
  return tenths <= offTenths ? offDb : tenths / 10;
}

/** 0 for off. */
export function gainOf(levelDb: number): number {
  return tenthsOf(levelDb) <= offTenths ? 0 : 10 ** (levelDb / 20);
}

/**
 * A linear gain, 0 to 2, as a register of the mixer: 15 bits in units of 1/32768 up to a half, and in units of 1/4096 with
 * bit 15 above.
 */
export function mixerWord(gain: number): number {
  const value = Math.round(gain * 0x8000);
  return value > 0x4000 ? (value >> 3) | 0x8000 : value;
}

/**
 * The gains from a mono source to the left and the right of a pair: constant power with a sine and cosine taper, -3 dB in the
 * middle. `pan` from -100 (left) to 100 (right).
 */
export function pairGains(levelDb: number, pan: number): readonly [left: number, right: number] {
  const gain = gainOf(levelDb);
  const angle = ((pan + 100) * Math.PI) / 400;
  // the cosine of a right angle is not quite 0 in floating point
  return [pan === 100 ? 0 : Math.cos(angle) * gain, Math.sin(angle) * gain];
}
