// The description of a mixer's built-in processors: the file that the manifest names.
import { type Static, Type } from '../base/typebox.ts';

const Strings = Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { minItems: 1, maxItems: 16 });
const Numbers = Type.Array(Type.Number(), { minItems: 1, maxItems: 32 });

/** A parameter of a processor. Its symbol is the name of its field in the processor's rows. */
export const ProcessorParameter = Type.Object(
  {
    /** `{band}` in symbol and label stands for 1 to `bands` of the processor. */
    symbol: Type.String({ pattern: '^[a-z][A-Za-z0-9{}]{0,63}$' }),
    label: Type.String({ minLength: 1, maxLength: 64 }),
    unit: Type.String({ maxLength: 8 }),
    minimum: Type.Number(),
    maximum: Type.Number(),
    /** For an enum an index of `choices`; a list, one per band, where the symbol has `{band}`. */
    default: Type.Union([Type.Number(), Numbers]),
    scale: Type.Enum(['linear', 'log', 'enum', 'toggle']),
    /** The maximum by the choice of another parameter, each of its choices named: `{"band{band}Type": {"peak": 10, ...}}`. */
    maximumBy: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Number()), { minProperties: 1, maxProperties: 1 }),
    ),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** Rows show and take `value`; the mixer gets its index in the list. */
    choices: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }, { additionalProperties: false })),
    ),
  },
  { additionalProperties: false },
);

/** A built-in processor: the one source of its contract, OPTIONS, params/{symbol} and documentation. */
export const ProcessorEntry = Type.Object(
  {
    /** The value of `plugin` in its row, `builtin:gate`. */
    uri: Type.String({ pattern: '^builtin:[a-z0-9-]+$' }),
    /** The slot in the chain. Processors of one id are the choices for that slot, the first is the default. */
    processorId: Type.String({ pattern: '^[a-z][a-z0-9]{0,31}$' }),
    kind: Type.String({ minLength: 1, maxLength: 32 }),
    label: Type.String({ minLength: 1, maxLength: 64 }),
    stripKinds: Strings,
    tapPoint: Type.Enum(['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader']),
    sort: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    enabled: Type.Boolean(),
    bands: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
    /** The processor has a key input (side chain): the row `key`. */
    keyed: Type.Optional(Type.Boolean()),
    /** Columns of the strips' meters: `reductionDb` of the gate is the column `gate.reductionDb` (MeterColumn). */
    meters: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,31}$' }), { maxItems: 8 })),
    /** Delay from input to output in frames, at any rate; default 0. The mixer compensates the delay. */
    latencyFrames: Type.Optional(Type.Integer({ minimum: 0 })),
    /** The parameter, in ms, that is the delay from input to output while the processor is on. The mixer compensates it. */
    latencyParameter: Type.Optional(Type.String()),
    parameters: Type.Array(ProcessorParameter, { maxItems: 64 }),
  },
  { additionalProperties: false },
);

export const ProcessorFile = Type.Object({ processors: Type.Array(ProcessorEntry) }, { additionalProperties: false });

/** A parameter with its bands written out and one default. */
export interface ParameterDescription extends Omit<Static<typeof ProcessorParameter>, 'default'> {
  readonly default: number;
}

/** A processor with its parameters written out. */
export interface ProcessorDescription extends Omit<Static<typeof ProcessorEntry>, 'parameters'> {
  readonly parameters: readonly ParameterDescription[];
}
