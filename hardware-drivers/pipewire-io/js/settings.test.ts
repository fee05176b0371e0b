import { beforeEach, expect, test } from 'vitest';
import type { NativeStream } from './native.ts';
import { NodeSettings } from './settings.ts';

const box = '/stagebox/pipewire-0-io';
let named: (readonly unknown[])[];
let settings: NodeSettings;
beforeEach(() => {
  named = [];
  const stream = { label: (...words: unknown[]) => named.push(words), enable: () => {} } as unknown as NativeStream;
  settings = new NodeSettings(stream, 'pipewire-0-io', 'Rowdesk', 2, 2);
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
  named.length = 0;
  settings.send();
  expect(named).toEqual([['Monitors'], ['main 1 left', false, 1]]);
});

test('a value of another type, and a field that no port has, are refused', () => {
  expect(apply('/inputs/1', 'patchedTo', 7)).toMatchObject([{ state: 'refused', reason: 'must be a string' }]);
  expect(apply('/inputs/3', 'label', 'x')).toMatchObject([{ state: 'refused' }]);
  expect(named).toEqual([]);
});
