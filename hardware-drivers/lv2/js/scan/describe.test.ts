import { expect, test } from 'vitest';
import { Value } from '../../../../core/base/typebox.ts';
import { PluginDescription } from '../../../../core/driver/hosted-plugin.ts';
import { describePlugin } from './describe.ts';
import type { PortFacts, PresetFacts, PropertyFacts } from './facts.ts';
import { audio, plugin, port } from './facts-fixture.ts';

const origin = { id: 'gain-0123ab', bundle: '/lv2/gain.lv2', bundleTimeMs: 5 };
const core = 'http://lv2plug.in/ns/lv2core#';
const atom = 'http://lv2plug.in/ns/ext/atom#';

function described(
  ports: readonly PortFacts[],
  given: Partial<Parameters<typeof plugin>[0]> = {},
  presets: readonly PresetFacts[] = [],
) {
  const numbered = ports.map((each, index) => ({ ...each, index }));
  const made = describePlugin(plugin({ ports: numbered, ...given }), presets, origin);
  expect([...Value.Errors(PluginDescription, made)]).toEqual([]);
  return made;
}
const io = [audio('in', true), audio('out', false)];

test('ports that the host rules are no parameters and no readings', () => {
  const made = described(
    [
      ...io,
      port({ symbol: 'gain' }),
      port({ symbol: 'on', designation: `${core}enabled` }),
      port({ symbol: 'free', designation: `${core}freeWheeling` }),
      port({ symbol: 'latency', isInput: false, properties: ['reportsLatency'] }),
      port({ symbol: 'late', isInput: false }),
      port({ symbol: 'gr', isInput: false }),
    ],
    { latencyPort: 6 },
  );
  expect(made.parameters.map(({ symbol }) => symbol)).toEqual(['gain']);
  expect(made.readings.map(({ symbol }) => symbol)).toEqual(['gr']);
});

test('a parameter whose symbol no row can hold is left out, and a second one of a symbol', () => {
  const symbols = ['1st', 'with space', 'x'.repeat(65), '', '__proto__', 'a', 'a', 'constructor'];
  const made = described([...io, ...symbols.map((symbol) => port({ symbol }))]);
  expect(made.parameters.map(({ symbol }) => symbol)).toEqual(['a', 'constructor']);
});

test.each([
  ['no input', [audio('o', false)], 'It has no audio input.'],
  ['no output', [audio('i', true)], 'It has no audio output.'],
  ['three inputs', [...io, audio('b', true), audio('c', true)], 'It has 3 audio inputs'],
  ['three outputs', [...io, audio('b', false), audio('c', false)], 'It has 3 audio outputs'],
  ['no ports', [], 'neither a name nor ports'],
  ['a port of its own type', [...io, port({ symbol: 'x', types: ['EventPort'] })], 'Its port x is of a type'],
  [
    '1025 parameters',
    [...io, ...Array.from({ length: 1025 }, (_, n) => port({ symbol: `p${n}` }))],
    'It has 1025 parameters',
  ],
])('a plugin with %s is not supported, and says why', (_, ports, reason) => {
  expect(described(ports)).toMatchObject({ supported: false, reason: expect.stringContaining(reason) });
});

test('a plugin without a library is not supported', () => {
  expect(described(io, { library: '' }).reason).toBe('Its files name no library.');
});

test('side chain inputs are counted by themselves', () => {
  const made = described([...io, audio('k', true, { isSideChain: true })]);
  expect(made).toMatchObject({ audioIn: 1, audioOut: 1, keyIn: 1, supported: true, reason: '' });
});

test('properties have the end of their URI as name, and another where a parameter has that one', () => {
  const property = (uri: string, range: string, given: Partial<PropertyFacts> = {}): PropertyFacts => ({
    ...{
      uri,
      symbol: '',
      label: '',
      range: `${atom}${range}`,
      isWritable: true,
      minimum: null,
      maximum: null,
      default: null,
    },
    ...given,
  });
  const properties = [
    property('urn:x#gain', 'Float', { minimum: 0, maximum: 2, default: 9 }),
    property('urn:x#file', 'Path', { label: 'Impulse response', default: '/etc/passwd' }),
    property('urn:x#level', 'Double', { isWritable: false }),
    property('urn:x#2nd.one', 'Bool', { default: 1 }),
    property('urn:x#matrix', 'Vector'),
  ];
  expect(described([...io, port({ symbol: 'gain' })], { properties }).properties).toEqual([
    { property: '_2nd_one', uri: 'urn:x#2nd.one', label: '_2nd_one', type: 'boolean', writable: true, default: true },
    { property: 'file', uri: 'urn:x#file', label: 'Impulse response', type: 'path', writable: true },
    {
      property: 'gain_2',
      uri: 'urn:x#gain',
      label: 'gain_2',
      type: 'number',
      writable: true,
      minimum: 0,
      maximum: 2,
      default: 2,
    },
    { property: 'level', uri: 'urn:x#level', label: 'level', type: 'number', writable: false },
  ]);
});

test('a preset has the values of known parameters; one without values and state is left out', () => {
  const preset = (label: string, values: PresetFacts['values'], hasState = false): PresetFacts => ({
    ...{ type: 'preset', uri: `urn:${label}`, plugins: ['urn:test:gain'], label, values, hasState },
  });
  const presets = [
    preset('Loud', { gain: 3, gone: 1, odd: null }),
    preset('Empty', { gone: 1 }),
    preset('File', {}, true),
  ];
  expect(described([...io, port({ symbol: 'gain' })], {}, presets).presets).toEqual([
    { uri: 'urn:File', label: 'File', values: {}, hasState: true },
    { uri: 'urn:Loud', label: 'Loud', values: { gain: 3 }, hasState: false },
  ]);
});

test('of several classes the special one is said', () => {
  const classes = ['Plugin', 'DynamicsPlugin', 'CompressorPlugin'].map((name) => core + name);
  expect(described(io, { classes }).class).toBe('Compressor');
  expect(described(io).class).toBe('Plugin');
});

test('texts of any length and kind fit the description', () => {
  const long = `${'🎚'.repeat(200)}\n`;
  const made = described([...io, port({ symbol: 'a', label: long })], { name: long, vendor: long });
  expect(made.name.endsWith('🎚')).toBe(true);
});
