// What stands in the chains of strips: places for processors, and the processors that may stand there.
import type { Drivers, Fields, LiveFields } from 'rowdesk/provider';
import type { StripKind } from '../console/index.ts';
import { stripKinds } from '../console/index.ts';
import { describe } from './kinds.ts';
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
  /** What may stand there, the default first; '' is nothing. */
  readonly plugins: readonly string[];
  /** It listens to a key. */
  readonly isKeyed: boolean;
}

const inserts: readonly Slot[] = [1, 2].map((number) => ({
  processorId: `insert${number}`,
  kind: 'insert',
  label: `Insert ${number}`,
  tapPoint: 'Post-EQ',
  sort: 400 + 100 * number,
  enabled: false,
  plugins: [''],
  isKeyed: false,
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

  constructor(processors: readonly Processor[]) {
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

  /** What `plugin` of a row names; undefined for nothing. */
  get(uri: unknown): Processor | undefined {
    return this.#processors.get(uri as string);
  }

  /** The values of a processor as fields: the same object for the same processor. */
  fieldsOf(uri: unknown): LiveFields {
    return this.#fields.get(uri as string) ?? noFields;
  }

  /** The delay of a processor that is on, with these values, at a rate in Hz. */
  latencyFrames(uri: unknown, values: Fields, rate: number): number {
    const { latencyFrames = 0, latencyParameter = '' } = this.get(uri) ?? {};
    return latencyFrames + Math.round((Number(values[latencyParameter] ?? 0) * rate) / 1000);
  }

  /** What a processor is, beside its values; none of nothing. */
  propertiesOf(uri: unknown): readonly Property[] {
    return this.#properties.get(uri as string) ?? noProperties;
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
    return { processorId, kind, label, tapPoint, sort, enabled, plugins, isKeyed: keyed ?? false };
  });
}

/** The chain has no name in labels. A place with a choice of processors keeps its id. */
function labelsOf(slots: readonly Slot[]): Readonly<Record<string, string>> {
  const named = slots
    .filter(({ plugins }) => plugins.length === 1)
    .map(({ processorId, label }) => [processorId, label.charAt(0).toLowerCase() + label.slice(1)]);
  return { chain: '', processors: '', ...Object.fromEntries(named), eq: 'EQ' };
}
