// The boundary to driver code, which may return anything: the functions here and in untrusted-mixer.ts check it, and make it
// plain data that fits the link. The rest of the process trusts their results. Each throws Error with a message for the
// operator, unless its comment says otherwise. All bounds of what a driver says stand in these two files.

import { inspect } from 'node:util';
import { type Static, type TSchema, Value } from '../../base/typebox.ts';
import {
  type AudioDevice,
  type ControlDevice,
  type DeviceDescription,
  type DiscoveredModel,
  type DriverKind,
  type DriverModule,
  type GraphReader,
  isWithoutPorts,
  type Observation,
  type Reading,
} from '../../driver.ts';
import { Snapshot } from '../link/graph-shapes.ts';
import { Description, type LoadOrder, ModelShape } from '../link/shapes.ts';
import { FieldSet } from './field-set.ts';

/** Addresses of one target. They stay in the tables at both ends of the link; a mixer of 256 strips has some 100,000. */
const mostAddresses = 200_000;
/** Characters of path and field together. */
export const longestAddress = 512;
/** Characters of a value as JSON, and of a reason. */
const longestValue = 65_536;
const longestReason = 1000;
/** Characters of a description as JSON; 256 ports have some 40,000. Every status has all descriptions. */
const longestDescription = 500_000;
/** Characters of a graph as JSON, and of a call's result: with three bytes each they fit into a frame of the link. */
const longestDocument = 4_000_000;
/** Characters of a discovered model as JSON, and models of a driver. */
const longestModel = 4096;
const mostModels = 1000;
/** Channels of a device, in each direction. */
const mostChannels = 4096;
/** Characters of a line of the log, of the id of a notice, and of its text. */
const longestLine = 10_000;
const longestNoticeId = 200;
const longestNotice = 2000;
const longestPolicy = 64;
/** The largest of each figure; the least is 0. Hz are those of rowdesk/audio.h, the last moment is that of a date. */
const largest = {
  ...{ rate: 192_000, quantum: 65_536, xruns: 2 ** 53, lastXrunMs: 8.64e15, blockUs: 1e12, blockMaxUs: 1e12 },
  ...{ wakeupJitterUs: 1e12, priority: 99 },
};
const leastRate = 44_100;
const levels = ['debug', 'info', 'warn', 'error'] as const;

/** The module of a package: its default export, of the kind that its package.json says. */
export function checkedModule(module: unknown, { kind }: LoadOrder) {
  if (typeof module !== 'object' || module === null)
    throw new Error("its module has no default export; it must export a driver's object");
  const { kind: actual, open, discover } = module as { kind?: unknown; open?: unknown; discover?: unknown };
  if (actual !== kind) throw new Error(`its module says kind '${String(actual)}', its package.json says '${kind}'`);
  if (typeof open !== 'function') throw new Error('its module has no function open()');
  return { module: module as DriverModule, discovers: typeof discover === 'function' };
}

/** The plain models among the results of `discover`; `reject` gets each other result as JSON. */
export function checkedModels(models: readonly unknown[], reject: (json: string) => void): readonly DiscoveredModel[] {
  if (models.length > mostModels) throw new Error(`it found more than ${mostModels} models`);
  return models.flatMap((model): DiscoveredModel[] => {
    const json = JSON.stringify(model) ?? 'undefined';
    if (!Value.Check(ModelShape, model) || json.length > longestModel) {
      reject(json);
      return [];
    }
    const { id, transport, modelId, model: name, label, address, card, identity } = JSON.parse(json) as DiscoveredModel;
    const plain = { id, transport, modelId, model: name, label, address, ...(identity ? { identity } : {}) };
    if (card === undefined) return [plain];
    const { inputs, outputs, place, heldBy } = card;
    return [{ ...plain, card: { inputs, outputs, place, heldBy } }];
  });
}

/** The result of `open`. */
export function checkedDevice<D extends AudioDevice | ControlDevice>(device: D | undefined): D {
  if (typeof device?.apply !== 'function') throw new Error('its open() did not give a device');
  return device;
}

