// What is measured, through which output and microphone, and how loud.
import { type FieldsOf, Type } from 'rowdesk/provider';
import { type Layout, refOrNull, type StripKind, type StripRef } from '../../console/index.ts';

export const measurementPath = '/measurement';

export const goals = ['delay', 'transfer', 'rta', 'ir'] as const;
export type Goal = (typeof goals)[number];

/** Buses that a stimulus enters and that are patched to loudspeakers. */
export const outputKinds: readonly StripKind[] = ['main', 'matrix', 'mix'];
/** A stimulus above this is confirmed by each run. */
export const loudDb = -12;
/** A sweep covers an octave at least. */
export const octave = 2;

export const microphoneIdPattern = '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$';

const frequency = (title: string, otherwise: number) =>
  Type.Number({ minimum: 10, maximum: 24_000, unit: 'Hz', default: otherwise, title });

/** Stored, and given to a plan or a run for this once. */
export const settings = (layout: Layout) => ({
  microphone: refOrNull(layout, ['input'], {
    default: null,
    title: 'The strip whose source is the measuring microphone; it is taken at Top-Of-Ch',
  }),
  microphoneId: Type.String({
    pattern: `^$|${microphoneIdPattern}`,
    default: '',
    title: 'Its calibration, of /measurement/microphones; empty for none',
  }),
  output: refOrNull(layout, outputKinds, {
    default: null,
    title: 'The bus that is measured; what leaves it at Post-Fader is the reference',
  }),
  levelDb: Type.Number({
    ...{ minimum: -60, maximum: 0, multipleOf: 0.1, unit: 'dB', default: -30 },
    title: `The peak of a sweep, the level of a sine as loud as pink noise; above ${loudDb} dB a run asks for confirm`,
  }),
  stimulus: Type.Enum(['sweep', 'pink', 'programme'], {
    default: 'sweep',
    title: 'What sounds: an exponential sweep, pink noise, or nothing but what plays anyway',
  }),
  durationS: Type.Number({ minimum: 1, maximum: 30, multipleOf: 0.1, unit: 's', default: 4, title: 'Of the stimulus' }),
  fromHz: frequency('Where a sweep begins; a driver without a woofer needs more', 20),
  toHz: frequency('Where a sweep ends, an octave above its begin at least', 20_000),
  smoothing: Type.Integer({
    ...{ enum: [0, 3, 6, 12, 24, 48], minimum: 0, maximum: 48, default: 12 },
    title: 'Of traces over frequency: so many steps an octave, 0 for none',
  }),
});
export type Settings = FieldsOf<ReturnType<typeof settings>> & {
  readonly microphone: StripRef | null;
  readonly output: StripRef | null;
};

export const settingNames = [
  ...['microphone', 'microphoneId', 'output', 'levelDb', 'stimulus', 'durationS', 'fromHz', 'toHz', 'smoothing'],
] as (keyof Settings)[];
