import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usbIdentity } from './usb-identity.ts';

let sys: string;
beforeEach(() => {
  sys = mkdtempSync(join(tmpdir(), 'rowdesk-sys-'));
});
afterEach(() => rmSync(sys, { recursive: true }));

/** A card as the kernel shows it: `class/sound/cardN` and its `device` are links into the tree of devices. */
function plug(number: number, id: string, parent: string, serial?: string): void {
  const card = join(sys, 'devices', parent, `sound/card${number}`);
  mkdirSync(card, { recursive: true });
  mkdirSync(join(sys, 'class/sound'), { recursive: true });
  writeFileSync(join(card, 'id'), `${id}\n`);
  symlinkSync(join(sys, 'devices', parent), join(card, 'device'));
  symlinkSync(card, join(sys, `class/sound/card${number}`));
  if (serial !== undefined) writeFileSync(join(sys, 'devices', parent, '../serial'), `${serial}\n`);
}

const behindHub = 'pci0000:00/0000:00:14.0/usb1/1-4/1-4.2/1-4.2:1.0';

test('a card on USB is known by its port, also behind a hub, and by its serial number', () => {
  plug(1, 'UCXII', behindHub, '24012345');
  plug(2, 'Plain', 'pci0000:00/0000:00:14.0/usb3/3-1/3-1:1.0');
  expect(usbIdentity(sys, 1)).toEqual({ usbPort: '1-4.2', serial: '24012345' });
  expect(usbIdentity(sys, 'UCXII')).toEqual({ usbPort: '1-4.2', serial: '24012345' });
  expect(usbIdentity(sys, 'Plain')).toEqual({ usbPort: '3-1' });
});

test('a card on another bus, one that went, and a machine without sysfs have none', () => {
  plug(0, 'PCH', 'pci0000:00/0000:00:1f.3');
  expect(usbIdentity(sys, 0)).toBeUndefined();
  expect(usbIdentity(sys, 7)).toBeUndefined();
  expect(usbIdentity(sys, 'Gone')).toBeUndefined();
  expect(usbIdentity(join(sys, 'nothing'), 'PCH')).toBeUndefined();
});
