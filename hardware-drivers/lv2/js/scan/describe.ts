// The description of a plugin by what lv2-scan says of it.
import type { PluginDescription, PluginPreset } from 'rowdesk/driver';
import type { PluginFacts, PortFacts, PresetFacts } from './facts.ts';
import { shortened } from './names.ts';
import { isRuledByHost, isSymbol, parameterOf, readingOf } from './parameters.ts';
import { propertiesOf } from './properties.ts';
import { classLabel } from './units.ts';

const mostLegs = 2;
const most = { parameters: 1024, readings: 256, properties: 256, presets: 1024, presetUri: 512 } as const;

export interface Origin {
  readonly id: string;
  readonly bundle: string;
  readonly bundleTimeMs: number;
}

/** `supported` says that the description has no reason against it; the probe has the last word. */
export function describePlugin(facts: PluginFacts, presets: readonly PresetFacts[], origin: Origin): PluginDescription {
  const audio = (isInput: boolean) => facts.ports.filter((port) => port.isInput === isInput && is(port, 'AudioPort'));
  const inputs = audio(true).filter(({ isSideChain }) => !isSideChain);
  const controls = facts.ports.filter((port) => is(port, 'ControlPort') && !isRuledByHost(port, facts.latencyPort));
  const named = firstOfEach(controls.filter(({ symbol }) => isSymbol(symbol)));
  const parameters = named.filter(({ isInput }) => isInput).map(parameterOf);
  const symbols = new Set(named.map(({ symbol }) => symbol));
  const counts = { audioIn: inputs.length, audioOut: audio(false).length, keyIn: audio(true).length - inputs.length };
  const reason = reasonAgainst(facts, counts, parameters.length);
  return {
    ...{ id: origin.id, uri: facts.uri, format: 'lv2' },
    name: shortened(facts.name, 128) || shortened(facts.uri, 128),
    vendor: shortened(facts.vendor, 128),
    class: classLabel(facts.classes),
    ...{ bundle: origin.bundle, bundleTimeMs: origin.bundleTimeMs, ...counts, supported: reason === '' },
    reason: shortened(reason, 512),
    parameters: parameters.slice(0, most.parameters),
    readings: named
      .filter(({ isInput }) => !isInput)
      .map(readingOf)
      .slice(0, most.readings),
    properties: propertiesOf(facts.properties, symbols).slice(0, most.properties),
    presets: presetsOf(presets, new Set(parameters.map(({ symbol }) => symbol))),
    ...{ latencyFrames: 0, hasState: facts.hasState },
  };
}

const is = (port: PortFacts, type: string) => port.types.includes(type);

function firstOfEach(ports: readonly PortFacts[]): PortFacts[] {
  const symbols = new Set<string>();
  return ports.filter(({ symbol }) => !symbols.has(symbol) && symbols.add(symbol));
}

function reasonAgainst(
  { name, ports, library }: PluginFacts,
  { audioIn, audioOut }: { readonly audioIn: number; readonly audioOut: number },
  parameters: number,
): string {
  if (name === '' || ports.length === 0) return 'Its files say neither a name nor ports, or can not be read.';
  if (library === '') return 'Its files name no library.';
  if (audioIn === 0) return 'It has no audio input.';
  if (audioOut === 0) return 'It has no audio output.';
  if (audioIn > mostLegs)
    return `It has ${audioIn} audio inputs beside the side chain; at most ${mostLegs} are served.`;
  if (audioOut > mostLegs) return `It has ${audioOut} audio outputs; at most ${mostLegs} are served.`;
  const known = ['AudioPort', 'ControlPort', 'AtomPort', 'CVPort'];
  const strange = ports.find((port) => !port.isOptional && !known.some((type) => is(port, type)));
  if (strange) return `Its port ${strange.symbol} is of a type that is not served: ${strange.types.join(', ')}.`;
  if (parameters > most.parameters) return `It has ${parameters} parameters; at most ${most.parameters} are served.`;
  return '';
}

function presetsOf(presets: readonly PresetFacts[], symbols: ReadonlySet<string>): PluginPreset[] {
  const usable = presets.flatMap(({ uri, label, values, hasState }) => {
    const known = Object.entries(values).filter(
      (entry): entry is [string, number] => symbols.has(entry[0]) && entry[1] !== null,
    );
    if (uri.length > most.presetUri || (known.length === 0 && !hasState)) return [];
    return [{ uri, label: shortened(label, 128) || shortened(uri, 128), values: Object.fromEntries(known), hasState }];
  });
  const sorted = usable.sort((a, b) => compare(a.label, b.label) || compare(a.uri, b.uri));
  return sorted.slice(0, most.presets);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
