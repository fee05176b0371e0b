import { beforeEach, expect, test } from 'vitest';
import { BoxSettings } from './box-settings.ts';

const box = '/stagebox/pipewire-0-io';
let named: (readonly unknown[])[];
let settings: BoxSettings;
beforeEach(() => {
  named = [];
  const names = {
    enable: (isEnabled: boolean) => named.push([isEnabled]),
    labelBox: (text: string) => named.push([text]),
    labelPort: (...words: unknown[]) => named.push(words),
  };
  settings = new BoxSettings(names, { id: 'pipewire-0-io', inputs: 2, outputs: 2, port: 'a port of PipeWire' });
});

const apply = (path: string, field: string, value: unknown) =>
  settings.apply(1, [{ path: `${box}${path}`, field, value }]);

test('a port is named for what is patched to it, until it has a label, and again without one', () => {
  apply('/inputs/2', 'patchedTo', 'input 3 Vocals');
  apply('/inputs/2', 'label', 'SM58');
  apply('/inputs/2', 'patchedTo', 'input 4');
  apply('/inputs/2', 'label', '');
  expect(named).toEqual([
    ['input 3 Vocals', true, 2],
    ['SM58', true, 2],
    ['SM58', true, 2],
    ['input 4', true, 2],
  ]);
});

test('the same value again names nothing', () => {
  apply('/outputs/1', 'patchedTo', 'main 1 left');
  apply('/outputs/1', 'patchedTo', 'main 1 left');
  expect(named).toEqual([['main 1 left', false, 1]]);
});

test('a new connection gets the names that there are', () => {
  apply('/outputs/1', 'patchedTo', 'main 1 left');
  apply('', 'label', 'Monitors');
  apply('', 'enabled', false);
  named.length = 0;
  settings.send();
  expect(named).toEqual([['Monitors'], ['main 1 left', false, 1]]);
});

test('a box that is switched off fades out, and its reading says so', () => {
  apply('', 'enabled', false);
  expect(named).toEqual([[false]]);
  const { revision, values } = settings.observe();
  expect(revision).toBe(1);
  expect(values).toContainEqual({ path: box, field: 'enabled', value: false, state: 'applied' });
});

test('a value of another type, and a field that no port has, are refused', () => {
  expect(apply('/inputs/1', 'patchedTo', 7)).toMatchObject([{ state: 'refused', reason: 'must be a string' }]);
  expect(apply('/inputs/3', 'label', 'x')).toMatchObject([
    { state: 'refused', reason: 'a port of PipeWire has no such setting' },
  ]);
  expect(named).toEqual([]);
});
