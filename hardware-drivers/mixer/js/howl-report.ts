// What the protection of one strip reports, for `.../hrp/report`.
import { isDeepStrictEqual } from 'node:util';
import type { HowlSettings, Notch } from './howl-settings.ts';

/** Of the native half; src/feedback/howl_settings.h. */
export interface NativeHowlReport {
  /** The live ones. `ageS`: since it was placed. */
  readonly notches: readonly {
    readonly slot: number;
    readonly frequencyHz: number;
    readonly q: number;
    readonly gainDb: number;
    readonly ageS: number;
  }[];
  readonly candidates: readonly { readonly frequencyHz: number; readonly score: number }[];
  readonly howling: boolean;
  readonly headroomDb: number;
}

export interface HowlReport {
  /** Fixed ones first. `since`: ISO 8601. */
  readonly notches: readonly (Notch & { readonly slot: number; readonly fixed: boolean; readonly since: string })[];
  /** Components that may become a howl, the likeliest first: `score` 0 to 1. */
  readonly candidates: readonly { readonly frequencyHz: number; readonly score: number }[];
  readonly howling: boolean;
  /** How far the loudest of them is below where it howled, dB; 0 where that is not known. */
  readonly headroomDb: number;
  /** When the rest changed last; ISO 8601. */
  readonly at: string;
}

/** The report after `before`: the same object where it says the same. */
export function reportAfter(
  before: HowlReport | undefined,
  native: NativeHowlReport,
  { enabled, mode, fixed }: HowlSettings,
  nowMs: number,
): HowlReport {
  const at = new Date(nowMs).toISOString();
  const since = (slot: number, frequencyHz: number, ageS: number) => {
    const old = before?.notches.find((notch) => notch.slot === slot && notch.frequencyHz === frequencyHz);
    return old?.since ?? new Date(nowMs - ageS * 1000).toISOString();
  };
  const inSound = enabled && mode !== 'off' ? fixed : [];
  const report = {
    notches: [
      ...inSound.map((notch, slot) => ({ slot, fixed: true, ...notch, since: since(slot, notch.frequencyHz, 0) })),
      ...native.notches.map(({ slot, frequencyHz, q, gainDb, ageS }) => {
        const notch = { frequencyHz: rounded(frequencyHz, 10), q: rounded(q, 100), gainDb: rounded(gainDb, 100) };
        return { slot, fixed: false, ...notch, since: since(slot, notch.frequencyHz, ageS) };
      }),
    ],
    candidates: native.candidates.map(({ frequencyHz, score }) => ({
      frequencyHz: rounded(frequencyHz, 10),
      score: rounded(score, 100),
    })),
    howling: native.howling,
    headroomDb: rounded(native.headroomDb, 10),
  };
  return isDeepStrictEqual(before, { ...report, at: before?.at }) ? (before as HowlReport) : { ...report, at };
}

const rounded = (value: number, perUnit: number) => Math.round(value * perUnit) / perUnit;
