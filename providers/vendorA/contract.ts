// The fields of the rows of a TotalMix device. `null` is a value that the desk has never been given: the device keeps
// its own, and the desk writes nothing.
import { Type } from 'rowdesk/provider';

export const socket = Type.Integer({ minimum: 1, maximum: 256 });
/** Of a mix: the inputs of the device, then the channels that the host plays. */
export const mixSource = Type.Integer({ minimum: 1, maximum: 512 });

/** Off, as a level. */
export const offDb = -144;
/** The faders of the device. */
export const leastDb = -65;
export const mostDb = 6;

const unset = 'null: never set, the device keeps its own';
/** Taken, and never clamped: between off and the least level the device has nothing. */
const levelDb = Type.Unsafe<number | null>({
  anyOf: [
    { type: 'number', minimum: leastDb, maximum: mostDb, multipleOf: 0.1, unit: 'dB' },
    { const: offDb },
    { type: 'null' },
  ],
  unit: 'dB',
  default: null,
  title: `${offDb} is off; ${unset}`,
});
const pan = Type.Unsafe<number | null>({
  anyOf: [{ type: 'number', minimum: -100, maximum: 100, multipleOf: 1 }, { type: 'null' }],
  default: null,
  title: `-100 is left; ${unset}`,
});
const flag = (title: string) =>
  Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    enum: [null, false, true],
    default: null,
    title: `${title}; ${unset}`,
  });
/** The device says which there are: limits narrow it. */
const option = (title: string) =>
  Type.Unsafe<string | null>({
    anyOf: [{ type: 'string', maxLength: 64 }, { type: 'null' }],
    default: null,
    title: `${title}; ${unset}`,
  });

const options = (title: string) => Type.Array(Type.String(), { title });

/** What the device has of a row. */
const agreement = {
  confirmed: Type.Boolean({ title: 'The device reports every field that was set as it is wanted' }),
  pending: Type.Boolean({ title: 'A field is not yet at the device' }),
  unverified: Type.Array(Type.String(), { title: 'Fields that the device takes, and can not say' }),
};

const kept = Type.Enum(['pin', 'remember']);
export const areas = ['routing', 'gain', 'phantom', 'clock'] as const;
export type ControlArea = (typeof areas)[number];

/** A value of the device that is not as wanted, or can't be read. */
const drifted = {
  path: Type.String(),
  field: Type.String(),
  wanted: Type.Unknown(),
  observed: Type.Unknown({ title: 'As the device said it last; null where it says nothing' }),
  readable: Type.Boolean({ title: 'False: the device takes the value, and can not say whether it has it' }),
};
/** The longest list of drifted or refused values; the count beside it has them all. */
export const mostListed = 64;

export const root = {
  items: Type.Array(
    Type.Object({
      id: Type.String({ title: 'Its row is /vendorA/{id}' }),
      present: Type.Boolean({ title: 'The device answers' }),
      state: Type.String({
        title: 'absent without a device, away while it does not answer, else what the driver says',
      }),
    }),
  ),
};

export const totalMix = {
  present: Type.Boolean({ title: 'The device answers' }),
  device: Type.String({ title: 'The stagebox that it is; empty for none' }),
  model: Type.String(),
  serial: Type.String(),
  firmware: Type.String(),
  state: Type.String({ title: 'absent without a device, away while it does not answer, else what the driver says' }),
  reason: Type.String({ title: 'Why it does not answer; empty while it does' }),
  sampleRateHz: Type.Number({ unit: 'Hz', title: '0 while it is not known' }),
  policy: Type.Object(
    { routing: kept, gain: kept, phantom: kept, clock: kept },
    {
      additionalProperties: false,
      default: { routing: 'remember', gain: 'remember', phantom: 'remember', clock: 'remember' },
      title: 'A change at the device: pin corrects it, remember takes it over',
    },
  ),
  clockSource: option('What the device takes its clock from'),
  drift: Type.Array(Type.Object(drifted), {
    maxItems: mostListed,
    title: 'Values of the device that are not as wanted, first those that can be read',
  }),
  driftCount: Type.Integer({ title: 'How many there are, listed or not' }),
};

export const input = {
  label: Type.String({ title: 'As the device has it' }),
  polarityInverted: flag('Phase'),
  stereo: flag('Linked with the next'),
  msProcessing: flag('Mid and side, of a linked pair'),
  autoset: flag('The device lowers the gain when it clips'),
  hiZ: flag('Instrument'),
  referenceLevel: option('The level of full scale'),
  referenceLevels: options('What referenceLevel may be'),
  ...agreement,
};

export const output = {
  label: input.label,
  levelDb,
  pan,
  muted: flag('Muted'),
  polarityInverted: input.polarityInverted,
  stereo: input.stereo,
  loopback: flag('The host records what plays here'),
  referenceLevel: input.referenceLevel,
  referenceLevels: input.referenceLevels,
  ...agreement,
};

export const mix = {
  label: Type.String({ title: 'The source' }),
  levelDb,
  pan,
  muted: output.muted,
  ...agreement,
};

export const inputSettings = [
  'polarityInverted',
  'stereo',
  'msProcessing',
  'autoset',
  'hiZ',
  'referenceLevel',
] as const;
export const outputSettings = [
  ...(['levelDb', 'pan', 'muted', 'polarityInverted', 'stereo', 'loopback', 'referenceLevel'] as const),
] as const;
export const mixSettings = ['levelDb', 'pan', 'muted'] as const;

export const reassert = {
  areas: Type.Array(Type.Enum([...areas]), {
    uniqueItems: true,
    default: [],
    title: 'Which; none means all',
  }),
  only: Type.Enum(['drifted', 'all'], {
    default: 'drifted',
    title: 'drifted: what is not as wanted or can not be read; all: every value that was set',
  }),
};
