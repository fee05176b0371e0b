// The target `plugins` with racks of the test, described plugins in a folder of its own, and a clock that the test moves.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginDescription, Reading, Value } from 'rowdesk/driver';
import { PluginsDevice } from './device.ts';
import { KeptStates } from './kept-states.ts';
import { PluginFiles } from './plugin-files.ts';
import { RackDoubles } from './rack-double.ts';
import { StateFiles } from './state-files.ts';
import { Strikes } from './strikes.ts';
import { FakeTimers } from './timers-double.ts';

const model = { id: 'plugins', transport: 'plugins', modelId: 'lv2', model: 'lv2', label: 'Plugins', address: '' };
export const insertPath = (input: number, insert = 1) => `/channel/input/${input}/chain/processors/insert${insert}`;
const number = { unit: '', scale: 'linear' } as const;

/** A plugin with a gain, a choice, a switch, a sample and a reading, at `urn:<id>`. */
export function described(id: string, changes: Partial<PluginDescription> = {}): PluginDescription {
  return {
    ...{ id, uri: `urn:${id}`, format: 'lv2', name: id, vendor: '', class: '', bundle: `/lv2/${id}.lv2` },
    ...{ bundleTimeMs: 1, audioIn: 1, audioOut: 1, keyIn: 0, supported: true, reason: '', latencyFrames: 0 },
    parameters: [
      { ...number, symbol: 'gain', label: 'Gain', unit: 'dB', minimum: -40, maximum: 40, default: 0 },
      { ...number, symbol: 'mix', label: 'Mix', minimum: 0, maximum: 1, default: 1 },
      { ...number, symbol: 'on', label: 'On', minimum: 0, maximum: 1, default: 0, scale: 'toggle' },
      {
        ...{ ...number, symbol: 'shape', label: 'Shape', minimum: 0, maximum: 4, default: 0, scale: 'enum' },
        choices: [
          { value: 'bell', label: 'Bell', number: 0 },
          { value: 'shelf', label: 'Shelf', number: 4 },
        ],
      },
    ],
    readings: [{ symbol: 'gr', label: 'Reduction', unit: 'dB', minimum: -40, maximum: 0 }],
    properties: [{ property: 'sample', uri: 'urn:sample', label: 'Sample', type: 'path', writable: true }],
    presets: [{ uri: 'urn:preset', label: 'Preset', values: { gain: 3 }, hasState: true }],
    hasState: true,
    ...changes,
  };
}

export class PluginsRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'rowdesk-plugins-'));
  readonly media = join(this.folder, 'media');
  readonly timers = new FakeTimers();
  readonly racks = new RackDoubles(this.timers);
  readonly warnings = new Map<string, string>();
  readonly adopted: Reading[] = [];
  /** Slots that a rack served when it ended. */
  readonly released: string[] = [];
  reports = 0;
  device: PluginsDevice;
  #revision = 0;

  constructor(plugins: readonly PluginDescription[]) {
    mkdirSync(this.media);
    mkdirSync(join(this.folder, 'state'));
    this.describe(plugins);
    this.device = this.open();
  }

  /** As a scan leaves the folder. */
  describe(plugins: readonly PluginDescription[]): void {
    const write = (name: string, content: object) => writeFileSync(join(this.folder, name), JSON.stringify(content));
    for (const plugin of plugins) write(`${plugin.id}.json`, plugin);
    write('index.json', { version: 1, plugins: plugins.map(({ id, uri }) => ({ id, uri })), refused: [] });
  }

  open(): PluginsDevice {
    const { timers, folder } = this;
    return new PluginsDevice({
      ...{
        model,
        timers,
        start: this.racks.start,
        release: (place, rack) => this.released.push(`${place} ${rack}`),
        files: new PluginFiles(folder),
      },
      strikes: new Strikes(folder, timers, () => {}),
      states: new StateFiles(join(folder, 'state')),
      kept: new KeptStates(join(folder, 'states')),
      context: {
        mediaFolder: this.media,
        log: () => {},
        warn: (id, text) => (text === '' ? this.warnings.delete(id) : this.warnings.set(id, text)),
        changed: () => this.reports++,
        changedOnDevice: (values) => this.adopted.push(...values),
      },
    });
  }

  /** One block of the desk; `isComplete`: the first one of a control process. */
  apply(path: string, fields: Readonly<Record<string, unknown>>, isComplete = false): readonly Reading[] {
    const values = Object.entries(fields).map(([field, value]): Value => ({ path, field, value }));
    return this.device.apply(++this.#revision, values, isComplete);
  }

  /** Chooses a plugin for insert 1 of an input, and waits until it runs. */
  insert(input: number, id: string, values: Readonly<Record<string, unknown>> = {}): void {
    this.apply(`${insertPath(input)}/values`, { 'plugin:uri': `urn:${id}`, ...values });
    this.timers.advance(10);
  }

  read(path: string): Readonly<Record<string, unknown>> {
    const readings = this.device.observe().values.filter((reading) => reading.path === path);
    return Object.fromEntries(readings.map(({ field, value }) => [field, value]));
  }

  state(input: number): unknown {
    return this.read(insertPath(input)).state;
  }

  close(): void {
    this.device.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
