import { expect, test } from 'vitest';
import { port } from './facts-fixture.ts';
import { parameterOf, readingOf } from './parameters.ts';

const units = 'http://lv2plug.in/ns/extensions/units#';
const point = (number: number, label: string) => ({ number, label });

test('a parameter has its range, unit and scale', () => {
  const unit = { uri: `${units}hz`, symbol: '', render: '' };
  const frequency = { symbol: 'freq', label: 'Frequency', unit, minimum: 20, maximum: 20_000, default: 1000 };
  expect(parameterOf(port({ ...frequency, properties: ['logarithmic'] }))).toEqual({
    ...frequency,
    unit: 'Hz',
    scale: 'log',
  });
});

test('a logarithmic scale from zero is a linear one', () => {
  expect(parameterOf(port({ symbol: 'a', minimum: 0, maximum: 9, properties: ['logarithmic'] })).scale).toBe('linear');
});

test('a unit of the plugin is what it prints behind the number', () => {
  const unit = { uri: '', symbol: '', render: '%.2f dB/oct' };
  expect(parameterOf(port({ symbol: 'a', unit })).unit).toBe('dB/oct');
  expect(parameterOf(port({ symbol: 'a', unit: { ...unit, symbol: 'X' } })).unit).toBe('X');
  expect(parameterOf(port({ symbol: 'a', unit: { ...unit, render: '%f %%' } })).unit).toBe('%');
});

test.each([
  ['nothing said', {}, [0, 1, 0]],
  ['a default alone', { default: -3 }, [-3, 1, -3]],
  ['bounds turned round', { minimum: 5, maximum: -5, default: 1 }, [-5, 5, 1]],
  ['bounds that are one', { minimum: 2, maximum: 2, default: 2 }, [2, 3, 2]],
  ['a default above its bounds', { minimum: 0, maximum: 2, default: 7 }, [0, 2, 2]],
  ['a default below its bounds', { minimum: 1, maximum: 2, default: 0 }, [1, 2, 1]],
])('%s makes a range that holds its default', (_, given, [minimum, maximum, start]) => {
  expect(parameterOf(port({ symbol: 'a', ...given }))).toMatchObject({ minimum, maximum, default: start });
});

test('bounds in multiples of the sample rate are those at 48 kHz, and so is a default within them', () => {
  const given = { symbol: 'f', minimum: 0.001, maximum: 0.5, properties: ['sampleRate'] };
  expect(parameterOf(port({ ...given, default: 0.25 }))).toMatchObject({
    minimum: 48,
    maximum: 24_000,
    default: 12_000,
  });
  expect(parameterOf(port({ ...given, default: 440 })).default).toBe(440);
});

test('a toggle is 0 or 1, whatever its range says', () => {
  const given = { symbol: 'on', minimum: -1, maximum: 5, properties: ['toggled'] };
  expect(parameterOf(port({ ...given, default: 0.3 }))).toMatchObject({
    minimum: 0,
    maximum: 1,
    default: 1,
    scale: 'toggle',
  });
  expect(parameterOf(port(given)).default).toBe(0);
});

test('an integer has steps of one between whole bounds', () => {
  const given = { symbol: 'n', minimum: 0.4, maximum: 0.6, default: 0.5, properties: ['integer'] };
  expect(parameterOf(port(given))).toMatchObject({ minimum: 0, maximum: 1, default: 1, step: 1, scale: 'linear' });
});

test('choices have values made of their labels, each another, in the order of their numbers', () => {
  const points = [
    point(2, 'Low  Shelf'),
    point(1, 'low-shelf'),
    point(0, '∅'),
    point(3, '-6 dB/oct'),
    point(4, 'Q → R'),
  ];
  const made = parameterOf(port({ symbol: 'type', points, default: 2.2, properties: ['enumeration'] }));
  expect(made).toMatchObject({ scale: 'enum', minimum: 0, maximum: 4, default: 2 });
  expect(made.choices?.map(({ value, label }) => [value, label])).toEqual([
    ['0', '∅'],
    ['low-shelf', 'low-shelf'],
    ['low-shelf-2', 'Low Shelf'],
    ['-6-db/oct', '-6 dB/oct'],
    ['q-r', 'Q → R'],
  ]);
});

test('an enumeration without labels, or with more than a list holds, is an integer', () => {
  const many = Array.from({ length: 600 }, (_, n) => point(n, `choice ${n}`));
  for (const points of [[], many]) {
    const made = parameterOf(port({ symbol: 'n', minimum: 0, maximum: 599, points, properties: ['enumeration'] }));
    expect(made).toMatchObject({ scale: 'linear', step: 1, maximum: 599 });
    expect(made.choices).toBeUndefined();
  }
});

test('a reading has a range and no default', () => {
  const given = { symbol: 'gr', label: 'Gain reduction', minimum: -20, maximum: 0 };
  expect(readingOf(port({ ...given, isInput: false }))).toEqual({ ...given, unit: '' });
});
