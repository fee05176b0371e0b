import { expect, test } from 'vitest';
import type { DiscoveredModel, DriverActivation } from '../../driver.ts';
import type { DriverPackage } from '../discovery/package.ts';
import { Activation, type ActivationNeeds } from './activation.ts';

const usb = { transport: 'usb', id: '2a39:3fd9' };
const driver = (...activation: DriverActivation[]) =>
  ({ name: 'pre', manifest: { matches: [usb, { transport: 'pre' }], activation } }) as unknown as DriverPackage;
const nothing: ActivationNeeds = {
  packages: [],
  stateFolder: '/state',
  configured: [],
  attached: () => [],
  configOf: () => ({}),
  environment: {},
};
const isDue = (found: DriverPackage, needs: Partial<ActivationNeeds> = {}) =>
  new Activation({ ...nothing, ...needs }).isDue(found);
const onUsb = (modelId: string) =>
  ({ id: `usb-${modelId}`, transport: 'usb', modelId, model: 'x', label: '', address: '' }) as DiscoveredModel;

test('a driver that names nothing has its process with the desk', () => {
  expect(isDue({ name: 'old', manifest: { matches: [] } } as unknown as DriverPackage)).toBe(true);
});

test('a device on USB starts the process of the driver that matches it, and of no other', () => {
  const found = driver({ by: 'usb' });
  expect(isDue(found)).toBe(false);
  expect(isDue(found, { attached: () => [onUsb('0582:01a6')] })).toBe(false);
  expect(isDue(found, { attached: () => [onUsb('2a39:3fd9')] })).toBe(true);
  expect(isDue(driver({ by: 'config', list: 'devices' }), { attached: () => [onUsb('2a39:3fd9')] })).toBe(false);
});

test('a list of the configuration with something in it does, as it is now', () => {
  const found = driver({ by: 'usb' }, { by: 'config', list: 'devices' });
  expect(isDue(found, { configOf: () => ({ devices: [] }) })).toBe(false);
  expect(isDue(found, { configOf: (name) => (name === 'pre' ? { devices: [{ id: 'a' }] } : {}) })).toBe(true);
});

test('a device of the configuration that matches does, whatever the manifest names', () => {
  const found = driver({ by: 'usb' });
  expect(isDue(found, { configured: [{ id: 'a', transport: 'pre', model: 'x' }] })).toBe(true);
  expect(isDue(found, { configured: [{ id: 'a', transport: 'alsa', model: 'x' }] })).toBe(false);
});

test('a socket does, in the first folder that is set, and under the name that is set', () => {
  const found = driver({ by: 'socket', name: 'server-0', nameFrom: 'REMOTE', folderFrom: ['OWN', 'XDG'] });
  const at = (path: string, environment: ActivationNeeds['environment']) =>
    isDue(found, { environment, isThere: (each) => each === path });
  expect(at('/run/server-0', {})).toBe(false);
  expect(at('/run/server-0', { XDG: '/run' })).toBe(true);
  expect(at('/run/server-0', { OWN: '', XDG: '/run' })).toBe(true);
  expect(at('/run/server-0', { OWN: '/own', XDG: '/run' })).toBe(false);
  expect(at('/own/other', { OWN: '/own', XDG: '/run', REMOTE: 'other' })).toBe(true);
  expect(at('/tmp/here', { REMOTE: '/tmp/here' })).toBe(true);
});

test('what the driver kept in the state folder does', () => {
  const found = driver({ by: 'file', path: 'plugins/faults.json' });
  expect(isDue(found, { isThere: () => false })).toBe(false);
  expect(isDue(found, { isThere: (path) => path === '/state/plugins/faults.json' })).toBe(true);
});

const host = (...activation: DriverActivation[]) =>
  ({
    name: 'host',
    folder: '/host',
    manifest: { kind: 'plugins', matches: [], activation },
  }) as unknown as DriverPackage;
const byPlugin: DriverActivation = { by: 'value', field: 'uri', title: 'a plugin', built: 'rack' };

test('a value that is desired of its target starts the process of a driver without ports, once', () => {
  const found = host(byPlugin);
  const activation = new Activation({ ...nothing, packages: [found] });
  expect(activation.targets).toEqual(['plugins']);
  for (const value of ['', null, false, 0, []]) expect(activation.take('plugins', { field: 'uri', value })).toBe(false);
  expect(activation.take('plugins', { field: 'other', value: 'x' })).toBe(false);
  expect(activation.take('mixer', { field: 'uri', value: 'x' })).toBe(false);
  expect(activation.isDue(found)).toBe(false);
  expect(activation.take('plugins', { field: 'uri', value: 'x' })).toBe(true);
  expect(activation.isDue(found)).toBe(true);
  expect(activation.take('plugins', { field: 'uri', value: 'y' })).toBe(false);
});

test('what a driver waits for is in words, and a driver without its program waits for nothing', () => {
  const waitsFor = (files: readonly string[]) =>
    new Activation({ ...nothing, isThere: (path) => files.includes(path) }).waitsFor(host(byPlugin));
  expect(waitsFor(['/host/build/Release/rack'])).toBe('a plugin');
  // A package that brings its native files has no build on this machine.
  expect(waitsFor([`/host/prebuilt/linux-${process.arch}/rack`])).toBe('a plugin');
  expect(waitsFor(['/host/rack'])).toBe('');
  expect(waitsFor([])).toBe('');
  expect(new Activation(nothing).waitsFor(driver({ by: 'usb' }))).toBe('');
});
