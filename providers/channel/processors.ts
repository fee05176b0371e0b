// What stands in the chains of strips: places for processors, and the processors that may stand there.
import type { Drivers, Fields, Limits, LiveFields } from 'rowdesk/provider';
import type { StripKind } from '../console/index.ts';
import { stripKinds } from '../console/index.ts';
import { emptyPlace, type HostedProcessor, hostedProcessor, noReadings, typeOfProperty } from './hosted-processors.ts';
import type { InsertChoices } from './insert-choices.ts';
import { describe, legsOf } from './kinds.ts';
import { schemaOf } from './parameters.ts';

export type Processor = Drivers['processors'][number];
export type Parameter = Processor['parameters'][number];

/** A place in a chain. */
export interface Slot {
  readonly processorId: string;
  readonly kind: string;
  readonly label: string;
  /** The last tap before it. */
  readonly tapPoint: Processor['tapPoint'];
  readonly sort: number;
  /** When nobody has said otherwise. */
  readonly enabled: boolean;
  /** What may stand there, the default first; '' is nothing. More may stand in a hosted one: `choicesAt`. */
  readonly plugins: readonly string[];
  /** Plugins of others may stand there. */
  readonly isHosted: boolean;
  /** It listens to a key. */
  readonly isKeyed: boolean;
}

/** The places of a strip where plugins of others may stand, in the order of the sound. */
export const insertIds = ['insert1', 'insert2'] as const;

const inserts: readonly Slot[] = insertIds.map((processorId, place) => ({
  processorId,
  kind: 'insert',
  label: `Insert ${place + 1}`,
  tapPoint: 'Post-EQ',
  sort: 500 + 100 * place,
  enabled: false,
  plugins: [''],
  isHosted: true,
  isKeyed: true,
}));

/** A meter of a processor in the rows of meters: `gateReductionDb` is the column `gate.reductionDb`. */
export interface ProcessorMeter {
  readonly field: string;
  readonly column: string;
}

function metersOf(processors: readonly Processor[]): readonly ProcessorMeter[] {
  const fields = new Map<string, string>();
  for (const { processorId, meters = [] } of processors) {
    for (const meter of meters) {
      fields.set(`${processorId}${meter.charAt(0).toUpperCase()}${meter.slice(1)}`, `${processorId}.${meter}`);
    }
  }
  return [...fields].map(([field, column]) => ({ field, column }));
}

const noFields: LiveFields = { fields: {}, writable: [] };
const noProperties: readonly Property[] = [];

/** As rows show it. */
export interface Property {
  readonly property: string;
  readonly label: string;
  /** JSON Schema's word for its value. */
  readonly type: string;
  readonly value: unknown;
  readonly writable: boolean;
}

const latencyOf = (frames: number): Property => ({
  ...{ property: 'latencyFrames', label: 'Latency in frames', type: 'integer', value: frames, writable: false },
});

export class Processors {
  /** Of all processors, in the order of the sound. */
  readonly meters: readonly ProcessorMeter[];
  /** Labels of the segments below a chain; a place with one processor has the label of the processor. */
  readonly labels: Readonly<Record<string, string>>;
  readonly #chains = new Map<StripKind, ReadonlyMap<string, Slot>>();
  readonly #processors: ReadonlyMap<string, Processor>;
  readonly #fields = new Map<string, LiveFields>();
  readonly #properties = new Map<string, readonly Property[]>();
  readonly #limits = new WeakMap<readonly string[], Limits>();
  readonly #choices: InsertChoices | undefined;

