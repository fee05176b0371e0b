// The readings of one place: whether its plugin is heard and why not, its latency, its share of time, its control outputs.
import type { PluginDescription } from 'rowdesk/driver';
import type { PlaceAddress } from './place-name.ts';
import type { PlaceParts } from './place-parts.ts';
import type { Guest } from './rack.ts';

export type PlaceStateName = 'none' | 'loading' | 'running' | 'set-aside' | 'quarantined' | 'missing';

/** For the operator, after `<name> in insert1 of input 1`; '' where nothing is wrong. */
const warnings: Readonly<Record<PlaceStateName, string>> = {
  none: '',
  loading: '',
  running: '',
  'set-aside': 'is set aside, and tried again',
  quarantined: 'is not used any more, after three faults',
  missing: 'is not there',
};

type Told = Extract<Parameters<Guest['take']>[0], { event: 'latency' | 'measured' | 'readings' | 'load' }>;

export class PlaceReadings {
  readonly #address: PlaceAddress;
  readonly #parts: Pick<PlaceParts, 'table' | 'warn' | 'changed'>;
  #plugin = '';
  #state: PlaceStateName = 'none';

  constructor(address: PlaceAddress, parts: Pick<PlaceParts, 'table' | 'warn' | 'changed'>) {
    this.#address = address;
    this.#parts = parts;
    this.gone();
  }

  get state(): PlaceStateName {
    return this.#state;
  }

  /** Another plugin is wanted: undefined for none, or for one that is not known. */
  choose(plugin: PluginDescription | undefined): void {
    this.#plugin = plugin?.name ?? 'the plugin';
    const symbols = new Set(plugin?.readings.map(({ symbol }) => symbol));
    this.#parts.table.keepOnly(`${this.#address.path}/readings`, (field) => symbols.has(field));
  }

  /** `reason`: '' where nothing is wrong. */
  say(state: PlaceStateName, reason: string): void {
    this.#state = state;
    this.#set('state', state);
    this.#set('reason', reason);
    const what = warnings[state];
    const text = what === '' ? '' : `${this.#plugin} in ${this.#address.words} ${what}: ${reason}`;
    this.#parts.warn(`place ${this.#address.name}`, text);
  }

  done({ latencyFrames, instances }: { readonly latencyFrames?: number; readonly instances?: number }): void {
    if (latencyFrames !== undefined) this.#set('latencyFrames', latencyFrames);
    if (instances !== undefined) this.#set('instances', instances);
  }

  take(event: Told, plugin: PluginDescription): void {
    if (event.event === 'latency') this.#set('latencyFrames', event.frames);
    else if (event.event === 'measured') this.#measured(event);
    else if (event.event === 'load')
      this.#set('loadPercent', Math.round((event.places[this.#address.name] ?? 0) * 10) / 10);
    else {
      for (const { symbol } of plugin.readings) {
        const value = event.values[symbol];
        if (value !== undefined) this.#put(`${this.#address.path}/readings`, symbol, value);
      }
    }
  }

  /** The rack uses what it measured. */
  #measured({ toldFrames, measuredFrames }: Extract<Told, { event: 'measured' }>): void {
    const text = `tells a latency of ${toldFrames} frames, and an impulse comes ${measuredFrames} frames late: paths are aligned by what was measured`;
    this.#parts.warn(`latency ${this.#address.name}`, `${this.#plugin} in ${this.#address.words} ${text}`);
  }

  /** No plugin is there. */
  gone(): void {
    this.#parts.warn(`latency ${this.#address.name}`, '');
    this.done({ latencyFrames: 0, instances: 0 });
    this.#set('loadPercent', 0);
    this.#parts.table.keepOnly(`${this.#address.path}/readings`, () => false);
  }

  #set(field: string, value: string | number): void {
    this.#put(this.#address.path, field, value);
  }

  #put(path: string, field: string, value: string | number): void {
    if (this.#parts.table.set(path, field, value)) this.#parts.changed();
  }
}
