// Plugins of others, as a driver of kind `plugins` describes them. Its job `scan` writes `index.json` (PluginIndex) and
// `<id>.json` (PluginDescription) of each plugin into a folder, which the desk reads.
import { type Static, Type } from '../base/typebox.ts';

const closed = { additionalProperties: false } as const;
const PluginSymbol = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' });
const Label = Type.String({ minLength: 1, maxLength: 128 });
const Unit = Type.String({ maxLength: 16 });
/** A value as a plugin has it, in units of its own. */
const mostValue = 1e300;
const Value = Type.Number({ minimum: -mostValue, maximum: mostValue });
const Ports = Type.Integer({ minimum: 0, maximum: 1024 });
/** ms since the epoch, as far as a Date goes. */
const TimeMs = Type.Number({ minimum: -8.64e15, maximum: 8.64e15 });
const mostFrames = 2 ** 31;

/** A control input of a plugin. Ports that the host rules (latency, bypass, free-wheeling) are left out. */
export const HostedParameter = Type.Object(
  {
    symbol: PluginSymbol,
    label: Label,
    unit: Unit,
    minimum: Value,
    maximum: Value,
    default: Value,
    scale: Type.Enum(['linear', 'log', 'enum', 'toggle']),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: mostValue })),
    /** Of scale `enum`: rows show and take `value`, the plugin gets `number`. */
    choices: Type.Optional(
      Type.Array(
        Type.Object({ value: Type.String({ minLength: 1, maxLength: 64 }), label: Label, number: Value }, closed),
        {
          maxItems: 512,
        },
      ),
    ),
  },
  closed,
);
export type HostedParameter = Static<typeof HostedParameter>;

/** A control output of a plugin: a gain reduction, a level. */
export const HostedReading = Type.Object(
  { symbol: PluginSymbol, label: Label, unit: Unit, minimum: Value, maximum: Value },
  closed,
);
export type HostedReading = Static<typeof HostedReading>;

/** A parameter without a port (patch:writable of LV2): text, or the path of a file below the folder `media`. */
export const HostedProperty = Type.Object(
  {
    /** The name of its field in `values`: the end of its URI. */
    property: PluginSymbol,
    uri: Type.String({ maxLength: 512 }),
    label: Label,
    type: Type.Enum(['boolean', 'integer', 'number', 'string', 'path']),
    writable: Type.Boolean(),
    minimum: Type.Optional(Value),
    maximum: Type.Optional(Value),
    default: Type.Optional(Type.Union([Type.Boolean(), Value, Type.String()])),
  },
  closed,
);
export type HostedProperty = Static<typeof HostedProperty>;

export const PluginPreset = Type.Object(
  {
    uri: Type.String({ maxLength: 512 }),
    label: Label,
    /** By symbol, as numbers of the plugin. */
    values: Type.Record(Type.String(), Value),
    /** It sets more than values: the plugin loads the preset's state. */
    hasState: Type.Boolean(),
  },
  closed,
);
export type PluginPreset = Static<typeof PluginPreset>;

const summary = {
  /** Of the row `/plugins/{id}`: lower case letters, digits and `-`, and the same after each scan. */
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }),
  /** The value of `plugin` in a place: the URI of an LV2 plugin, `clap:` and the id of a CLAP plugin. */
  uri: Type.String({ minLength: 1, maxLength: 256 }),
  format: Type.Enum(['lv2', 'clap']),
  name: Label,
  vendor: Type.String({ maxLength: 128 }),
  /** `Compressor`, `Parametric EQ`. */
  class: Type.String({ maxLength: 64 }),
  /** The folder or file that has it, and the newest time of change in it, in ms since the epoch. */
  bundle: Type.String({ maxLength: 1024 }),
  bundleTimeMs: TimeMs,
  audioIn: Ports,
  audioOut: Ports,
  /** Audio inputs of a side chain, not counted in audioIn. */
  keyIn: Ports,
  supported: Type.Boolean(),
  /** Why it is not supported; '' else. */
  reason: Type.String({ maxLength: 512 }),
};

export const PluginSummary = Type.Object(summary, closed);
export type PluginSummary = Static<typeof PluginSummary>;

/** A bundle that can't be read. */
export const RefusedBundle = Type.Object(
  { bundle: Type.String({ maxLength: 1024 }), bundleTimeMs: TimeMs, reason: Type.String({ maxLength: 512 }) },
  closed,
);
export type RefusedBundle = Static<typeof RefusedBundle>;

export const PluginIndex = Type.Object(
  {
    version: Type.Literal(1),
    plugins: Type.Array(PluginSummary, { maxItems: 4096 }),
    refused: Type.Array(RefusedBundle, { maxItems: 4096 }),
  },
  closed,
);
export type PluginIndex = Static<typeof PluginIndex>;

export const PluginDescription = Type.Object(
  {
    ...summary,
    parameters: Type.Array(HostedParameter, { maxItems: 1024 }),
    readings: Type.Array(HostedReading, { maxItems: 256 }),
    properties: Type.Array(HostedProperty, { maxItems: 256 }),
    presets: Type.Array(PluginPreset, { maxItems: 1024 }),
    /** As the probe measured it, at 48 kHz with the default values, in frames. */
    latencyFrames: Type.Integer({ minimum: 0, maximum: mostFrames }),
    hasState: Type.Boolean(),
  },
  closed,
);
export type PluginDescription = Static<typeof PluginDescription>;
