// The settings of a strip's protection against howling, as the mixer takes them; rows.md, `hrp`.

export interface Notch {
  readonly frequencyHz: number;
  /** Centre frequency over the bandwidth at half of the gain in dB. */
  readonly q: number;
  readonly gainDb: number;
}

/** In the order of the native half. */
export const howlModes = ['off', 'detect', 'suppress'] as const;

export interface HowlSettings {
  readonly enabled: boolean;
  readonly mode: (typeof howlModes)[number];
  readonly sensitivityPercent: number;
  /** Fixed and live notches together. */
  readonly maxNotches: number;
  /** Of a live notch. */
  readonly maxDepthDb: number;
  /** Without howling, until a live notch is lifted; 0: never. */
  readonly liftAfterS: number;
  readonly fixed: readonly Notch[];
}

export const initialSettings: HowlSettings = {
  enabled: false,
  mode: 'suppress',
  sensitivityPercent: 50,
  maxNotches: 12,
  maxDepthDb: -18,
  liftAfterS: 60,
  fixed: [],
};

const mostNotches = 12;
type Range = readonly [minimum: number, maximum: number];
const ranges: Readonly<Record<string, Range>> = {
  sensitivityPercent: [0, 100],
  maxNotches: [0, mostNotches],
  maxDepthDb: [-24, -3],
  liftAfterS: [0, 600],
};
const notchRanges: Readonly<Record<keyof Notch, Range>> = {
  frequencyHz: [20, 20_000],
  q: [1, 120],
  gainDb: [-24, 0],
};

export const isHowlField = (field: string) => Object.hasOwn(initialSettings, field);

/** Why a field can't have the value, '' where it can. */
export function faultOf(field: string, value: unknown): string {
  if (field === 'enabled') return typeof value === 'boolean' ? '' : 'enabled must be true or false';
  if (field === 'mode') return howlModes.some((mode) => mode === value) ? '' : `mode must be ${howlModes.join(', ')}`;
  const range = ranges[field];
  if (range) return rangeFault(field, value, range);
  if (!Array.isArray(value) || value.length > mostNotches)
    return `fixed must be a list of at most ${mostNotches} notches`;
  const faults = value.flatMap((notch, place) =>
    Object.entries(notchRanges).map(([name, of]) => rangeFault(`fixed ${place} ${name}`, notch?.[name], of)),
  );
  return faults.find((fault) => fault !== '') ?? '';
}

function rangeFault(name: string, value: unknown, [minimum, maximum]: Range): string {
  const isIn = typeof value === 'number' && value >= minimum && value <= maximum;
  return isIn ? '' : `${name} must be from ${minimum} to ${maximum}`;
}