/** Throws for a target that is not `kind:id`: the mixer's, or another device's. That of a recorder is `recorder`, of a network `network`. */
export function checkTarget({ target }: AudioDevice | ControlDevice, id: string, kind?: DriverKind): void {
  const isOwn = isWithoutPorts(kind)
    ? target === kind
    : typeof target === 'string' && /^[a-z]+:/.test(target) && target.endsWith(`:${id}`);
  if (isOwn) return;
  const expected = isWithoutPorts(kind) ? `'${kind}'` : `a kind and its id, 'stagebox:${id}'`;
  throw new Error(`its target is '${String(target).slice(0, 64)}'; it must be ${expected}`);
}

/** A copy of the description: the driver may change its object. */
export function plainDescription(device: AudioDevice | ControlDevice): DeviceDescription {
  const description = fitting(Description, plain(device.description, longestDescription), 'its description');
  const wrong = description.ports.find(({ channel }) => channel < 1 || channel > mostChannels);
  if (wrong) throw new Error(`its ports must have channels from 1 to ${mostChannels}, and one has ${wrong.channel}`);
  const { away, clockFault } = description;
  return {
    ...description,
    ...(away ? { away: away.slice(0, longestReason) } : {}),
    ...(clockFault ? { clockFault: clockFault.slice(0, longestReason) } : {}),
  };
}

export function plainSnapshot(graph: GraphReader): Static<typeof Snapshot> {
  return fitting(Snapshot, plain(graph.read(), longestDocument), 'its graph');
}

/** The result of a call, as plain data. */
export function plainResult(result: unknown): Readonly<Record<string, unknown>> {
  return plain({ ...(result as object) }, longestDocument) as Readonly<Record<string, unknown>>;
}

/** The level and the text of a line of the log. */
export function plainLine(level: unknown, message: unknown) {
  const known = levels.find((each) => each === level) ?? 'warn';
  return { level: known, message: String(message).slice(0, longestLine) };
}

export function plainNotice(id: unknown, text: unknown) {
  return { id: String(id).slice(0, longestNoticeId), text: String(text).slice(0, longestNotice) };
}

/** The message of whatever a driver threw. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    const message = thrown instanceof Error ? String(thrown.message) : `it threw ${inspect(thrown)}`;
    return message.slice(0, longestReason);
  } catch {
    return 'it threw an error without a message';
  }
}

/** A figure out of its range is 0. Throws what `figures` throws. */
export function plainFigures(figures: ReturnType<AudioDevice['figures']>): ReturnType<AudioDevice['figures']> {
  const of = (name: keyof typeof largest) => within(figures[name], largest[name]);
  const { policy } = figures;
  return {
    rate: of('rate') < leastRate ? 0 : of('rate'),
    quantum: of('quantum'),
    xruns: of('xruns'),
    lastXrunMs: of('lastXrunMs'),
    blockUs: of('blockUs'),
    blockMaxUs: of('blockMaxUs'),
    wakeupJitterUs: of('wakeupJitterUs'),
    policy: typeof policy === 'string' ? policy.slice(0, longestPolicy) : '',
    priority: of('priority'),
  };
}

/** The observation of a target. Its readings are still the driver's objects, to be compared; `plainReading` checks each. */
export function checkedObservation({ revision, values }: Observation): Observation {
  if (!Array.isArray(values)) throw new Error('its observe() gave no list of values');
  if (values.length > mostAddresses) throw new Error(`it names more than ${mostAddresses} values`);
  if (!Number.isSafeInteger(revision) || revision < 0) throw new Error('its observe() gave no revision');
  return { revision, values };
}

/** A reading as plain data; WrongNumbers has found what JSON would make null. */
export function plainReading({ path, field, value, state, reason }: Reading): Reading {
  const known = state === 'applied' || state === 'refused' ? state : 'unverified';
  const reading = { path: String(path), field: String(field), value: plainValue(value), state: known } as const;
  return reason === undefined ? reading : { ...reading, reason: String(reason).slice(0, longestReason) };
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
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

function within(value: unknown, largest: number): number {
  return typeof value === 'number' && value >= 0 && value <= largest ? value : 0;
}

/** A copy by way of JSON. */
function plain(value: unknown, mostCharacters: number): unknown {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length > mostCharacters)
    throw new Error(`it gives ${json.length} characters, and may give ${mostCharacters}`);
  return JSON.parse(json);
}

function fitting<S extends TSchema>(schema: S, json: unknown, what: string): Static<S> {
  if (Value.Check(schema, json)) return json;
  const [first] = Value.Errors(schema, json);
  throw new Error(`${what} does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
}
