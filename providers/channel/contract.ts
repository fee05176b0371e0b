import { Type } from 'rowdesk/provider';
import { type MixerRow, mostStrips, stripKinds } from '../console/index.ts';
import { colourSchema, panTitle, type StripSchemas, type StripSetting } from './strip-settings.ts';

/** The parameters of every row of a strip. */
export const params = {
  kind: Type.Enum([...stripKinds], {
    title: 'aux is a stereo input (keys, playback), mix a monitor bus (wedges, in-ears)',
  }),
  index: Type.Integer({ minimum: 1, maximum: mostStrips }),
};

export const tapPoints = ['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader'] as const;

/** Why a strip is silent; rows.md, DCA and mutes. */
export const mutedBy = Type.Array(
  Type.String({
    pattern: '^(mute|muteGroup:[1-9][0-9]*|dca:[1-9][0-9]*|panic|startup|phantom|patch|clock|stagebox|fault)$',
  }),
  {
    title:
      'Why it is silent, whatever its levels are. stagebox: the box of its source, or of all outputs where it is heard, is switched off or muted, or its preamp is not confirmed yet. Ports that are not there are in /patch.missing',
  },
);

export const strip = (settings: StripSchemas) => ({
  ...params,
  present: Type.Boolean({ title: 'The mixer runs, and the port it hears is there' }),
  mutedBy,
  ...settings,
});

const { kind, index } = params;

export const channel = (settings: StripSchemas) => ({
  strips: Type.Array(
    Type.Object(
      {
        kind,
        index,
        ...(Object.fromEntries(
          Object.entries(settings).map(([field, schema]) => [field, Type.Optional(schema)]),
        ) as unknown as { [F in StripSetting]: ReturnType<typeof Type.Optional<StripSchemas[F]>> }),
      },
      { additionalProperties: false },
    ),
    { maxItems: mostStrips, title: 'What is written is a sparse list, merged by kind and index, all or nothing' },
  ),
  clipped: Type.Array(Type.Object({ kind, index, at: Type.Optional(Type.String()) }, { additionalProperties: false }), {
    maxItems: mostStrips,
    title: 'Strips whose clip light is on; writing [] clears them all',
  }),
});

export const colour = { colour: colourSchema };

export const send = (mixer: MixerRow) => ({
  levelDb: mixer.number('levelDb', { title: '-144 is silence' }),
  on: mixer.boolean('on'),
  pan: mixer.number('pan', { title: panTitle }),
  tapPoint: mixer.choice('tapPoint'),
});

export const align = (mixer: MixerRow) => ({
  delayMs: mixer.number('delayMs'),
  reference: Type.String({
    maxLength: 64,
    default: '',
    title: 'The strip that its delay is measured against, kind/index; empty for none. A warning says what can not be',
  }),
});

export const speakerAlign = (mixer: MixerRow) => ({
  enabled: mixer.boolean('enabled'),
  delayMs: mixer.number('delayMs', { title: 'Beside what the distance takes' }),
  distanceM: mixer.number('distanceM', { title: 'How far in front of what they wait for they stand' }),
  temperatureC: mixer.number('temperatureC', { title: 'Of the air: sound makes 331.3 + 0.606 T m/s' }),
  levelTrimDb: mixer.number('levelTrimDb'),
  polarityInverted: mixer.boolean('polarityInverted'),
  reference: Type.String({
    maxLength: 64,
    default: '',
    title: 'The strip that they are aligned with, kind/index; empty for none. A warning says what can not be',
  }),
  appliedDelayMs: Type.Number({ unit: 'ms', title: 'By how much they are late now, as the mixer plays it' }),
});

export const measurement = {
  at: Type.Number({ unit: 'ms', title: 'Since 1970; 0 while nothing was measured' }),
  frames: Type.Number({
    unit: 'frames',
    title: 'How much later it is than its reference before the align delays of both, in whole frames',
  }),
  reference: Type.String({ title: 'As its align row has it' }),
  reason: Type.String({ title: 'Why nothing is measured; empty where it is, or no reference is named' }),
  offsetMs: Type.Number({ unit: 'ms', title: 'The same, to fractions of a frame' }),
  offsetAfterDelayMs: Type.Union([Type.Number(), Type.Null()], {
    unit: 'ms',
    title:
      'What is left of it behind the align delays and speaker delays of both, measured there; 0 where they are aligned, null while it is not measured',
  }),
  confidencePercent: Type.Number({ unit: '%', title: 'Low where the two have little in common' }),
  confidenceAfterDelayPercent: Type.Number({ unit: '%', title: 'The same behind the delays' }),
};

export const clip = {
  clipped: Type.Boolean({ title: 'On since a sample reached 0 dBFS; writing false turns it off' }),
  at: Type.String({ title: 'When it clipped last, ISO 8601; empty when it never did' }),
  count: Type.Number({ title: 'Blocks at or over 0 dBFS since it was turned off last' }),
};

const legs = Type.Array(Type.Number({ unit: 'dB' }), { title: 'One value per leg' });

/** `processors`: the fields of the meters of processors. */
export const meter = (processors: readonly string[]) => ({
  preDb: legs,
  postDb: legs,
  rmsDb: legs,
  peakHoldDb: legs,
  ...Object.fromEntries(processors.map((field) => [field, Type.Number({ unit: 'dB' })])),
  at: Type.String({ title: 'ISO 8601; empty while no mixer measures' }),
});

export const spectrum = {
  bandsPerOctave: Type.Enum([3, 6, 12, 24], { title: 'For all who look at this strip; not kept' }),
  frequenciesHz: Type.Array(Type.Number({ unit: 'Hz' }), { title: 'The middle of each band' }),
  levelsDb: Type.Array(Type.Number({ unit: 'dB' }), { title: 'One per band; a full-scale sine reads 0 in its own' }),
  at: Type.String({ title: 'ISO 8601; empty while no mixer analyses' }),
};

export const preamp = {
  gainDb: Type.Number({ unit: 'dB', title: 'Gain, or sensitivity, as the socket has it' }),
  phantom: Type.Boolean({ title: '48 V' }),
  pad: Type.Boolean({ title: '-20 dB' }),
  device: Type.String({ title: 'The stagebox that it is of' }),
  confirmed: Type.Boolean({ title: 'The device reports it as it is wanted' }),
};

export const capability = {
  features: Type.Array(Type.String(), { title: 'What this strip can do now' }),
  known: Type.Array(Type.String(), { title: 'The addresses of its rows' }),
  writable: Type.Array(Type.String(), { title: 'Their writable fields, address.field' }),
  gainRange: Type.Object(
    { min: Type.Number(), max: Type.Number(), step: Type.Number(), unit: Type.Literal('dB') },
    { title: 'Of its preamp; all 0 where its source has none' },
  ),
};
