// The description of a mixer's other fields: ranges and choices of what is no processor's.
import { type Static, Type } from '../base/typebox.ts';
import { ProcessorParameter } from './processor.ts';

const Kinds = Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { minItems: 1, maxItems: 32 });
const FieldDefault = Type.Union([
  Type.Number(),
  Type.Boolean(),
  Type.String(),
  Type.Object({ kind: Type.String(), index: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
]);

/** What a mixer takes for a field of a row that is no processor's: the one source of its range and choices. */
export const MixerField = Type.Object(
  {
    /**
     * number: with minimum and maximum. choice: one of `choices`. source: the id of a port. strip: null or a strip of
     * `refKinds`. strips: a list of those. indices: DCAs or mute groups. ports, outputs: lists of `maxItems`; of outputs
     * minimum and maximum are those of each level. panicScope: null, mains or all.
     */
    type: Type.Enum([
      ...(['number', 'boolean', 'choice', 'source', 'strip', 'strips', 'indices', 'ports', 'outputs'] as const),
      'panicScope',
    ]),
    unit: Type.Optional(Type.String({ minLength: 1, maxLength: 8 })),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    /** The maximum by the choice of another field, each of its choices named. */
    maximumBy: ProcessorParameter.properties.maximumBy,
    step: ProcessorParameter.properties.step,
    choices: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 32 })),
    refKinds: Type.Optional(Kinds),
    maxItems: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Without it 0, false, null, '' or an empty list. */
    default: Type.Optional(FieldDefault),
    /** The default by kind of strip, where it differs from `default`. */
    defaultOf: Type.Optional(Type.Record(Type.String(), FieldDefault)),
    /** The kinds of strips that have the field, for a field of `/channel/{kind}/{index}`. */
    stripKinds: Type.Optional(Kinds),
  },
  { additionalProperties: false },
);
export type MixerField = Static<typeof MixerField>;
/** By template of the row (`/cue`, `/channel/{kind}/{index}`), then by name of the field. */
export const MixerFieldFile = Type.Object(
  { rows: Type.Record(Type.String(), Type.Record(Type.String(), MixerField)) },
  { additionalProperties: false },
);
export type MixerFields = Static<typeof MixerFieldFile>['rows'];
