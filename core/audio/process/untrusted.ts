// The boundary to driver code, which may return anything: the functions here check it, and make it plain data that fits the
// link. The rest of the process trusts their results. Each throws Error with a message for the operator.

import { type Static, type TSchema, Value } from '../../base/typebox.ts';
import type {
  AudioDevice,
  ControlDevice,
  DeviceDescription,
  DiscoveredModel,
  DriverModule,
  GraphReader,
  Mixer,
  Observation,
  Reading,
} from '../../driver.ts';
import { meterFolds, mostMeterColumns } from '../../driver.ts';
import { Snapshot } from '../link/graph-shapes.ts';
import type { MeterFormat } from '../link/meter-frame.ts';
import { Description, type LoadOrder, ModelShape } from '../link/shapes.ts';
import { FieldSet } from './field-set.ts';

/** Addresses of one target. They stay in the tables at both ends of the link; a mixer of 256 strips has some 100,000. */
const mostAddresses = 200_000;
/** Characters of path and field together. */
const longestAddress = 512;
/** Characters of a value as JSON, and of a reason. */
const longestValue = 65_536;
const longestReason = 1000;
/** Characters of a description as JSON; 256 ports have some 40,000. Every status has all descriptions. */
const longestDescription = 500_000;
/** Rows of meters: with the most columns a frame has 2 MiB. */
const mostMeterPaths = 4096;
const meterName = /^[a-z][A-Za-z0-9]{0,31}(\.[a-z][A-Za-z0-9]{0,31})?$/;
const longestPolicy = 64;
/** The last moment of a date, epoch milliseconds. */
const lastMs = 8.64e15;

/** The module of a package: its default export. */
export function checkedModule(module: unknown, { kind }: LoadOrder): DriverModule {
  if (typeof module !== 'object' || module === null)
    throw new Error("its module has no default export; it must export a driver's object");
  const { kind: actual, open } = module as { kind?: unknown; open?: unknown };
  if (actual !== kind) throw new Error(`its module says kind '${String(actual)}', its package.json says '${kind}'`);
  if (typeof open !== 'function') throw new Error('its module has no function open()');
  return module as DriverModule;
}

/** The plain models among the results of `discover`; `reject` gets each other result as JSON. */
export function checkedModels(models: readonly unknown[], reject: (json: string) => void): readonly DiscoveredModel[] {
  return models.flatMap((model): DiscoveredModel[] => {
    if (!Value.Check(ModelShape, model)) {
      reject(JSON.stringify(model));
      return [];
    }
    const { id, transport, modelId, label, address } = model;
    return [{ id, transport, modelId, model: model.model, label, address }];
  });
}

/** The result of `open`. */
export function checkedDevice<D extends AudioDevice | ControlDevice>(device: D | undefined): D {
  if (typeof device?.apply !== 'function') throw new Error('its open() did not give a device');
  return device;
}

/** Throws for a target that is not `kind:id`: the mixer's, or another device's. */
export function checkTarget({ target }: AudioDevice | ControlDevice, id: string): void {
  const isOwn = typeof target === 'string' && /^[a-z]+:/.test(target) && target.endsWith(`:${id}`);
  if (!isOwn)
    throw new Error(`its target is '${String(target).slice(0, 64)}'; it must be a kind and its id, 'stagebox:${id}'`);
}

/** A copy of the description: the driver may change its object. */
export function plainDescription(device: AudioDevice | ControlDevice): DeviceDescription {
  const json = JSON.stringify(device.description ?? null);
  if (json.length > longestDescription) throw new Error(`its description has ${json.length} characters`);
  return fitting(Description, JSON.parse(json), 'its description');
}

export function plainSnapshot(graph: GraphReader): Static<typeof Snapshot> {
  return fitting(Snapshot, JSON.parse(JSON.stringify(graph.read())), 'what it says');
}

