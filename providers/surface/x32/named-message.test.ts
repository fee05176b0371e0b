import { expect, test } from 'vitest';
import { integer, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { namedMessage } from './named-message.ts';

const shown = (packet: Uint8Array) => Buffer.from(packet).toString('latin1').replaceAll('\0', '~');

test('a message has the name as it is, with a slash or without, padded to four bytes', () => {
  expect(shown(namedMessage('node', [text('/ch/01/mix ON')]))).toBe('node~~~~,s~~/ch/01/mix ON~~~');
  expect(shown(namedMessage('meters/1', []))).toBe('meters/1~~~~,~~~');
  expect(shown(namedMessage('www', [integer(0x41424344)]))).toBe('www~,i~~ABCD');
  expect(shown(namedMessage('/www', []))).toBe('/www~~~~,~~~');
});

test('a name with a zero byte is refused', () => {
  for (const name of ['a\0b', '/a\0b']) expect(() => namedMessage(name, [])).toThrow(RangeError);
});
