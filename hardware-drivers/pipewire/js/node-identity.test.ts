import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeIdentity } from './node-identity.ts';

let sys: string;
beforeEach(() => {
  sys = mkdtempSync(join(tmpdir(), 'rowdesk-sys-'));
  mkdirSync(join(sys, 'devices/usb1/1-4/1-4:1.0'), { recursive: true });
  mkdirSync(join(sys, 'class/sound/card1'), { recursive: true });
  symlinkSync(join(sys, 'devices/usb1/1-4/1-4:1.0'), join(sys, 'class/sound/card1/device'));
});
afterEach(() => rmSync(sys, { recursive: true }));

test.each(['alsa.card', 'api.alsa.pcm.card'])('the node of a card on USB has the port of the card, by %s', (name) => {
  expect(nodeIdentity({ [name]: '1' }, sys)).toEqual({ usbPort: '1-4' });
  expect(nodeIdentity({ [name]: '3' }, sys)).toBeUndefined();
});

test('the node of a stream on a network has the name of its session, and another node nothing', () => {
  expect(nodeIdentity({ 'rtp.session': 'Stage left' }, sys)).toEqual({ stream: 'Stage left' });
  expect(nodeIdentity({ 'rtp.session': 'x'.repeat(129) }, sys)).toBeUndefined();
  expect(nodeIdentity({ 'node.name': 'null', 'alsa.card': 'none' }, sys)).toBeUndefined();
});