  /** `choices`: the plugins of others; none without them. */
  constructor(processors: readonly Processor[], choices?: InsertChoices) {
    this.#choices = choices;
    this.#processors = new Map(processors.map((processor) => [processor.uri, processor]));
    for (const kind of stripKinds) {
      const own = processors.filter(({ stripKinds }) => stripKinds.includes(kind));
      const slots = [...slotsFor(own), ...(describe(kind).hasInserts ? inserts : [])];
      slots.sort((a, b) => a.sort - b.sort);
      this.#chains.set(kind, new Map(slots.map((slot) => [slot.processorId, slot])));
    }
    this.meters = metersOf(processors);
    this.labels = labelsOf([...this.#chains.values()].flatMap((slots) => [...slots.values()]));
    for (const { uri, parameters, latencyFrames = 0 } of processors) {
      this.#properties.set(uri, [latencyOf(latencyFrames)]);
      const fields = Object.fromEntries(parameters.map((parameter) => [parameter.symbol, schemaOf(parameter)]));
      this.#fields.set(uri, { fields, writable: Object.keys(fields) });
    }
  }

  /** In the order of the sound. */
  chain(kind: StripKind): readonly Slot[] {
    return [...(this.#chains.get(kind)?.values() ?? [])];
  }

  slot(kind: StripKind, processorId: string): Slot | undefined {
    return this.#chains.get(kind)?.get(processorId);
  }

  /** What `plugin` of a row names; undefined for nothing, and for a plugin that is not there. */
  get(uri: unknown): Processor | undefined {
    return this.#processors.get(uri as string) ?? this.hosted(uri)?.processor;
  }

  /** A plugin of others that is there; undefined for anything else. */
  hosted(uri: unknown): HostedProcessor | undefined {
    if (uri === '' || this.#processors.has(uri as string)) return undefined;
    const description = this.#choices?.plugins?.get(uri as string);
    return description === undefined ? undefined : hostedProcessor(description);
  }

  /** What may stand in a place: the same list while nothing changed. */
  choicesAt(kind: StripKind, { isHosted, plugins }: Slot): readonly string[] {
    if (!isHosted || this.#choices === undefined) return plugins;
    return this.#choices.of(legsOf(kind));
  }

  /** The limits of the row of a place: the same object while nothing changed. */
  limitsAt(kind: StripKind, slot: Slot): Limits {
    const choices = this.choicesAt(kind, slot);
    let limits = this.#limits.get(choices);
    if (limits === undefined) {
      limits = Object.freeze({ plugin: { enum: choices } });
      this.#limits.set(choices, limits);
    }
    return limits;
  }

  /** The target of a place and its key. The mixer has no place for inserts as long as nothing can be hosted there. */
  targetAt(slot: Slot): 'mixer' | undefined {
    return slot.isHosted && this.#choices?.any !== true ? undefined : 'mixer';
  }

  /** Calls `changed` when what may stand in the inserts, or is known of it, changes. */
  onHosted(changed: () => void): () => void {
    return this.#choices?.onChange(changed) ?? (() => {});
  }

  /** The values of a processor as fields: the same object for the same processor. */
  fieldsOf(uri: unknown, slot?: Slot): LiveFields {
    return this.#fields.get(uri as string) ?? this.hosted(uri)?.fields ?? (slot?.isHosted ? emptyPlace : noFields);
  }

  /** The values of a processor as it begins. */
  defaultsOf(uri: unknown): Fields {
    const { fields, writable } = this.fieldsOf(uri);
    return Object.fromEntries(writable.map((name) => [name, (fields[name] as { default?: unknown }).default]));
  }

  /** Why a plugin that stands in a place is not there. */
  whyMissing(uri: string): string {
    return this.#choices?.whyMissing(uri) ?? 'this desk has no plugins of others';
  }

  /** What a plugin of others shows of its work, as fields. */
  readingsOf(uri: unknown): LiveFields {
    return this.hosted(uri)?.readings ?? noReadings;
  }

  /** The delay of a processor that is on, with these values, at a rate in Hz. */
  latencyFrames(uri: unknown, values: Fields, rate: number): number {
    const { latencyFrames = 0, latencyParameter = '' } = this.get(uri) ?? {};
    return latencyFrames + Math.round((Number(values[latencyParameter] ?? 0) * rate) / 1000);
  }

  /** What a processor is, beside its values; none of nothing. */
  propertiesOf(uri: unknown): readonly Property[] {
    const hosted = this.hosted(uri);
    if (hosted === undefined) return this.#properties.get(uri as string) ?? noProperties;
    const own = hosted.properties.map((each) => ({
      ...{ property: each.property, label: each.label, type: typeOfProperty(each) },
      ...{ value: each.default ?? null, writable: each.writable },
    }));
    return [latencyOf(hosted.description.latencyFrames), ...own.filter(({ property }) => property !== 'latencyFrames')];
  }

  /** The equaliser of a kind of strip. */
  equaliser(kind: StripKind): Processor | undefined {
    return this.get(this.slot(kind, 'eq')?.plugins[0]);
  }
}

/** Processors of one id are choices for one place, the first is the default. */
function slotsFor(processors: readonly Processor[]): readonly Slot[] {
  const ids = [...new Set(processors.map(({ processorId }) => processorId))];
  return ids.map((processorId) => {
    const choices = processors.filter((processor) => processor.processorId === processorId);
    const { kind, label, tapPoint, sort, enabled, keyed } = choices[0] as Processor;
    const plugins = choices.map(({ uri }) => uri);
    return { processorId, kind, label, tapPoint, sort, enabled, plugins, isHosted: false, isKeyed: keyed ?? false };
  });
}

/** The chain has no name in labels. A place with a choice of processors keeps its id. */
function labelsOf(slots: readonly Slot[]): Readonly<Record<string, string>> {
  const named = slots
    .filter(({ plugins }) => plugins.length === 1)
    .map(({ processorId, label }) => [processorId, label.charAt(0).toLowerCase() + label.slice(1)]);
  return { chain: '', processors: '', ...Object.fromEntries(named), eq: 'EQ' };
}
