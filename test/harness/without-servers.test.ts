import { expect, test } from 'vitest';
import { findSocket } from '../../hardware-drivers/pipewire/js/socket.ts';

test('in the environment of tests no PipeWire is found', () => {
  expect(findSocket(process.env)).toBeUndefined();
});
