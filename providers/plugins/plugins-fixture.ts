// The files that a scan leaves, written by a test.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostedParameter, type PluginDescription, PluginSummary } from 'rowdesk/provider';

const parameter = (symbol: string, own: Partial<HostedParameter> = {}): HostedParameter => ({
  ...{ symbol, label: symbol, unit: '', minimum: 0, maximum: 1, default: 0, scale: 'linear' },
  ...own,
});

/** A supported plugin with one channel, without a parameter. */
export const pluginOf = (id: string, own: Partial<PluginDescription> = {}): PluginDescription => ({
  ...{ id, uri: `urn:test:${id}`, format: 'lv2', name: id, vendor: 'Test', class: 'Utility' },
  ...{ bundle: '', bundleTimeMs: 1_700_000_000_000, audioIn: 1, audioOut: 1, keyIn: 0 },
  ...{ supported: true, reason: '', parameters: [], readings: [], properties: [], presets: [] },
  ...{ latencyFrames: 0, hasState: false },
  ...own,
});

/** A compressor with a side chain, a reading, presets, and each kind of parameter. */
export const squeeze = pluginOf('squeeze', {
  ...{ name: 'Squeeze', class: 'Compressor', audioIn: 2, audioOut: 2, keyIn: 1, latencyFrames: 64, hasState: true },
  parameters: [
    parameter('gain', { label: 'Gain', unit: 'dB', minimum: -24, maximum: 24, default: 3 }),
    parameter('cutoff', { label: 'Cutoff', unit: 'Hz', minimum: 20, maximum: 20000, default: 1000, scale: 'log' }),
    parameter('bits', { label: 'Bits', minimum: 1, maximum: 24, default: 16, step: 1 }),
    parameter('soft', { label: 'Soft', scale: 'toggle', default: 1 }),
    parameter('mode', {
      ...{ label: 'Mode', scale: 'enum', minimum: 0, maximum: 20, default: 10 },
      choices: [
        { value: 'peak', label: 'Peak', number: 0 },
        { value: 'rms', label: 'RMS', number: 10 },
        { value: 'slow', label: 'Slow', number: 20 },
      ],
    }),
  ],
  readings: [{ symbol: 'gr', label: 'Reduction', unit: 'dB', minimum: -60, maximum: 0 }],
  properties: [
    { property: 'impulse', uri: 'urn:test:impulse', label: 'Impulse', type: 'path', writable: true },
    {
      property: 'order',
      uri: 'urn:test:order',
      label: 'Order',
      type: 'integer',
      writable: true,
      minimum: 1,
      maximum: 8,
      default: 2,
    },
    { property: 'engine', uri: 'urn:test:engine', label: 'Engine', type: 'string', writable: false },
  ],
  presets: [
    { uri: 'urn:test:squeeze:loud', label: 'Loud', values: { gain: 12, mode: 20, soft: 0, gone: 1 }, hasState: false },
    { uri: 'urn:test:squeeze:room', label: 'Room', values: { gain: -6, bits: 12.4 }, hasState: true },
  ],
});

/** Shares `gain` with the other one, with another default. */
export const plain = pluginOf('plain', {
  ...{ name: 'Plain', class: 'Amplifier' },
  parameters: [
    parameter('gain', { label: 'Gain', unit: 'dB', minimum: -12, maximum: 12, default: 0 }),
    parameter('width', { label: 'Width', unit: '%', minimum: 0, maximum: 100, default: 100 }),
  ],
});

export const unsupported = pluginOf('synth', {
  ...{ name: 'Synth', class: 'Instrument', audioIn: 0, supported: false, reason: 'It has no audio input.' },
});

/**
 * Writes the index and the description of each supported one into `<state>/plugins/`, and empty bundles as old as the index
 * says, unless a plugin names its own; without a list, removes the files.
 */
export function writePlugins(stateFolder: string, plugins?: readonly PluginDescription[]): void {
  const folder = join(stateFolder, 'plugins');
  rmSync(folder, { recursive: true, force: true });
  if (plugins === undefined) return;
  mkdirSync(folder, { recursive: true });
  const bundleOf = (id: string, timeMs: number) => {
    const bundle = join(stateFolder, 'lv2', `${id}.lv2`);
    mkdirSync(bundle, { recursive: true });
    utimesSync(bundle, timeMs / 1000, timeMs / 1000);
    return bundle;
  };
  const written = plugins.map((plugin) =>
    plugin.bundle === '' ? { ...plugin, bundle: bundleOf(plugin.id, plugin.bundleTimeMs) } : plugin,
  );
  const summaries = written.map((plugin) =>
    Object.fromEntries(Object.entries(plugin).filter(([name]) => name in PluginSummary.properties)),
  );
  const bundleTimeMs = 1_700_000_000_000;
  const refused = [{ bundle: bundleOf('broken', bundleTimeMs), bundleTimeMs, reason: 'It ends the scan.' }];
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ version: 1, plugins: summaries, refused }));
  for (const plugin of written.filter(({ supported }) => supported)) {
    writeFileSync(join(folder, `${plugin.id}.json`), JSON.stringify(plugin));
  }
}
