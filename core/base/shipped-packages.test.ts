import { expect, test } from 'vitest';
import { adviceOnName, shippedPackages } from './shipped-packages.ts';

test('what is shipped is known by its kind', () => {
  expect(shippedPackages('providers')).toEqual(expect.arrayContaining(['console', 'channel', 'surface']));
  expect(shippedPackages('drivers')).toEqual(expect.arrayContaining(['mixer', 'alsa']));
  expect(shippedPackages('drivers')).not.toContain('lib');
  expect(shippedPackages('surfaces')).toContain('osc');
});

test.each([
  ['chanel', 'providers', 'did you mean "channel"?'],
  ['mixr', 'drivers', 'did you mean "mixer"?'],
  ['ocs', 'surfaces', 'did you mean "osc"?'],
  ['alsa', 'providers', 'it is a driver: name it in "drivers"'],
  ['consle', 'drivers', 'did you mean the provider "console"? It belongs in "providers"'],
  ['@acme/lighting', 'providers', 'correct the name, or install that package there'],
] as const)('%s among the %s: %s', (name, kind, remedy) => {
  expect(adviceOnName(name, kind).remedy).toBe(remedy);
});
