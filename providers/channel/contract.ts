import { Type } from 'rowdesk/provider';
import { type StripKind, stripKinds } from '../console/index.ts';

/** The parameters of every row of a strip. */
export const params = {
  kind: Type.Enum([...stripKinds]),
  index: Type.Integer({ minimum: 1, maximum: 256 }),
};

const level = { minimum: -144, maximum: 10, multipleOf: 0.1, unit: 'dB' };

/** What of a strip is desired state; rows.md, Strips. */
export const stripSettings = {
  name: Type.String({ maxLength: 64, default: '' }),
  colour: Type.String({
    pattern: '^(off|red|green|yellow|blue|magenta|cyan|white|orange|purple|#[0-9a-fA-F]{6})$',
    default: 'off',
    title: 'A colour by name, or #rrggbb',
  }),
  levelDb: Type.Number({ ...level, default: -144, title: 'Fader; -144 is silence' }),
  muted: Type.Boolean({ default: false }),
  pan: Type.Number({
    minimum: -100,
    maximum: 100,
    default: 0,
    title: 'From left to right; the balance of a strip with two legs',
  }),
  trimDb: Type.Number({ minimum: -18, maximum: 18, multipleOf: 0.25, unit: 'dB', default: 0 }),
  polarityInverted: Type.Boolean({ default: false }),
  mainAssigned: Type.Boolean({ default: true, title: 'Heard in main/1 by fader and pan' }),
  sourceId: Type.String({
    pattern: '^([A-Za-z0-9][A-Za-z0-9._~:-]{0,191})?$',
    default: '',
    title: 'The port it hears, device:port; empty for none',
  }),
};
export type StripSetting = keyof typeof stripSettings;

/** Why a strip is silent; rows.md, DCA and mutes. */
export const mutedBy = Type.Array(
  Type.String({ pattern: '^(mute|muteGroup:[1-9][0-9]*|dca:[1-9][0-9]*|panic|startup|phantom|patch|clock|fault)$' }),
);

export const strip = {
  ...params,
  present: Type.Boolean({ title: 'The mixer runs, and the port it hears is there' }),
  mutedBy,
  ...stripSettings,
};

const all = Object.keys(stripSettings) as StripSetting[];
const named: readonly StripSetting[] = ['name', 'colour', 'muted'];
const sound: readonly StripSetting[] = [...named, 'levelDb', 'trimDb', 'polarityInverted'];

/** Which of those settings a strip of each kind has. */
export const settingsOf: Readonly<Record<StripKind, readonly StripSetting[]>> = {
  input: all,
  fxReturn: all,
  aux: all,
  mix: [...sound, 'pan', 'mainAssigned'],
  matrix: sound,
  cue: [...sound, 'pan'],
  main: [...sound, 'pan'],
  fxSend: sound,
  dca: [...named, 'levelDb'],
  muteGroup: named,
  mixMinus: sound,
};

/** A DCA and a mute group move others and have no sound of their own. */
export const carriesSound = (kind: StripKind): boolean => kind !== 'dca' && kind !== 'muteGroup';

/** Kinds that are in main/1 unless told otherwise; rows.md, Routing. */
export const startsInMain = (kind: StripKind): boolean => kind === 'input' || kind === 'aux' || kind === 'fxReturn';

/** dB; rows.md, Defaults. */
export const restingLevelDb: Readonly<Record<StripKind, number>> = {
  input: -144,
  aux: -144,
  fxReturn: -144,
  main: -144,
  mix: 0,
  matrix: 0,
  fxSend: 0,
  mixMinus: 0,
  dca: 0,
  muteGroup: 0,
  cue: -20,
};

const { kind, index } = params;

export const channel = {
  strips: Type.Array(
    Type.Object(
      {
        kind,
        index,
        ...(Object.fromEntries(all.map((field) => [field, Type.Optional(stripSettings[field])])) as {
          [F in StripSetting]: ReturnType<typeof Type.Optional<(typeof stripSettings)[F]>>;
        }),
      },
      { additionalProperties: false },
    ),
    { maxItems: 256, title: 'What is written is a sparse list, merged by kind and index, all or nothing' },
  ),
  clipped: Type.Array(Type.Object({ kind, index, at: Type.Optional(Type.String()) }, { additionalProperties: false }), {
    maxItems: 256,
    title: 'Strips whose clip light is on; writing [] clears them all',
  }),
};

export const align = {
  delayMs: Type.Number({
    minimum: 0,
    maximum: 100,
    multipleOf: 0.01,
    unit: 'ms',
    default: 0,
    title: 'Kept with the show; the mixer does not delay yet',
  }),
  reference: Type.String({ maxLength: 64, default: '', title: 'What the delay was measured against' }),
};

export const clip = {
  clipped: Type.Boolean({ title: 'On since a sample reached 0 dBFS; writing false turns it off' }),
  at: Type.String({ title: 'When it clipped last, ISO 8601; empty when it never did' }),
  count: Type.Number({ title: 'Blocks at or over 0 dBFS since it was turned off last' }),
};

export const colour = { colour: stripSettings.colour };

const legs = Type.Array(Type.Number({ unit: 'dB' }), { title: 'One value per leg' });

export const meter = {
  preDb: legs,
  postDb: legs,
  rmsDb: legs,
  peakHoldDb: legs,
  gateReductionDb: Type.Number({ unit: 'dB' }),
  compReductionDb: Type.Number({ unit: 'dB' }),
  at: Type.String({ title: 'ISO 8601; empty while no mixer measures' }),
};
