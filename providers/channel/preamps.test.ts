import type { Audio, Fields } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { Preamps } from './preamps.ts';

const port = (id: string, direction: string, channel: number) => ({ id, direction, channel });
const boxes = [
  { id: 'box', ports: [port('box:out-1', 'output', 1), port('box:mic', 'input', 7)] },
] as unknown as Audio['boxes'];
const desk = { read: () => ({}), has: (path: string) => path === '/stagebox/box/inputs/7' };
const preamps = (fields: Record<string, Fields>) => new Preamps({ boxes }, { options: () => ({ fields }) });
const sensDb = { access: 'rw', type: 'number', minimum: 0, maximum: 65, multipleOf: 1, unit: 'dB' };

test('a sensitivity is the gain of the preamp, by the number of the port and not by its name', () => {
  expect(preamps({ sensDb, phantom: { access: 'rw' }, confirmed: { access: 'ro' } }).of('box:mic', desk)).toEqual({
    path: '/stagebox/box/inputs/7',
    device: 'box',
    names: { gainDb: 'sensDb', phantom: 'phantom' },
    gain: { type: 'number', minimum: 0, maximum: 65, multipleOf: 1, unit: 'dB' },
  });
});

test('a socket with a switch but no gain is a preamp without a range', () => {
  expect(preamps({ pad: { access: 'rw' } }).of('box:mic', desk)).toMatchObject({
    names: { pad: 'pad' },
    gain: undefined,
  });
});

test('there is none at an output, at a line input, at a port that nobody knows, and where no row answers', () => {
  expect(preamps({ sensDb }).of('box:out-1', desk)).toBeUndefined();
  expect(preamps({ label: { access: 'rw' } }).of('box:mic', desk)).toBeUndefined();
  expect(preamps({ sensDb }).of('', desk)).toBeUndefined();
  expect(preamps({ sensDb }).of('box:mic', { ...desk, has: () => false })).toBeUndefined();
});
