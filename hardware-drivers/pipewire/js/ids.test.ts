import { expect, test } from 'vitest';
import { firstFree, nodeId, portPart } from './ids.ts';

test('a name that fits is its own id', () => {
  expect(nodeId('alsa_output.usb-Roland_S-1608-00.analog:1')).toBe('alsa_output.usb-Roland_S-1608-00.analog:1');
  expect(portPart('playback_FL')).toBe('playback_FL');
});

test('other bytes are escaped, a tilde too, so that two names never give one id', () => {
  expect(nodeId('Göran’s mic')).toBe('G~c3~b6ran~e2~80~99s~20mic');
  expect(nodeId('a~20b')).not.toBe(nodeId('a b'));
  expect(portPart('in:1')).toBe('in~3a1');
  expect(nodeId('-x')).toBe('x-x');
  expect(nodeId('')).toBe('x');
});

test('a long name ends in a hash of the whole', () => {
  const [a, b] = [nodeId(`${'n'.repeat(200)}1`), nodeId(`${'n'.repeat(200)}2`)];
  expect(a).not.toBe(b);
  expect([a.length, portPart('p'.repeat(99)).length]).toEqual([80, 40]);
  expect(a).toMatch(/^n+~[0-9a-f]{8}$/);
});

test('the second of the same name gets a number that is not taken', () => {
  const taken = new Set(['player', 'player-2']);
  expect(firstFree('player', (id) => taken.has(id))).toBe('player-3');
  expect(firstFree('other', (id) => taken.has(id))).toBe('other');
});
