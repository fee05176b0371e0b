// The readings of a device: which rows have what the hardware reported, and what it can't say.
import type { Reading, Value } from 'rowdesk/driver';
import type { Hardware, Identity, Key, KeyValue, Parameter } from './hardware.ts';
import { keptText } from './kept-text.ts';
import { placeOf, shownPlace } from './mix-places.ts';
import { inputPath, outputPath, type Places, type Policies, rootPath } from './places.ts';
import { Readings } from './readings.ts';

export interface ReportState {
  readonly reported: ReadonlyMap<Key, KeyValue>;
  /** The desired value of a key, also of `mix/1/3/muted`; undefined or null for none. */
  readonly wanted: (key: Key) => unknown;
  /** Desired values that the device has nothing for (the name of the box): the driver is what has them. */
  readonly others: Iterable<Value>;
  readonly policies: Policies;
  readonly identity: Identity;
  readonly readings: number;
}

export class Report {
  readonly #places: Places;
  readonly #hardware: Hardware;
  readonly #readings = new Readings();
  /** Keys whose reading may be another one. */
  readonly #changed = new Set<Key>();
  #made = '';

  constructor(places: Places, hardware: Hardware) {
    this.#places = places;
    this.#hardware = hardware;
  }

  /** The reported or the desired value of the key is another one. */
  changed(key: Key): void {
    this.#changed.add(key);
  }

  /** All readings. `isFirst`: with those of /vendorA. */
  list(state: ReportState, isFirst: boolean): readonly Reading[] {
    const { parameters } = this.#hardware;
    const made = `${isFirst} ${parameters.size}`;
    const isNew = made !== this.#made;
    if (isNew) {
      this.#readings.clear();
      this.#made = made;
      if (isFirst) this.#addSockets();
    }
    if (isFirst) this.#addDevice(state);
    for (const key of isNew ? parameters.keys() : this.#changed) {
      if (isFirst || !this.#places.of(key).path.startsWith(rootPath)) this.#add(this.#readings, key, state);
    }
    this.#changed.clear();
    for (const { path, field, value } of state.others) this.#readings.set({ path, field }, value, 'applied');
    return this.#readings.list;
  }

  /** The readings of these keys alone. */
  of(keys: readonly Key[], state: ReportState): readonly Reading[] {
    const readings = new Readings();
    for (const key of keys) this.#add(readings, key, state);
    return readings.list;
  }

  /** All are made anew. */
  clear(): void {
    this.#made = '';
  }

  #add(readings: Readings, key: Key, state: ReportState): void {
    const { reported, wanted } = state;
    const place = placeOf(key);
    if (place !== undefined) {
      const shown = shownPlace({ muted: wanted(`${place}/muted`), levelDb: wanted(key) }, reported.get(key));
      readings.set(this.#places.of(key), asWanted(shown.levelDb.value, wanted(key)), shown.levelDb.state);
      readings.set(this.#places.of(`${place}/muted`), shown.muted.value, shown.muted.state);
      return;
    }
    const value = reported.get(key);
    const isLabel = key.endsWith('/label');
    // A name stands in a row of every stagebox; without one of the desk there is nothing that the device should have.
    if (isLabel && !wanted(key)) {
      if (wanted(key) === '') readings.set(this.#places.of(key), '', 'applied');
    } else if (value === undefined) readings.set(this.#places.of(key), wanted(key) ?? null, 'unverified');
    else
      readings.set(this.#places.of(key), asWanted(value, wanted(key), this.#hardware.parameters.get(key)), 'applied');
  }

  #addDevice({ policies, identity, readings }: ReportState): void {
    this.#say(rootPath, 'policy', policies);
    for (const [field, value] of Object.entries(identity)) this.#say(rootPath, field, value);
    this.#say(rootPath, 'state', 'connected');
    this.#say(rootPath, 'readings', readings);
  }

  #addSockets(): void {
    const { inputs, outputs, playbacks, parameters, latencyFrames } = this.#hardware;
    const options = (key: Key) => parameters.get(key)?.options;
    this.#say(rootPath, 'clockSources', options('clockSource') ?? []);
    this.#say(rootPath, 'playbacks', playbacks);
    if (latencyFrames !== undefined) this.#say(rootPath, 'latencyFrames', latencyFrames);
    for (const [side, sockets, pathOf] of [
      ['input', inputs, inputPath],
      ['output', outputs, outputPath],
    ] as const) {
      sockets.forEach(({ label }, at) => {
        const referenceLevels = options(`${side}/${at + 1}/referenceLevel`);
        this.#say(pathOf(at + 1), 'label', label);
        if (referenceLevels) this.#say(pathOf(at + 1), 'referenceLevels', referenceLevels);
      });
    }
    const sources = [...inputs.map(({ label }) => label), ...range(playbacks).map((n) => `Playback ${n}`)];
    for (const out of range(outputs.length)) {
      sources.forEach((label, at) => {
        if (parameters.has(`mix/${out}/${at + 1}/levelDb`))
          this.#say(`${rootPath}/mix/${out}/${at + 1}`, 'label', label);
      });
    }
  }

  #say(path: string, field: string, value: unknown): void {
    this.#readings.set({ path, field }, value, 'applied');
  }
}

/** -65 dB is off at the device, as -144 is, and a name is cut there: both are shown as they were wanted. */
function asWanted(value: unknown, wanted: unknown, parameter?: Parameter): unknown {
  if (value === -144 && wanted === -65) return wanted;
  return typeof wanted === 'string' && value === keptText(wanted, parameter) ? wanted : value;
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
