import { expect, test } from 'vitest';
import { float, integer, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { valuesBlob } from './values-blob.ts';

const bytesOf = (...values: Parameters<typeof valuesBlob>[0]) => [...(valuesBlob(values).value as Uint8Array)];

test('four mutes are the 20 bytes that a real desk sends, by its public documentation', () => {
  const mutes = bytesOf(integer(1), integer(1), integer(1), integer(1));
  expect(Buffer.from(mutes).toString('hex')).toBe('1400000001000000010000000100000001000000');
});

test('a text takes 32 bytes, cut so that a zero ends it; an address that there is not reads as 0', () => {
  const bytes = bytesOf(text('Vox'), undefined, text('é'.repeat(20)), float(1));
  expect(bytes.length).toBe(4 + 32 + 4 + 32 + 4);
  expect(bytes.slice(0, 9)).toEqual([76, 0, 0, 0, ...Buffer.from('Vox'), 0, 0]);
  expect(bytes.slice(36, 40)).toEqual([0, 0, 0, 0]);
  expect(Buffer.from(bytes.slice(40, 72)).toString()).toBe(`${'é'.repeat(15)}\0\0`);
  expect(bytes.slice(72)).toEqual([0, 0, 0x80, 0x3f]);
});
