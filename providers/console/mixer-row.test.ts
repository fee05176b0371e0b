import { expect, test } from 'vitest';
import { StripLayout } from './layout.ts';
import { MixerRow } from './mixer-row.ts';

const fields = {
  '/lamp': {
    brightness: { type: 'number', minimum: 0, maximum: 10, step: 0.5, unit: 'cd', default: 4 },
    mode: { type: 'choice', choices: ['warm', 'cold'], default: 'cold' },
    follows: { type: 'strip', refKinds: ['main', 'mix'], default: { kind: 'main', index: 1 } },
  },
  '/channel/{kind}/{index}': {
    levelDb: {
      type: 'number',
      minimum: -144,
      maximum: 10,
      default: -144,
      defaultOf: { mix: 0 },
      stripKinds: ['input', 'mix'],
    },
  },
} as const;
// biome-ignore lint/suspicious/noExplicitAny: a readonly literal is as good as what is read
const drivers = { fields: fields as any };

test('a field has the range, the step, the unit and the default of the description', () => {
  const lamp = new MixerRow(drivers, '/lamp');
  expect(lamp.number('brightness', { title: 'Light' })).toMatchObject({
    ...{ minimum: 0, maximum: 10, multipleOf: 0.5, unit: 'cd', default: 4, title: 'Light' },
  });
  expect(lamp.choice('mode')).toMatchObject({ enum: ['warm', 'cold'], default: 'cold' });
  expect(lamp.limits(['brightness', 'mode'])).toEqual({});
});

test('a default strip that the layout lacks is none', () => {
  const lamp = new MixerRow(drivers, '/lamp');
  expect(lamp.strip('follows', new StripLayout({}), '')).toMatchObject({ default: { kind: 'main', index: 1 } });
  expect(lamp.strip('follows', new StripLayout({ main: 0 }), '')).toMatchObject({ default: null });
});

test('a field is on the kinds of strips that the description names, with their default', () => {
  const strip = new MixerRow(drivers, '/channel/{kind}/{index}');
  expect(['input', 'mix', 'main'].map((kind) => strip.isOn(kind as 'input', 'levelDb'))).toEqual([true, true, false]);
  expect(['input', 'mix', 'main'].map((kind) => strip.defaultOn(kind as 'input', 'levelDb', -1))).toEqual([
    -144, 0, -1,
  ]);
});

test('what no mixer describes is left out of the row', () => {
  const { limits } = new MixerRow({ fields: {} }, '/lamp').limits(['brightness', 'mode']);
  expect(limits?.()).toEqual({ brightness: false, mode: false });
});
