import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cardId, foundCards, type KernelFolders } from './found-cards.ts';
import type { KernelCard } from './native.ts';

let proc: string;
let folders: KernelFolders;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'rowdesk-proc-'));
  folders = { proc, sys: join(proc, 'sys') };
});
afterEach(() => rmSync(proc, { recursive: true }));

const card = (given: Partial<KernelCard>): KernelCard => ({
  ...{
    number: 0,
    id: 'PCH',
    driver: 'HDA-Intel',
    name: 'HDA Intel PCH',
    longName: 'HDA Intel PCH at 0xf7',
    mixerName: '',
  },
  ...{ captureDevice: 0, playbackDevice: 0 },
  ...given,
});
const placeOf = (given: Partial<KernelCard>) =>
  foundCards({ kernel: [card(given)], named: [] }, folders, new Set())[0]?.model.card?.place;

test('a card of the kernel has a stable id, its name, its number on USB, and opens by its first devices', () => {
  mkdirSync(join(proc, 'asound/card2'), { recursive: true });
  writeFileSync(join(proc, 'asound/card2/usbid'), '1235:8210\n');
  const kernel = [card({ number: 2, id: 'USB', driver: 'USB-Audio', name: 'Scarlett 2i2 USB', playbackDevice: 3 })];
  expect(foundCards({ kernel, named: [] }, folders, new Set())).toEqual([
    {
      model: {
        ...{ id: 'alsa-USB', transport: 'alsa', modelId: '1235:8210', model: 'Scarlett 2i2 USB' },
        ...{ label: 'Scarlett 2i2 USB', address: 'hw:CARD=USB' },
        card: { inputs: true, outputs: true, place: 'interface', heldBy: '' },
      },
      names: { capture: 'hw:CARD=USB,DEV=0', playback: 'hw:CARD=USB,DEV=3', number: 2 },
    },
  ]);
});

test('a card on USB says where it is plugged in', () => {
  const device = join(folders.sys, 'devices/usb1/1-4/1-4:1.0');
  mkdirSync(device, { recursive: true });
  writeFileSync(join(device, '../serial'), '77\n');
  mkdirSync(join(folders.sys, 'class/sound/card2'), { recursive: true });
  symlinkSync(device, join(folders.sys, 'class/sound/card2/device'));
  const [found] = foundCards({ kernel: [card({ number: 2, id: 'UCXII' })], named: [] }, folders, new Set());
  expect(found?.model.identity).toEqual({ usbPort: '1-4', serial: '77' });
  expect(cardId({ id: 'alsa-UCXII' })).toBe('UCXII');
});

test('screens, cards on board and interfaces are told apart', () => {
  const screen = { driver: 'HDA-Intel', name: 'HDA NVidia', captureDevice: -1 };
  expect(placeOf(screen)).toBe('screen');
  expect(placeOf({ mixerName: 'Realtek ALC256' })).toBe('on-board');
  expect(placeOf({ driver: 'vc4-hdmi', name: 'vc4-hdmi-0', mixerName: 'HDMI', captureDevice: -1 })).toBe('screen');
  expect(placeOf({ driver: 'H-DSP', name: 'RME Digiface' })).toBe('interface');
});

test('a card without PCM devices, and a PCM whose name is no id, are left out', () => {
  const kernel = [card({ captureDevice: -1, playbackDevice: -1 })];
  expect(foundCards({ kernel, named: [{ name: 'a b', description: '' }] }, folders, new Set())).toEqual([]);
});

test('a direction that a card lacks has no name to open', () => {
  const [found] = foundCards({ kernel: [card({ captureDevice: -1 })], named: [] }, folders, new Set());
  expect(found?.names).toMatchObject({ capture: '', playback: 'hw:CARD=PCH,DEV=0' });
  expect(found?.model.card).toMatchObject({ inputs: false, outputs: true });
});

test('a PCM that another program has is held, by an unknown one', () => {
  const named = [{ name: 'studio', description: '' }];
  const [found] = foundCards({ kernel: [], named }, folders, new Set(['studio']));
  expect(found?.model.card?.heldBy).toBe('another program');
});

test('a PCM that is marked as a card is found under its name, with its description', () => {
  const [found] = foundCards({ kernel: [], named: [{ name: 'studio', description: 'Two boxes' }] }, folders, new Set());
  expect(found).toMatchObject({
    model: { id: 'alsa-studio', label: 'Two boxes', address: 'studio' },
    names: { capture: 'studio', playback: 'studio' },
  });
});
