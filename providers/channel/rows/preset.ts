import {
  type Audio,
  type Change,
  type Desk,
  type Fields,
  type Limits,
  type PluginDescription,
  type PluginPreset,
  problemOf,
  Refusal,
  type Row,
  Type,
  task,
} from 'rowdesk/provider';
import { kindLabels, type Layout, stripName, stripPath } from '../../console/index.ts';
import { type ProcessorAt, processorAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { valueOfNumber } from '../hosted-processors.ts';
import type { Links } from '../links.ts';
import type { Processors } from '../processors.ts';
import { busOf } from '../writers.ts';
import { processorId } from './processor.ts';

export interface PresetNeeds {
  readonly layout: Layout;
  readonly links: Links;
  readonly processors: Processors;
  readonly audio: Audio;
  readonly desk: Desk;
}

const none: Limits = Object.freeze({ preset: { enum: [''] } });
/** The same for the same plugin. */
const limits = new WeakMap<PluginDescription, Limits>();

function limitsOf(description: PluginDescription | undefined): Limits {
  if (description === undefined) return none;
  let made = limits.get(description);
  if (made === undefined) {
    const names = description.presets.flatMap(({ uri, label }) => [uri, label]);
    made = Object.freeze({ preset: { enum: ['', ...new Set(names)] } });
    limits.set(description, made);
  }
  return made;
}

/** Loads a preset of the plugin of an insert or an effect. */
export function presetRow({ layout, links, processors, audio, desk }: PresetNeeds): Row {
  const pluginAt = (path: string) => processors.described(desk.read(path).plugin)?.description;
  /** Of a linked pair both have the preset. */
  const placesAt = (at: ProcessorAt) => {
    const partner = links.linkedTo(at, desk);
    return [at, ...(partner === undefined ? [] : [{ ...at, ...partner }])].map(processorPath);
  };
  return task('/channel/{kind}/{index}/chain/processors/{processorId}/preset', {
    writers: 'bus',
    busOf,
    summary:
      'Loads a preset of the plugin of an insert or an effect: its values in one step of the history, then its state, if it has one and is there',
    labels: { ...kindLabels, ...processors.labels },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors, ({ isHosted }) => isHosted),
    continuous: false,
    extra: {
      preset: Type.String({
        maxLength: 512,
        default: '',
        title: 'By its URI or label, the first of that name; without one the report lists them',
      }),
    },
    limits: (at, reader) => limitsOf(processors.described(reader.read(processorPath(at)).plugin)?.description),
    run: async (at, { preset: asked = '' }, { actor }) => {
      const path = processorPath(at);
      const plugin = pluginAt(path);
      if (asked === '') {
        return { outcome: 'unchanged', presets: (plugin?.presets ?? []).slice(0, 256).map(({ label }) => label) };
      }
      if (plugin === undefined) {
        throw new Refusal('conflict', `No plugin of which something is known stands in ${path}.`, {
          reason: 'no-plugin',
        });
      }
      const preset = presetOf(plugin, asked);
      if (preset === undefined) {
        throw new Refusal('conflict', `${plugin.name} has no preset ${asked}.`, {
          ...{ reason: 'unknown-preset', presets: plugin.presets.slice(0, 64).map(({ label }) => label) },
        });
      }
      const { changes, leftOut } = changesOf(`${path}/values`, preset, plugin);
      const label = `${stripName(at)} ${at.processorId} preset ${preset.label}`;
      if (changes.length > 0) await desk.commit({ actor, label, changes, apart: true });
      const report = { preset: preset.uri, label: preset.label, values: changes.length, leftOut };
      if (!preset.hasState) return { outcome: 'applied', ...report, state: false };
      try {
        if (processors.isDormant(plugin.uri)) {
          throw new Refusal('conflict', `Its state waits: ${processors.whyMissing(plugin.uri)}.`, {
            reason: 'plugin-missing',
          });
        }
        for (const place of placesAt(at)) await audio.call('plugins', 'load-preset', { place, preset: preset.uri });
        return { outcome: 'applied', ...report, state: true };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return {
          outcome: 'in-part',
          ...report,
          state: false,
          refusal: problemOf(error, stripPath(at)) as unknown as Fields,
        };
      }
    },
  });
}

function presetOf({ presets }: PluginDescription, asked: string): PluginPreset | undefined {
  return presets.find(({ uri }) => uri === asked) ?? presets.find(({ label }) => label === asked);
}

/** What the preset says of parameters that the plugin no longer has is left out. */
function changesOf(path: string, { values }: PluginPreset, { parameters }: PluginDescription) {
  const changes: Change[] = [];
  const leftOut: string[] = [];
  for (const [symbol, number] of Object.entries(values)) {
    const parameter = parameters.find((each) => each.symbol === symbol);
    if (parameter === undefined) leftOut.push(symbol);
    else changes.push({ path, field: symbol, value: valueOfNumber(parameter, number) });
  }
  return { changes, leftOut: leftOut.slice(0, 64) };
}
