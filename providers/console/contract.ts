import { Type } from 'rowdesk/provider';
import { defaultCounts, type Layout, mostGroups, mostStrips, type StripKind, stripKinds } from './layout.ts';
import { refList } from './strip-refs.ts';

const most = (kind: StripKind) => (kind === 'dca' || kind === 'muteGroup' ? mostGroups : mostStrips);
const count = (kind: StripKind) => Type.Integer({ minimum: 0, maximum: most(kind), default: defaultCounts[kind] });
const counts = Object.fromEntries(stripKinds.map((kind) => [kind, count(kind)])) as {
  [Kind in StripKind]: ReturnType<typeof count>;
};

/** The entry of `console` in providers.config.json: how many strips of each kind. */
export const config = Type.Object(
  {
    layout: Type.Object(counts, { additionalProperties: false, default: {} }),
  },
  { additionalProperties: false },
);

export const fields = {
  name: Type.String({ maxLength: 64, default: 'Rowdesk', title: 'The name of this desk' }),
  locked: Type.Enum(['none', 'surface', 'all'], { default: 'none', title: 'Whose writes are held off' }),
  sampleRate: Type.Number({ unit: 'Hz', title: 'The rate that drives the desk, 0 while nothing does' }),
  layout: Type.Record(Type.String(), Type.Integer(), {
    title: 'Strips of each kind: aux are stereo inputs, mix monitor buses',
  }),
  sceneId: Type.String({ title: 'The scene recalled last, empty when none' }),
  sessionId: Type.String({ title: 'The session that is loaded, empty when none' }),
  dirty: Type.Boolean({ title: 'Something has changed that no session holds' }),
  engine: Type.Enum(['starting', 'running', 'degraded', 'stopped']),
  version: Type.String(),
  startedAt: Type.String({ format: 'date-time' }),
};

export const tempo = {
  bpm: Type.Number({ minimum: 30, maximum: 300, default: 120, title: 'Beats per minute, for effects that follow it' }),
};

/** Buses that talkbacks and the oscillator may enter. */
export const entered: readonly StripKind[] = ['mix', 'main', 'matrix', 'fxSend', 'mixMinus'];

export const mutedBy = Type.Array(Type.Literal('panic'), { title: 'Why it is silent although it is on' });

/**
 * The highest level of each type that has no sample at full scale: the peaks of white noise, which is uniform, are 1.76 dB
 * over those of a sine of its RMS; of pink noise the mixer cuts what is 12 dB over the RMS.
 */
const highestLevelsDb = { sine: 0, pink: -9.1, white: -1.8, sweep: 0 };

export const oscillator = (layout: Layout) => ({
  enabled: Type.Boolean({ default: false, title: 'Not kept' }),
  type: Type.Enum(['sine', 'pink', 'white', 'sweep'], {
    default: 'sine',
    title: 'A sweep goes from 20 Hz to 20 kHz in 10 s, and again',
  }),
  levelDb: Type.Number({
    ...{ minimum: -60, maximum: 0, maximumBy: { type: highestLevelsDb }, multipleOf: 0.1, unit: 'dB', default: -20 },
    title: 'The peak of a sine; noise has the RMS of that sine. A change of type brings it down to the maximum',
  }),
  frequencyHz: Type.Number({ minimum: 20, maximum: 20000, unit: 'Hz', default: 1000, title: 'Of the sine' }),
  targets: refList(layout, entered, 'The buses that it enters, at Top-Of-Ch'),
  mutedBy,
});