/** A copy of the rows and columns of a mixer's meters. */
export function plainMeterFormat({
  meterPaths: paths,
  meterLegs: legs,
  meterColumns: columns,
}: Pick<Mixer, 'meterPaths' | 'meterLegs' | 'meterColumns'>): MeterFormat {
  const isPath = (path: unknown) => typeof path === 'string' && path.length <= longestAddress;
  if (!Array.isArray(paths) || paths.length > mostMeterPaths || !paths.every(isPath))
    throw new Error(`its meterPaths must be a list of at most ${mostMeterPaths} paths`);
  if (!Array.isArray(legs) || legs.length !== paths.length || !legs.every(isLegs))
    throw new Error('its meterLegs must have 1 or 2 for each of its meterPaths');
  if (!Array.isArray(columns) || columns.length > mostMeterColumns)
    throw new Error(`its meterColumns must be a list of at most ${mostMeterColumns} columns`);
  const names = new Set<string>();
  const plain = columns.map((column: MeterFormat['columns'][number] | null, at) => {
    const { name, legs: own, fold } = column ?? {};
    if (typeof name !== 'string' || !meterName.test(name))
      throw new Error(`the name of its meter column ${at + 1} must match ${meterName.source}`);
    if (names.has(name)) throw new Error(`its meter column ${name} is there twice`);
    if (!isLegs(own)) throw new Error(`its meter column ${name} must have 1 or 2 legs, and has ${own}`);
    if (fold === undefined || !meterFolds.includes(fold))
      throw new Error(`its meter column ${name} must have one of the folds ${meterFolds.join(', ')}, and has ${fold}`);
    names.add(name);
    return { name, legs: own, fold };
  });
  return { paths: [...paths], legs: [...legs], columns: plain };
}

/** Never throws: a figure that is no finite number is 0. */
export function plainFigures(figures: ReturnType<AudioDevice['figures']>): ReturnType<AudioDevice['figures']> {
  return {
    rate: figure(figures.rate),
    quantum: figure(figures.quantum),
    xruns: figure(figures.xruns),
    lastXrunMs: Math.min(lastMs, figure(figures.lastXrunMs)),
    blockUs: figure(figures.blockUs),
    blockMaxUs: figure(figures.blockMaxUs),
    wakeupJitterUs: figure(figures.wakeupJitterUs),
    policy: String(figures.policy).slice(0, longestPolicy),
    priority: figure(figures.priority),
  };
}

/** The observation of a target. Its readings are still the driver's objects, to be compared; `plainReading` checks each. */
export function checkedObservation({ revision, values }: Observation): Observation {
  if (!Array.isArray(values)) throw new Error('its observe() gave no list of values');
  return { revision: Number(revision), values };
}

/** A reading as plain data. NaN and infinities become null, as in JSON. */
export function plainReading({ path, field, value, state, reason }: Reading): Reading {
  const known = state === 'applied' || state === 'refused' ? state : 'unverified';
  const reading = { path: String(path), field: String(field), value: plainValue(value), state: known } as const;
  return reason === undefined ? reading : { ...reading, reason: String(reason).slice(0, longestReason) };
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  const json = JSON.stringify(value) ?? 'null';
  if (json.length > longestValue) throw new Error(`it reports a value of ${json.length} characters`);
  return typeof value === 'string' ? value : JSON.parse(json);
}

/** The addresses that one target reports. */
export class ReportedAddresses {
  readonly #fields = new FieldSet();
  #count = 0;

  /** Throws when the address is too long, or one too many. */
  add(path: string, field: string): void {
    if (this.#fields.has(path, field)) return;
    if (path.length + field.length > longestAddress)
      throw new Error(`it names ${path.slice(0, 64)}..., which is too long`);
    if (this.#count >= mostAddresses) throw new Error(`it names more than ${mostAddresses} values`);
    this.#count++;
    this.#fields.add(path, field);
  }
}

function isLegs(legs: unknown): legs is 1 | 2 {
  return legs === 1 || legs === 2;
}

function figure(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function fitting<S extends TSchema>(schema: S, json: unknown, what: string): Static<S> {
  if (Value.Check(schema, json)) return json;
  const [first] = Value.Errors(schema, json);
  throw new Error(`${what} does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
}
