// Values of TotalMix FX by OSC and what they mean, see `sources`.

/** A level that is off. */
export const off = -144;
/** A fader has this many steps between its ends. */
const steps = 1023;
/** Where the upper part of the law of faders begins, as a step. */
const bend = 649;

/** dB of a fader's position, 0 to 1; its lowest position is off. */
export function levelOf(position: number): number {
  const step = Math.min(Math.max(position, 0), 1) * steps;
  if (step <= 0) return off;
  const level = step >= bend ? (step * 6) / 187 - 456 / 17 : (step * 28) / 187 - step ** 2 / 11033 - 65;
  return rounded(level, 0.1);
}

/** The position of a level in dB; one above off is at least one step up. */
export function positionOf(levelDb: number): number {
  if (levelDb <= off) return 0;
  // The lower part is a parabola: its solution below the vertex, 11033 * 14 / 187 steps.
  const vertex = (11033 * 14) / 187;
  const below = vertex - Math.sqrt(Math.max(vertex ** 2 - 11033 * (levelDb + 65), 0));
  const upper = ((levelDb + 456 / 17) * 187) / 6;
  const step = upper >= bend ? upper : below;
  return Math.min(Math.max(step, 1), steps) / steps;
}

/** True where a fader can't come nearer to the level than it stands: they are less than a step apart. */
export function isNearest(position: number, levelDb: number): boolean {
  return Math.abs(position - positionOf(levelDb)) < 1 / steps;
}

/** dB of a text such as `-12.3 dB`, `+6` or `-oo`; undefined for another one. */
export function levelOfText(text: string): number | undefined {
  if (/^\s*[-−]\s*(oo|∞)/.test(text)) return off;
  const [number] = /^\s*[-+−]?\s*\d+(\.\d+)?/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number.replace('−', '-').replaceAll(/\s/g, ''));
}

/** -100 (left) to 100 (right) of 0 to 1. */
export const panOf = (position: number) => rounded(position * 200 - 100, 1);
export const positionOfPan = (pan: number) => (pan + 100) / 200;

/** The multiple of a step that is nearest, without the noise of floats: 0.30000000000000004 is 0.3. */
export const rounded = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(6)) + 0;
