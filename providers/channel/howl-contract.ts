// The fields of protection against howling; rows.md, `hrp`. The mixer checks the same ranges.
import { Type } from 'rowdesk/provider';

export const mostNotches = 12;

const frequencyHz = Type.Number({ minimum: 20, maximum: 20_000, unit: 'Hz' });
const q = Type.Number({ minimum: 1, maximum: 120, title: 'Frequency over the width at half of the depth in dB' });
const gainDb = Type.Number({ minimum: -24, maximum: 0, unit: 'dB' });

const whereItActs = 'It acts on inputs, aux, fxReturns, mixes, matrices and mains; on other kinds it is only stored';

export const howl = {
  enabled: Type.Boolean({ default: false, title: `Protects the strip against howling. ${whereItActs}` }),
  mode: Type.Enum(['off', 'detect', 'suppress'], {
    default: 'suppress',
    title:
      'detect reports and warns, suppress places notches too; fixed notches are in the sound in both, in off none is',
  }),
  sensitivityPercent: Type.Number({ minimum: 0, maximum: 100, unit: '%', default: 50 }),
  maxNotches: Type.Integer({
    minimum: 0,
    maximum: mostNotches,
    default: mostNotches,
    title: 'Fixed and live notches together',
  }),
  maxDepthDb: Type.Number({ minimum: -24, maximum: -3, unit: 'dB', default: -18, title: 'Of a live notch' }),
  liftAfterS: Type.Number({
    minimum: 0,
    maximum: 600,
    unit: 's',
    default: 60,
    title: 'Without howling, until a live notch is lifted step by step; 0: never',
  }),
  fixed: Type.Array(Type.Object({ frequencyHz, q, gainDb }, { additionalProperties: false }), {
    maxItems: mostNotches,
    default: [],
    title: 'Notches that stay, found by ring-out before the show; hrp/fix makes them of the live ones',
  }),
};

export const howlReport = {
  notches: Type.Array(
    Type.Object({
      slot: Type.Integer({ minimum: 0 }),
      fixed: Type.Boolean(),
      ...{ frequencyHz, q, gainDb },
      since: Type.String({ title: 'ISO 8601' }),
    }),
    { title: 'Those in the sound, fixed ones first' },
  ),
  candidates: Type.Array(
    Type.Object({ frequencyHz: Type.Number({ unit: 'Hz' }), score: Type.Number({ minimum: 0, maximum: 1 }) }),
    { title: 'What may become a howl, the likeliest first; score 1 is one' },
  ),
  howling: Type.Boolean({ title: 'Something howls that no notch has tamed yet' }),
  costDb: Type.Number({
    unit: 'dB',
    title: 'What the notches take, as a mean over 100 Hz to 10 kHz by octaves; 0 without any',
  }),
  headroomDb: Type.Number({
    unit: 'dB',
    title: 'From the loudest candidate to where it howled; 0 where that is unknown',
  }),
  at: Type.String({ title: 'When this changed last, ISO 8601; empty where nothing is protected' }),
};

export const resetScopes = ['live', 'fixed', 'all'] as const;

export const howlReset = {
  scope: Type.Enum([...resetScopes], {
    default: 'live',
    title: 'live: those placed by the detector; fixed: those of hrp.fixed; all: both',
  }),
};
