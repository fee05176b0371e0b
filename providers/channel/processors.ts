// What stands in the chains of strips: places for processors, and the processors that may stand there.
import type { Drivers, Fields, Limits, LiveFields } from 'rowdesk/provider';
import type { StripKind } from '../console/index.ts';
import { stripKinds } from '../console/index.ts';
import {
  emptyPlace,
  type HostedProcessor,
  hostedProcessor,
  noReadings,
  pluginField,
  typeOfProperty,
} from './hosted-processors.ts';
import type { InsertChoices } from './insert-choices.ts';
import { describe, effectLegs, legsOf } from './kinds.ts';
import { schemaOf } from './parameters.ts';
import { inserts, isInsert, labelsOf, type Slot, slotsFor } from './slots.ts';

export type Processor = Drivers['processors'][number];
export type Parameter = Processor['parameters'][number];

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

/** Where the fields of `values` go: those that are built in are the mixer's, and the plugin host hears that there is no plugin. */
export type ValueTargets = Readonly<Record<string, string>>;

/** The values of a plugin that is not there wait for it. */
const ofDormant: ValueTargets = { [pluginField]: 'plugins' };
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
  /** Of a place where plugins of others may stand, too: the field that says which one. */
  readonly #effectFields = new Map<string, LiveFields>();
  readonly #effectTargets = new Map<string, ValueTargets>();
  readonly #properties = new Map<string, readonly Property[]>();
  readonly #limits = new WeakMap<readonly string[], Limits>();
  /** By what is built in: the last list with plugins of others behind it. */
  readonly #joined = new WeakMap<
    readonly string[],
    { readonly hosted: readonly string[]; readonly all: readonly string[] }
  >();
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
      const writable = Object.keys(fields);
      this.#fields.set(uri, { fields, writable });
      this.#effectFields.set(uri, { fields: { ...fields, ...emptyPlace.fields }, writable });
      const own = Object.fromEntries(writable.map((symbol) => [symbol, 'mixer']));
      this.#effectTargets.set(uri, { ...own, [pluginField]: 'plugins' });
    }
  }

  /** In the order of the sound. */
  chain(kind: StripKind): readonly Slot[] {
    return [...(this.#chains.get(kind)?.values() ?? [])];
  }

  slot(kind: StripKind, processorId: string): Slot | undefined {
    return this.#chains.get(kind)?.get(processorId);
  }

  /** What `plugin` of a row names; undefined for nothing, and for a plugin of which nothing is known. */
  get(uri: unknown): Processor | undefined {
    return this.#processors.get(uri as string) ?? this.described(uri)?.processor;
  }

  isBuiltIn(uri: unknown): boolean {
    return this.#processors.has(uri as string);
  }

  /** A plugin of others that is there; undefined for anything else. */
  hosted(uri: unknown): HostedProcessor | undefined {
    if (uri === '' || this.#processors.has(uri as string)) return undefined;
    const description = this.#choices?.plugins?.get(uri as string);
    return description === undefined ? undefined : hostedProcessor(description);
  }

  /** A plugin of others stands there, and is not on this machine. */
  isDormant(uri: unknown): boolean {
    return uri !== '' && !this.#processors.has(uri as string) && this.hosted(uri) === undefined;
  }

  /** Also of a plugin that is not there, where it is known. */
  described(uri: unknown): HostedProcessor | undefined {
    if (uri === '' || this.#processors.has(uri as string)) return undefined;
    const description = this.#choices?.plugins?.described(uri as string);
    return description === undefined ? undefined : hostedProcessor(description);
  }

  /** What may stand in a place: the same list while nothing changed. */
  choicesAt(kind: StripKind, slot: Slot): readonly string[] {
    const { isHosted, plugins } = slot;
    if (!isHosted || this.#choices === undefined) return plugins;
    if (isInsert(slot)) return this.#choices.of(legsOf(kind));
    const hosted = this.#choices.of(effectLegs);
    const known = this.#joined.get(plugins);
    if (known?.hosted === hosted) return known.all;
    const all = Object.freeze([...plugins, ...hosted.filter((uri) => uri !== '')]);
    this.#joined.set(plugins, { hosted, all });
    return all;
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

  /** The target of a place and its key. The mixer gets no inserts as long as no plugin can stand there. */
  targetAt(slot: Slot): 'mixer' | undefined {
    return isInsert(slot) && this.#choices?.any !== true ? undefined : 'mixer';
  }

  /** The target of what a plugin keeps beside its values: none as long as there is no plugin, and while this one is not there. */
  stateTargetOf(plugin: unknown): 'plugins' | undefined {
    return this.#choices?.any === true && !this.isDormant(plugin) ? 'plugins' : undefined;
  }

  /** The targets of the values of what stands in a place. */
  valuesTargetAt(slot: Slot, plugin: unknown): string | ValueTargets {
    if (!slot.isHosted) return 'mixer';
    return this.#effectTargets.get(plugin as string) ?? (this.isDormant(plugin) ? ofDormant : 'plugins');
  }

  /** Calls `changed` when what may stand in the inserts, or is known of it, changes. */
  onHosted(changed: () => void): () => void {
    return this.#choices?.onChange(changed) ?? (() => {});
  }

  /** The values of a processor as fields: the same object for the same processor. */
  fieldsOf(uri: unknown, slot?: Slot): LiveFields {
    const own = slot?.isHosted ? this.#effectFields : this.#fields;
    return own.get(uri as string) ?? this.described(uri)?.fields ?? (slot?.isHosted ? emptyPlace : noFields);
  }

  /** The values of a processor as it begins. */
  defaultsOf(uri: unknown): Fields {
    const { fields, writable } = this.fieldsOf(uri);
    return Object.fromEntries(writable.map((name) => [name, (fields[name] as { default?: unknown }).default]));
  }

  /** Why a plugin that stands in a place is not there. */
  whyMissing(uri: string): string {
    if (this.#choices === undefined) return 'this desk has no plugins of others';
    return `${this.#choices.wordsFor(uri)} ${this.#choices.whyMissing(uri)}`;
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
