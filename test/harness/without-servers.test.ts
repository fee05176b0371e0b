import { expect, test } from 'vitest';
import { findSocket as findJack } from '../../hardware-drivers/jack/js/server.ts';
import { findSocket } from '../../hardware-drivers/pipewire/js/socket.ts';

test('in the environment of tests no PipeWire is found, and no JACK server', () => {
  expect(findSocket(process.env)).toBeUndefined();
  expect(findJack(process.env)).toBeUndefined();
});
