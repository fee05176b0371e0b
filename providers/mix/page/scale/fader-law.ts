// Where a level stands on a fader: four straight segments, as on consoles. Travel is 0 at the bottom, 1 at the top.

/** Off. */
export const minimumDb = -144;
export const maximumDb = 10;
/** Below this travel a fader is off. */
const offTravel = 0.004;

const segments = [
  { fromDb: -10, offset: 30, divisor: 40 },
  { fromDb: -30, offset: 50, divisor: 80 },
  { fromDb: -60, offset: 70, divisor: 160 },
  { fromDb: -90, offset: 90, divisor: 480 },
] as const;

/** -144..10 dB -> 0..1. */
export function travelOf(levelDb: number): number {
  const segment = segments.find(({ fromDb }) => levelDb >= fromDb);
  if (segment === undefined) return 0;
  return Math.min(1, (levelDb + segment.offset) / segment.divisor);
}

/** 0..1 -> -144..10 dB, to the step. */
export function levelAt(travel: number, stepDb = 0.1): number {
  if (travel < offTravel) return minimumDb;
  const clamped = Math.min(1, travel);
  const segment = segments.find(({ fromDb, offset, divisor }) => clamped >= (fromDb + offset) / divisor - 1e-9);
  const { offset, divisor } = segment ?? segments[3];
  return Math.min(maximumDb, roundedTo(clamped * divisor - offset, stepDb));
}

/** To a step, without the digits that binary fractions add. */
export function roundedTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(6));
}
