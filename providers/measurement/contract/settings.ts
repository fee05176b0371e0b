// What is measured, through which output and microphone, and how loud.
import { type FieldsOf, type TSchema, Type } from 'rowdesk/provider';
import { type Layout, refOrNull, type StripKind, type StripRef } from '../../console/index.ts';

export const measurementPath = '/measurement';

export const goals = ['delay', 'transfer', 'rta', 'ir'] as const;
export type Goal = (typeof goals)[number];

/** Buses that a stimulus enters and that are patched to loudspeakers. */
export const outputKinds: readonly StripKind[] = ['main', 'matrix', 'mix'];
/** A stimulus above this is confirmed by each run. */
export const loudDb = -12;
/** Pink noise has peaks far above its level: the mixer makes it no louder. */
export const mostPinkDb = -9.1;
/** A sweep covers an octave at least. */
export const octave = 2;

export const microphoneIdPattern = '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$';

const frequency = { minimum: 10, maximum: 24_000, unit: 'Hz' };
const smoothings = [0, 3, 6, 12, 24, 48];

const microphone = (layout: Layout) =>
  refOrNull(layout, ['input'], {
    default: null,
    title: 'The strip whose source is the measuring microphone; it is taken at Top-Of-Ch',
  });
const output = (layout: Layout) =>
  refOrNull(layout, outputKinds, {
    default: null,
    title: 'The bus that is measured; what leaves it at Post-Fader is the reference',
  });

/** By name, each with words of its own laid over it. */
const others = {
  microphoneId: (words: object) =>
    Type.String({
      pattern: `^$|${microphoneIdPattern}`,
      title: 'Its calibration, of /measurement/microphones; empty for none',
      ...words,
    }),
  leg: (words: object) =>
    Type.Enum(['both', 'left', 'right'], {
      title: 'The leg of the output that sounds and is the reference; both: the left one is the reference',
      ...words,
    }),
  levelDb: (words: object) =>
    Type.Number({
      ...{ minimum: -60, maximum: 0, multipleOf: 0.1, unit: 'dB' },
      title: `The peak of a sweep; noise has the RMS of a sine of that peak, ${mostPinkDb} dB at most. Above ${loudDb} dB a run asks for confirm`,
      ...words,
    }),
  stimulus: (words: object) =>
    Type.Enum(['sweep', 'pink', 'programme'], {
      title: 'What sounds: an exponential sweep, pink noise, or nothing but what plays anyway',
      ...words,
    }),
  durationS: (words: object) =>
    Type.Number({
      minimum: 1,
      maximum: 30,
      multipleOf: 0.1,
      unit: 's',
      title: 'Of what sounds, in two halves that are compared',
      ...words,
    }),
  fromHz: (words: object) =>
    Type.Number({ ...frequency, title: 'Where a sweep begins; a loudspeaker without a woofer needs more', ...words }),
  toHz: (words: object) =>
    Type.Number({ ...frequency, title: 'Where a sweep ends, an octave above its begin at least', ...words }),
  smoothing: (words: object) =>
    Type.Integer({
      ...{ enum: smoothings, minimum: 0, maximum: 48 },
      title: 'Of traces over frequency: the part of an octave, 0 for none',
      ...words,
    }),
};

/** Stored in `/measurement`. */
export const settings = (layout: Layout) => ({
  microphone: microphone(layout),
  microphoneId: others.microphoneId({ default: '' }),
  output: output(layout),
  leg: others.leg({ default: 'both' }),
  levelDb: others.levelDb({ default: -30 }),
  stimulus: others.stimulus({ default: 'sweep' }),
  durationS: others.durationS({ default: 4 }),
  fromHz: others.fromHz({ default: 20 }),
  toHz: others.toHz({ default: 20_000 }),
  smoothing: others.smoothing({ default: 12 }),
});
export type Settings = Omit<FieldsOf<ReturnType<typeof settings>>, 'microphone' | 'output'> & {
  readonly microphone: StripRef | null;
  readonly output: StripRef | null;
};
export const settingNames = [
  ...(['microphone', 'microphoneId', 'output', 'leg', 'levelDb', 'stimulus', 'durationS', 'fromHz', 'toHz'] as const),
  'smoothing' as const,
];

const orStored = <S extends TSchema>(make: (words: object) => S) =>
  Type.Union([make({}), Type.Null()], { default: null, title: 'null: as /measurement has it' });

/** Given to a plan or a run, for this once. */
export const overrides = (layout: Layout) => ({
  goal: Type.Enum([...goals], {
    default: 'transfer',
    title: 'delay; transfer: magnitude, phase and coherence; rta: levels of bands; ir: impulse response and RT60',
  }),
  microphone: microphone(layout),
  microphoneId: orStored(others.microphoneId),
  output: output(layout),
  leg: orStored(others.leg),
  levelDb: orStored(others.levelDb),
  stimulus: orStored(others.stimulus),
  durationS: orStored(others.durationS),
  fromHz: orStored(others.fromHz),
  toHz: orStored(others.toHz),
  smoothing: orStored(others.smoothing),
});

export const measurement = (layout: Layout) => ({
  ...settings(layout),
  running: Type.Boolean({ title: 'A measurement runs now' }),
  count: Type.Integer({ minimum: 0, title: 'Results that are kept, of /measurement/results' }),
});
