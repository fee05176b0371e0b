// Inserts through hardware: where they leave the mixer and come back, and how long that takes. The ports are those of the
// patch; one that is not there leaves the strip its dry sound. They come before plugins (inserts.ts): a place that loses its
// hardware is free for one.
import { isDeepStrictEqual } from 'node:util';
import type { Reading, Value } from 'rowdesk/driver';
import type { FieldGroup } from './field-groups.ts';
import { insertRow } from './inserts.ts';
import type { SoundingStrip } from './legs.ts';
import type { NativeHardware } from './native-hardware.ts';
import { playedAt } from './outputs.ts';
import type { Ports } from './ports.ts';
import type { StripRef } from './strip-refs.ts';

const insertsPath = '/patch/inserts';
const latenciesPath = '/patch/insertLatencies';
const inserts: readonly unknown[] = ['insert1', 'insert2'];
const legs: readonly unknown[] = ['left', 'right'];
/** A second at the highest rate; the native half has a limit of its own. */
const mostFrames = 192_000;

interface Place {
  readonly strip: StripRef;
  readonly insert: 'insert1' | 'insert2';
}
interface Insert extends Place {
  readonly leg?: 'left' | 'right';
  readonly sendPortId: string;
  readonly returnPortId: string;
  readonly mayBeSilent?: boolean;
}
interface Latency extends Place {
  readonly frames: number;
}
interface Settings {
  readonly inserts: readonly Insert[];
  readonly latencies: readonly Latency[];
}

/** As the native half was told last; `reason`: why the hardware is not heard, '' where its ports are there. */
interface Told {
  readonly channels: readonly number[];
  readonly frames: number;
  readonly mayBeSilent: boolean;
  readonly reason: string;
}

export interface HardwareParts {
  readonly native: NativeHardware;
  readonly strips: readonly SoundingStrip[];
  readonly names: { readonly sources: Ports; readonly sinks: Ports };
}

export class HardwareInserts implements FieldGroup {
  readonly #parts: HardwareParts;
  #desired: Settings = { inserts: [], latencies: [] };
  /** As the audio thread has it, once it has the change of this number. */
  #heard: Settings = this.#desired;
  #number = 0;
  /** By the row of the insert. */
  readonly #told = new Map<string, Told>();
  #readings: readonly Reading[] | undefined;

  constructor(parts: HardwareParts) {
    this.#parts = parts;
  }

  takes({ path, field }: Value): boolean {
    return (path === insertsPath && field === 'inserts') || (path === latenciesPath && field === 'latencies');
  }

  /** A list is taken whole or not at all. */
  apply(values: readonly Value[]): readonly Reading[] {
    return values.flatMap(({ path, field, value }) => {
      const before = this.#desired;
      const reason = this.#faultOf(field, value) || this.#become({ ...before, [field]: value });
      if (reason === '') return [];
      this.#become(before);
      return [{ path, field, value, state: 'refused', reason }];
    });
  }

  get readings(): Iterable<Reading> {
    const isApplied = this.#parts.native.appliedHardwareInserts() >= this.#number;
    if (isApplied && this.#heard !== this.#desired) {
      this.#heard = this.#desired;
      this.#readings = undefined;
    }
    this.#readings ??= [
      { path: insertsPath, field: 'inserts', value: this.#heard.inserts, state: 'applied' },
      { path: latenciesPath, field: 'latencies', value: this.#heard.latencies, state: 'applied' },
      ...[...this.#told].flatMap(([path, { channels, reason }]): readonly Reading[] => [
        { path, field: 'hardware', value: channels.length > 0, state: 'applied' },
        { path, field: 'hardwareReason', value: reason, state: 'applied' },
      ]),
    ];
    return this.#readings;
  }

  /** Ports came or went, or others stand for them. */
  connect(): void {
    this.#become(this.#desired);
  }

  static readonly methods: readonly string[] = ['measureInsert', 'measuredInsert', 'endInsertMeasure'];

  /**
   * Of an insert `{ path }`: `measureInsert` sends clicks through its hardware, `measuredInsert` returns `{}` while they are under
   * way and then `{ frames, gainDb, fault }`, `endInsertMeasure` ends them. Throws Error in words.
   */
  call(method: string, { path }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const [strip, place] = this.#numbersOf(String(path));
    const { native } = this.#parts;
    if (method === 'measuredInsert') return { ...native.measuredInsert(strip, place) };
    if (method === 'measureInsert') native.measureInsert(strip, place);
    else native.endInsertMeasure(strip, place);
    return {};
  }

