// The target `plugins`: takes the plugins and values of all places, and whether a plugin is quarantined.
import type {
  ControlDevice,
  DeviceDescription,
  DiscoveredModel,
  DriverContext,
  Observation,
  Reading,
  Value,
} from 'rowdesk/driver';
import type { KeptStates } from './kept-states.ts';
import { Place } from './place.ts';
import { placeOf } from './place-name.ts';
import type { PlaceParts } from './place-parts.ts';
import type { PluginFiles } from './plugin-files.ts';
import type { StartRack } from './rack-process.ts';
import { Racks } from './racks.ts';
import { ReadingTable } from './reading-table.ts';
import type { ReleaseSlot } from './slots.ts';
import type { StateFiles } from './state-files.ts';
import type { Strikes } from './strikes.ts';
import type { Timers } from './timers.ts';

export interface PluginsDeviceParts {
  readonly model: DiscoveredModel;
  readonly context: Pick<DriverContext, 'log' | 'changed' | 'changedOnDevice' | 'warn' | 'mediaFolder'>;
  readonly start: StartRack;
  readonly release: ReleaseSlot;
  readonly timers: Timers;
  readonly files: PluginFiles;
  readonly strikes: Strikes;
  readonly states: StateFiles;
  readonly kept: KeptStates;
}

const pluginPath = /^\/plugins\/([a-z0-9][a-z0-9-]{0,63})$/;
/** How often the desk is told of changed readings. */
const reportMs = 100;
/** Between two looks whether a missing plugin is there. */
const lookMs = 2000;
const mostPlaces = 512;

export class PluginsDevice implements ControlDevice {
  readonly target = 'plugins';
  readonly description: DeviceDescription;
  readonly #parts: PluginsDeviceParts;
  readonly #table = new ReadingTable();
  readonly #places = new Map<string, Place>();
  readonly #racks: Racks;
  readonly #placeParts: PlaceParts;
  readonly #stopLooking: () => void;
  #stamp: string;
  #revision = 0;
  #isClosed = false;
  #stopReport: (() => void) | undefined;

  constructor(parts: PluginsDeviceParts) {
    const { model, context, timers, files, strikes, states, kept, start, release } = parts;
    const { id, label, model: name, transport } = model;
    const noPorts = { ports: [], inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [] };
    this.description = { id, label, model: name, transport, ...noPorts };
    this.#parts = parts;
    this.#racks = new Racks({ start, release, timers, log: context.log });
    this.#stamp = files.stamp;
    this.#placeParts = {
      ...{ table: this.#table, timers, files, racks: this.#racks, strikes, states, kept },
      media: context.mediaFolder,
      log: context.log,
      warn: context.warn,
      adopt: context.changedOnDevice,
      changed: () => this.#changed(),
      struck: ({ id: struck }) => this.#struck(struck),
    };
    for (const struck of strikes.records.keys()) this.#note(struck);
    for (const struck of strikes.untold) this.#table.set(`/plugins/${struck}`, 'quarantined', true);
    this.#stopLooking = timers.every(lookMs, () => this.#look());
  }

  apply(revision: number, values: readonly Value[], isComplete = false): readonly Reading[] {
    this.#revision = Math.max(this.#revision, revision);
    const refused: Reading[] = [];
    const blocks = new Map<Place, Value[]>();
    for (const value of isComplete ? this.#withoutOld(values) : values) {
      const [, id] = pluginPath.exec(value.path) ?? [];
      const place = id === undefined ? this.#placeAt(value.path) : undefined;
      if (place) blocks.set(place, [...(blocks.get(place) ?? []), value]);
      else refused.push(...this.#applyElsewhere(value, id));
    }
    for (const [place, block] of blocks) refused.push(...place.apply(block, isComplete));
    return refused;
  }

  observe(): Observation {
    return { revision: this.#revision, values: this.#table.list() };
  }

  /** `load-preset { place, preset }`: the state of the preset. Throws Error for the client. */
  call(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (method !== 'load-preset') throw new Error(`plugins have no action ${method}`);
    const place = [...this.#places.values()].find(({ address }) => address.path === args.place);
    if (!place) throw new Error(`there is no plugin at ${String(args.place).slice(0, 128)}`);
    place.loadPreset(String(args.preset));
    return {};
  }

  /** What the system holds racks by. */
  heldBy(words: readonly string[]): void {
    if (this.#isClosed) return;
    this.#table.set('/plugins', 'heldBy', words);
    this.#changed();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopLooking();
    this.#stopReport?.();
    for (const place of this.#places.values()) place.close();
    this.#racks.close();
    this.#parts.states.close();
  }

  #placeAt(path: string): Place | undefined {
    const address = /\/(?:values|state)$/.test(path) ? placeOf(path) : undefined;
    if (address === undefined) return undefined;
    const known = this.#places.get(address.name);
    if (known || this.#places.size >= mostPlaces) return known;
    const place = new Place(address, this.#placeParts);
    this.#places.set(address.name, place);
    return place;
  }

  #applyElsewhere({ path, field, value }: Value, id: string | undefined): readonly Reading[] {
    if (id === undefined || field !== 'quarantined') {
      return [{ path, field, value, state: 'refused', reason: `plugins have no ${field} at ${path}` }];
    }
    if (typeof value !== 'boolean') {
      return [{ path, field, value, state: 'refused', reason: 'quarantined must be true or false' }];
    }
    this.#table.set(path, field, value);
    if (this.#parts.strikes.quarantine(id, value)) for (const place of this.#places.values()) place.reconsider();
    return [];
  }

  /**
   * The values of a control process that came, without those that let out a plugin whose quarantine no control process has
   * heard of: the desk adopts that first. What it does not let out it knows to be in quarantine.
   */
  #withoutOld(values: readonly Value[]): readonly Value[] {
    const { strikes, context } = this.#parts;
    const letsOut = ({ path, field, value }: Value, id: string) =>
      path === `/plugins/${id}` && field === 'quarantined' && value === false;
    const unheard = strikes.untold.filter((id) => {
      const isOld = values.some((value) => letsOut(value, id));
      if (!isOld) strikes.told(id);
      return isOld;
    });
    if (unheard.length === 0) return values;
    const quarantined = { field: 'quarantined', value: true, state: 'applied' } as const;
    context.changedOnDevice(unheard.map((id) => ({ path: `/plugins/${id}`, ...quarantined })));
    return values.filter((value) => !unheard.some((id) => letsOut(value, id)));
  }

  #struck(id: string): void {
    this.#note(id);
    const path = `/plugins/${id}`;
    if (this.#parts.strikes.isQuarantined(id) && this.#table.set(path, 'quarantined', true)) {
      this.#parts.context.changedOnDevice([{ path, field: 'quarantined', value: true, state: 'applied' }]);
      for (const place of this.#places.values()) place.reconsider();
    }
    this.#changed();
  }

  #note(id: string): void {
    const { crashes = 0, lastFault = '' } = this.#parts.strikes.records.get(id) ?? {};
    this.#table.set(`/plugins/${id}`, 'crashes', crashes);
    this.#table.set(`/plugins/${id}`, 'lastFault', lastFault);
  }

  /** After a scan a missing plugin may be there. */
  #look(): void {
    const { stamp } = this.#parts.files;
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    for (const place of this.#places.values()) if (place.isMissing) place.lookAgain();
  }

  #changed(): void {
    this.#stopReport ??= this.#parts.timers.after(reportMs, () => {
      this.#stopReport = undefined;
      this.#parts.context.changed();
    });
  }
}
