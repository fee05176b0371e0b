import { expect, test } from 'vitest';
import { deskHash, devicePort } from './desk.ts';

test('a desk is known by 16 hexadecimal digits of its media folder, another desk by others', () => {
  expect(deskHash('/var/lib/rowdesk/media')).toMatch(/^[0-9a-f]{16}$/);
  expect(deskHash('/var/lib/rowdesk/media')).toBe(deskHash('/var/lib/rowdesk/media'));
  expect(deskHash('/home/foh/media')).not.toBe(deskHash('/var/lib/rowdesk/media'));
});

test("a port of the desk's node has the id of the desk's own port", () => {
  expect(devicePort('pipewire-0-io', 'in_3')).toBe('pipewire-0-io:in-3');
});
