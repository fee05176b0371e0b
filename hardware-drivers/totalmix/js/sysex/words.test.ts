import { expect, test } from 'vitest';
import { bytesOf, MessageCutter, messageOf, registerOf, subIds, wordOf } from './words.ts';

const bytes = (hex: string) => Uint8Array.from(hex.split(' ').map((byte) => Number.parseInt(byte, 16)));

function cut(...chunks: readonly Uint8Array[]) {
  const cutter = new MessageCutter();
  const messages: Uint8Array[] = [];
  let broken = 0;
  for (const chunk of chunks) {
    cutter.add(
      chunk,
      (message) => messages.push(message),
      () => broken++,
    );
  }
  return { messages: messages.map((each) => Buffer.from(each).toString('hex')), broken };
}

// doc/protocol.md of oscmix: the mute of output 3, register 0x0582 to 1, has five set bits and no parity bit.
const muteOfOutput3 = bytes('F0 00 20 0D 10 00 01 00 08 2C 00 F7');

test('a written register has the bytes of the public example', () => {
  expect(wordOf({ register: 0x0582, value: 1 })).toBe(0x0582_0001);
  expect(bytesOf({ subId: subIds.registers, words: [0x0582_0001] })).toEqual(muteOfOutput3);
  expect(messageOf(muteOfOutput3)).toEqual({ subId: 0, words: [0x0582_0001] });
});

test('a word with an even number of set bits gets the parity bit, and a word with a wrong bit is no register', () => {
  const word = wordOf({ register: 0x0001, value: 1 });
  expect(word).toBe(0x8001_0001);
  expect(registerOf(word)).toEqual({ register: 1, value: 1 });
  for (let bit = 0; bit < 32; bit++) expect(registerOf((word ^ (1 << bit)) >>> 0)).toBeUndefined();
});

test('all registers and values come back', () => {
  for (const register of [0, 1, 0x08, 0x2fc0, 0x3e04, 0x4000, 0x7fff]) {
    for (const value of [0, 1, 0x7fff, 0x8000, 0xfd76, 0xffff]) {
      const [word = 0] = messageOf(bytesOf({ subId: 0, words: [wordOf({ register, value })] }))?.words ?? [];
      expect(registerOf(word)).toEqual({ register, value });
    }
  }
});

test('messages of other devices and broken payloads are not taken', () => {
  expect(messageOf(bytes('F0 7E 7F 06 01 F7'))).toBeUndefined();
  expect(messageOf(bytes('F0 00 20 0D 10 00 01 00 08 2C F7'))).toBeUndefined();
  expect(messageOf(bytes('F0 00 20 0D 10 00 01 00 08 2C 10 F7'))).toBeUndefined();
  expect(messageOf(bytes('F0 00 20 0D 10 F7'))).toBeUndefined();
  expect(messageOf(bytes('F0 00 20 0D 10 02 F7'))).toEqual({ subId: 2, words: [] });
});

test('a stream in pieces, with noise around it, is cut into its messages', () => {
  const hex = Buffer.from(muteOfOutput3).toString('hex');
  const noise = bytes('90 3C 40 05 F7');
  expect(cut(noise, muteOfOutput3.slice(0, 5), muteOfOutput3.slice(5), noise)).toEqual({ messages: [hex], broken: 0 });
  // real time within a message belongs to nobody
  expect(cut(muteOfOutput3.slice(0, 7), bytes('FE F8'), muteOfOutput3.slice(7)).messages).toEqual([hex]);
});

test('a message that another begins in counts as broken, and the other is taken', () => {
  const hex = Buffer.from(muteOfOutput3).toString('hex');
  expect(cut(muteOfOutput3.slice(0, 9), muteOfOutput3)).toEqual({ messages: [hex], broken: 1 });
  expect(cut(bytes('F0 00 20 90 3C 40'), muteOfOutput3)).toEqual({ messages: [hex], broken: 1 });
});