  /** Returns '', or the reason why some place stays as it is. */
  #become(desired: Settings): string {
    this.#desired = desired;
    this.#readings = undefined;
    const wanted = new Map<string, Told>();
    for (const item of desired.inserts) wanted.set(pathOf(item), this.#toldOf(item, desired));
    // Places that lose their hardware make room.
    const paths = [...[...this.#told.keys()].filter((path) => !wanted.has(path)), ...wanted.keys()];
    for (const path of paths) {
      const told = wanted.get(path) ?? { channels: [], frames: 0, mayBeSilent: false, reason: '' };
      if (isDeepStrictEqual(told, this.#told.get(path))) continue;
      const [strip, place] = this.#numbersOf(path);
      try {
        const { native } = this.#parts;
        const channels = Int32Array.from(told.channels);
        this.#number = native.setHardwareInsert(strip, place, channels, told.frames, told.mayBeSilent);
        this.#told.set(path, told);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    }
    return '';
  }

  /** All legs of the place together. */
  #toldOf(place: Place, { inserts, latencies }: Settings): Told {
    const { sources, sinks } = this.#parts.names;
    const path = pathOf(place);
    const own = inserts.filter((item) => pathOf(item) === path);
    const channels = [-1, -1, -1, -1];
    const missing: string[] = [];
    for (const { leg = 'left', sendPortId, returnPortId } of own) {
      const at = legs.indexOf(leg);
      channels[at] = channelOf(playedAt(sendPortId, sinks.present), sinks.present);
      channels[2 + at] = channelOf(returnPortId, sources.present);
      if (channels[at] === -1) missing.push(sendPortId);
      if (channels[2 + at] === -1) missing.push(returnPortId);
    }
    const frames = latencies.find((item) => pathOf(item) === path)?.frames ?? 0;
    const mayBeSilent = own.some((item) => item.mayBeSilent === true);
    const verb = missing.length === 1 ? 'is' : 'are';
    return {
      channels,
      frames,
      mayBeSilent,
      reason: missing.length === 0 ? '' : `${missing.join(', ')} ${verb} not at the mixer`,
    };
  }

  #numbersOf(path: string): readonly [number, number] {
    const [, own = '', number = ''] = insertRow.exec(path) ?? [];
    const strip = this.#parts.strips.findIndex((each) => each.path === own);
    if (strip < 0) throw new Error(`the mixer has no insert ${path}`);
    return [strip, Number(number) - 1];
  }

  /** Why the value is not valid, '' where it is. */
  #faultOf(field: string, value: unknown): string {
    if (!Array.isArray(value)) return `${field} must be a list`;
    for (const [place, item] of value.entries()) {
      const reason = field === 'inserts' ? this.#insertFault(item) : this.#latencyFault(item);
      if (reason !== '') return `${field} ${place}: ${reason}`;
    }
    return '';
  }

  #insertFault(item: unknown): string {
    const { leg = 'left', sendPortId, returnPortId, mayBeSilent = false } = (item ?? {}) as Partial<Insert>;
    const reason = this.#placeFault(item);
    if (reason !== '') return reason;
    if (!legs.includes(leg)) return 'leg must be left or right';
    if (typeof mayBeSilent !== 'boolean') return 'mayBeSilent must be true or false';
    const isPort = (port: unknown) => typeof port === 'string' && port !== '';
    return isPort(sendPortId) && isPort(returnPortId) ? '' : 'sendPortId and returnPortId must be ids of ports';
  }

  #latencyFault(item: unknown): string {
    const { frames } = (item ?? {}) as Partial<Latency>;
    const reason = this.#placeFault(item);
    if (reason !== '') return reason;
    const isCount = Number.isInteger(frames) && Number(frames) >= 0 && Number(frames) <= mostFrames;
    return isCount ? '' : `frames must be from 0 to ${mostFrames}`;
  }

  #placeFault(item: unknown): string {
    const { strip, insert } = (item ?? {}) as Partial<Place>;
    if (!inserts.includes(insert)) return 'insert must be insert1 or insert2';
    const path = pathOf({ strip: strip ?? { kind: '', index: 0 }, insert: insert as Place['insert'] });
    const own = insertRow.exec(path)?.[1];
    const isStrip = own !== undefined && this.#parts.strips.some((each) => each.path === own);
    return isStrip ? '' : 'strip must be one with inserts, by kind and index';
  }
}

/** -1 for a port that is not there; a gap in the channels is none. */
const channelOf = (port: string, present: readonly string[]): number => (port === '' ? -1 : present.indexOf(port));

const pathOf = ({ strip: { kind, index }, insert }: Place): string =>
  `/channel/${kind}/${index}/chain/processors/${insert}`;
