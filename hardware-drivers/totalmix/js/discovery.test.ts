import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usbMidis } from './discovery.ts';

let sys: string;
beforeEach(() => {
  sys = mkdtempSync(join(tmpdir(), 'rowdesk-sys-'));
  mkdirSync(join(sys, 'class/sound'), { recursive: true });
});
afterEach(() => rmSync(sys, { recursive: true }));

/** As the kernel has them: the MIDI below the card, the card below the interface, the interface below the port. */
function plug(port: string, ids: Readonly<Record<string, string>>, card: number, devices = 1): void {
  const folder = join(sys, 'devices/pci0000:00/usb1', port);
  const sound = join(folder, `${port}:1.0/sound/card${card}`);
  for (let device = 0; device < devices; device++) {
    mkdirSync(join(sound, `midiC${card}D${device}`), { recursive: true });
    symlinkSync(join(sound, `midiC${card}D${device}`), join(sys, `class/sound/midiC${card}D${device}`));
  }
  for (const [name, text] of Object.entries(ids)) writeFileSync(join(folder, name), `${text}\n`);
}

test('the MIDI of a USB device is found with its ids, its port and its serial number', () => {
  plug('1-4.2', { idVendor: '2a39', idProduct: '3fd9', serial: '24216011' }, 1);
  expect(usbMidis(sys)).toEqual([
    { midi: '/dev/snd/midiC1D0', modelId: '2a39:3fd9', usbPort: '1-4.2', serial: '24216011' },
  ]);
});

test('of a device with several MIDI devices the first is taken, and each device is listed once', () => {
  plug('1-1', { idVendor: '0582', idProduct: '0001' }, 0, 2);
  plug('1-2', { idVendor: '2a39', idProduct: '3fd9' }, 3);
  expect(usbMidis(sys).map(({ midi, serial }) => [midi, serial])).toEqual([
    ['/dev/snd/midiC0D0', ''],
    ['/dev/snd/midiC3D0', ''],
  ]);
});

test('MIDI that is not on USB, and a machine without sound, have nothing', () => {
  const place = join(sys, 'devices/virtual/sound/card5/midiC5D0');
  mkdirSync(place, { recursive: true });
  symlinkSync(place, join(sys, 'class/sound/midiC5D0'));
  expect(usbMidis(sys)).toEqual([]);
  expect(usbMidis(join(sys, 'nowhere'))).toEqual([]);
});
