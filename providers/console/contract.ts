import { Type } from 'rowdesk/provider';
import { defaultCounts, type Layout, mostGroups, mostStrips, type StripKind, stripKinds } from './layout.ts';
import type { MixerRow } from './mixer-row.ts';

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

export const fields = (mixer: MixerRow) => ({
  name: Type.String({ maxLength: 64, default: 'Rowdesk', title: 'The name of this desk' }),
  locked: Type.Enum(['none', 'surface', 'all'], { default: 'none', title: 'Whose writes are held off' }),
  alignLimitMs: mixer.number('alignLimitMs', {
    title: 'How long paths into a main, a matrix, a mix-minus and an aligned mix wait for the longest one, at most',
  }),
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
});

export const tempo = (mixer: MixerRow) => ({
  bpm: mixer.number('bpm', { title: 'Beats per minute, for effects that follow it' }),
});

export const mutedBy = Type.Array(Type.Literal('panic'), { title: 'Why it is silent although it is on' });

export const oscillator = (layout: Layout, mixer: MixerRow) => ({
  enabled: mixer.boolean('enabled', { title: 'Not kept' }),
  type: mixer.choice('type', { title: 'A sweep goes from 20 Hz to 20 kHz in 10 s, and again' }),
  levelDb: mixer.number('levelDb', {
    title: 'The peak of a sine; noise has the RMS of that sine. A change of type brings it down to the maximum',
  }),
  frequencyHz: mixer.number('frequencyHz', { title: 'Of the sine' }),
  targets: mixer.strips('targets', layout, 'The buses that it enters, at Top-Of-Ch'),
  whileWatched: Type.Boolean({
    default: false,
    title:
      'It is switched off when the client that switched it on watches this row no more, and 10 s after it never did',
  }),
  mutedBy,
});
