import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { machineIn } from './machine-double.ts';
import { boxHalves, preampMidi } from './preamps.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-doctor-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** As the kernel lays it out: links from /sys/class/sound into the folder of the USB device. */
function plug(port: string, vendor: string, product: string, card: number) {
  const usb = `/sys/devices/usb1/${port}`;
  const midi = `${usb}/${port}:1.0/sound/card${card}/midiC${card}D0`;
  const machine = machineIn(root, {
    [`${usb}/idVendor`]: `${vendor}\n`,
    [`${usb}/idProduct`]: `${product}\n`,
    [`${midi}/dev`]: '116:4\n',
    [`/dev/snd/midiC${card}D0`]: '',
  });
  mkdirSync(join(root, '/sys/class/sound'), { recursive: true });
  symlinkSync(join(root, midi), join(root, `/sys/class/sound/midiC${card}D0`));
  symlinkSync(join(root, `${usb}/${port}:1.0/sound/card${card}`), join(root, midi, 'device'));
  symlinkSync(join(root, `${usb}/${port}:1.0`), join(root, `${usb}/${port}:1.0/sound/card${card}/device`));
  return machine;
}

const drivers = [{ name: 'totalmix', transports: ['usb'], libraries: {}, controls: ['2a39:3fd9'] }];

test('MIDI by which a driver sets preamps is found by its USB id, and is a fault where the user may not open it', () => {
  plug('1-1', '0582', '0001', 0);
  const machine = plug('1-4', '2a39', '3fd9', 2);
  expect(preampMidi(machine, [], 'jo'), 'no driver wants it').toBe(undefined);
  expect(preampMidi(machine, drivers, 'jo')).toMatchObject({ ok: true, detail: '/dev/snd/midiC2D0' });
  expect(preampMidi({ ...machine, isWritable: () => false }, drivers, 'jo')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('/dev/snd/midiC2D0 can not be opened'),
    fix: expect.stringContaining('usermod -aG audio jo'),
  });
});

test('a file that is not there can not be written to, and one that is can', () => {
  const machine = machineIn(root, { '/dev/snd/midiC0D0': '' });
  expect(['/dev/snd/midiC0D0', '/dev/snd/midiC1D0'].map(machine.isWritable)).toEqual([true, false]);
});

test('a stagebox without one of its halves is a fault with the reason, and one of a single device is no finding', () => {
  const of = (...items: readonly object[]) => boxHalves({ boxes: { items } });
  const virtual = { id: 'virtual', audio: 'virtual', control: '', missing: '', reason: '' };
  const whole = { id: 'ucx2', audio: 'alsa-card', control: 'ucx2', missing: '', reason: '' };
  expect(of(virtual)).toBe(undefined);
  expect(of(virtual, whole)).toMatchObject({ ok: true, detail: 'ucx2 with the sound of alsa-card' });
  expect(of(whole, { ...whole, id: 'pre', missing: 'control', reason: 'it was unplugged' })).toMatchObject({
    ok: false,
    detail: 'pre is without its preamps: it was unplugged',
    fix: 'rowdesk boxes -o table',
  });
  expect(of({ ...whole, audio: '' })).toMatchObject({ ok: false, detail: 'ucx2 names no device with its sound' });
});
