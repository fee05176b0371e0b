import { expect, test } from 'vitest';
import { Value } from '../../../../core/base/typebox.ts';
import { PluginDescription } from '../../../../core/driver/hosted-plugin.ts';
import type { ClapFacts, ClapParameterFacts } from './clap-facts.ts';
import { describeClap } from './describe-clap.ts';

const origin = { id: 'gain-0123ab', bundle: '/clap/gain.clap', bundleTimeMs: 5 };
const leg = { channels: 1, isMain: true };

const parameter = (given: Partial<ClapParameterFacts>): ClapParameterFacts => ({
  ...{ id: 0, name: 'Gain', module: '', minimum: 0, maximum: 1, default: 0, texts: [] },
  ...{ isStepped: false, isHidden: false, isReadOnly: false, isBypass: false, isEnum: false },
  ...given,
});
const texts = (...all: readonly (readonly [number: number, text: string])[]) =>
  all.map(([number, text]) => ({ number, text }));

function described(given: Partial<ClapFacts>) {
  const facts = { type: 'clap', uri: 'clap:test.gain', name: 'Gain', vendor: 'Test', refused: '' } as const;
  const rest = { features: ['audio-effect', 'stereo'], hasState: true, inputs: [leg], outputs: [leg], parameters: [] };
  const made = describeClap({ ...facts, ...rest, ...given }, origin);
  expect([...Value.Errors(PluginDescription, made)]).toEqual([]);
  return made;
}
const one = (given: Partial<ClapParameterFacts>) => described({ parameters: [parameter(given)] }).parameters[0];

test('a plugin has its format, its class by features, its legs and whether it has a state', () => {
  const inputs = [leg, { channels: 2, isMain: false }];
  const outputs = [
    { channels: 2, isMain: true },
    { channels: 8, isMain: false },
  ];
  expect(described({ inputs, outputs, features: ['audio-effect', 'mastering', 'limiter'] })).toMatchObject({
    ...{ format: 'clap', uri: 'clap:test.gain', class: 'Limiter', hasState: true, supported: true, reason: '' },
    ...{ audioIn: 1, audioOut: 2, keyIn: 2, bundle: '/clap/gain.clap' },
  });
  expect(described({}).class).toBe('Plugin');
});

test.each([
  ['that can not be made', { refused: 'it has no licence' }, 'It has no licence.'],
  ['without ports', { inputs: [], outputs: [] }, 'It has no audio input.'],
  ['of surround', { inputs: [{ channels: 6, isMain: true }] }, 'It has 6 audio inputs'],
  ['without an output', { outputs: [] }, 'It has no audio output.'],
])('a plugin %s is not supported, and says why', (_, given, reason) => {
  expect(described(given)).toMatchObject({ supported: false, reason: expect.stringContaining(reason) });
});

test('hidden parameters and the bypass are left out, and what can not be set is a reading', () => {
  const made = described({
    parameters: [
      parameter({ id: 7 }),
      parameter({ id: 8, name: 'Hidden', isHidden: true }),
      parameter({ id: 9, name: 'Bypass', isBypass: true, isStepped: true }),
      parameter({ id: 4294967295, name: 'Reduction', isReadOnly: true, maximum: 20 }),
    ],
  });
  expect(made.parameters.map(({ symbol, label }) => [symbol, label])).toEqual([['p7', 'Gain']]);
  expect(made.readings).toEqual([{ symbol: 'p4294967295', label: 'Reduction', unit: '', minimum: 0, maximum: 20 }]);
});

test('parameters of one name have their module before it', () => {
  const parameters = ['Band 1/Low', 'Band 2/Low', ''].map((module, id) => parameter({ id, module }));
  const labels = described({ parameters }).parameters.map(({ label }) => label);
  expect(labels).toEqual(['Band 1 Low Gain', 'Band 2 Low Gain', 'Gain']);
});

test.each([
  ['numbers with one unit', texts([-60, '-inf dB'], [0, '0.00 dB'], [12, '12.00 dB']), 'dB'],
  ['rounded numbers', texts([-60, '-60'], [0, '0'], [12, '12.0']), ''],
  ['another scale', texts([-60, '-60 %'], [0, '50 %'], [12, '100 %']), ''],
  ['words', texts([-60, 'none'], [0, 'half'], [12, 'all']), ''],
  ['two units', texts([-60, '-60 Hz'], [0, '0 kHz'], [12, '12 kHz']), ''],
])('the unit of a parameter whose texts are %s', (_, told, unit) => {
  expect(one({ minimum: -60, maximum: 12, texts: told })).toMatchObject({ unit, scale: 'linear', minimum: -60 });
});

test('a stepped parameter is a switch, a whole number, or a choice, by its texts', () => {
  const stepped = { isStepped: true } as const;
  for (const [off, on] of [
    ['0.000000', '1.000000'],
    ['Off', 'On'],
  ] as const) {
    expect(one({ ...stepped, texts: texts([0, off], [1, on]) })).toMatchObject({ scale: 'toggle' });
  }
  const whole = { ...stepped, minimum: 1, maximum: 3, default: 2 };
  expect(one({ ...whole, texts: texts([1, '1 st'], [2, '2 st'], [3, '3 st']) })).toMatchObject({
    ...{ scale: 'linear', step: 1, unit: 'st', minimum: 1, maximum: 3, default: 2 },
  });
  expect(one({ ...whole, texts: texts([1, 'Low shelf'], [2, 'Bell'], [3, 'Bell']) })).toMatchObject({
    scale: 'enum',
    choices: [
      { value: 'low-shelf', number: 1 },
      { value: 'bell', label: 'Bell', number: 2 },
      { value: 'bell-2', number: 3 },
    ],
  });
  expect(one({ ...stepped, texts: texts([0, 'Peak'], [1, 'RMS']) })).toMatchObject({ scale: 'enum' });
  expect(one({ ...whole, isEnum: true, texts: texts([1, '1'], [2, '2'], [3, '4']) })).toMatchObject({ scale: 'enum' });
  // Names of some values alone are none of the others.
  expect(one({ ...whole, texts: texts([1, 'Low'], [2, 'High']) })).toMatchObject({ scale: 'linear', step: 1 });
});

test('numbers that are none, and ranges that are turned round, make a description all the same', () => {
  expect(one({ minimum: null, maximum: null, default: null })).toMatchObject({ minimum: 0, maximum: 1, default: 0 });
  expect(one({ minimum: 5, maximum: -5, default: 9 })).toMatchObject({ minimum: -5, maximum: 5, default: 5 });
});
