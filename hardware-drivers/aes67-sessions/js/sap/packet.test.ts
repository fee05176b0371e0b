import { expect, test } from 'vitest';
import { aes67 } from '../sdp/dialects-fixture.ts';
import { decodeSap, encodeSap, sapHash } from './packet.ts';

const packet = { isDeletion: false, hash: 0x1234, origin: '10.77.0.1', text: aes67 };

test('a packet is read as it was written, an announcement and a deletion', () => {
  expect(decodeSap(encodeSap(packet))).toEqual(packet);
  expect(decodeSap(encodeSap({ ...packet, isDeletion: true }))).toEqual({ ...packet, isDeletion: true });
  expect(encodeSap(packet).subarray(0, 8)).toEqual(Buffer.from([0x20, 0, 0x12, 0x34, 10, 77, 0, 1]));
});

test('a hash is never 0, which would mean none', () => {
  expect(sapHash(aes67)).toBe(sapHash(aes67));
  expect(sapHash(aes67)).toBeGreaterThan(0);
});

test('a description without its type, the authentication of a sender, and IPv6 are read over', () => {
  const bare = Buffer.concat([Buffer.from([0x20, 1, 0, 7, 10, 0, 0, 1, 9, 9, 9, 9]), Buffer.from(aes67)]);
  expect(decodeSap(bare)).toEqual({ isDeletion: false, hash: 7, origin: '10.0.0.1', text: aes67 });
  const six = Buffer.concat([Buffer.from([0x30, 0, 0, 7]), Buffer.alloc(16, 1), Buffer.from('o=x')]);
  expect(decodeSap(six)).toEqual({ isDeletion: false, hash: 7, origin: '', text: 'o=x' });
});

test('a description behind a byte order mark, with or without its type, and a type with parameters are read', () => {
  const header = Buffer.from([0x20, 0, 0, 7, 10, 0, 0, 1]);
  const read = (payload: string) => decodeSap(Buffer.concat([header, Buffer.from(payload)])).text;
  expect(read(`\ufeff${aes67}`)).toBe(`\ufeff${aes67}`);
  expect(read(`application/sdp\0\ufeff${aes67}`)).toBe(`\ufeff${aes67}`);
  expect(read(`application/sdp; charset=utf-8\0${aes67}`)).toBe(aes67);
});

const changed = (index: number, value: number) => {
  const bytes = encodeSap(packet);
  bytes[index] = value;
  return bytes;
};

test.each([
  ['a compressed one', changed(0, 0x21), 'it is compressed'],
  ['an encrypted one', changed(0, 0x22), 'it is encrypted'],
  ['one of another version', changed(0, 0x40), 'its version is 2, not 1'],
  ['one whose authentication is longer than it', changed(1, 255), 'it is shorter than its header'],
  ['one of another type', changed(10, 0x78), 'it is no application/sdp'],
  ['an empty one', Buffer.alloc(0), 'it is shorter than its header'],
  ['a large one', Buffer.alloc(8_193, 0x20), 'it is longer than 8192 bytes'],
])('%s is refused in words', (_what, bytes, words) => {
  expect(() => decodeSap(bytes)).toThrow(words);
});
