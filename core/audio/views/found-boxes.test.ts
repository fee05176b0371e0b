import { expect, test } from 'vitest';
import type { Box, FoundDevice } from '../../services.ts';
import { oneEntryPerBox } from './found-boxes.ts';

function found(id: string, more: Partial<FoundDevice> = {}): FoundDevice {
  return {
    ...{ id, label: id, transport: 'alsa', vendor: '', model: 'm', modelId: 'm', address: '', audioHalf: '' },
    ...{ present: true, adopted: true, driver: 'd', score: 3, reason: 'd matches its id' },
    ...{ firstSeenMs: 10, lastSeenMs: undefined },
    ...more,
  };
}

const onBus = found('usb-2a39:3fd9-77', {
  ...{ transport: 'usb', vendor: 'RME', address: '1-4', driver: '', score: 0, adopted: false, firstSeenMs: 3 },
  reason: 'no driver is for usb 2a39:3fd9',
});
const card = found('alsa-UCXII', { identity: { usbPort: '1-4', serial: '77' }, firstSeenMs: 5 });
const preamps = found('ucx2', { transport: 'totalmix', driver: 'totalmix' });
const half = (id: string, present = true) => ({ id, driver: 'd', present });
const box = (more: Partial<Box> = {}): Box => ({
  ...{ id: 'ucx2', label: '', model: '', transport: '', present: true, ports: [], missing: '', reason: '' },
  ...{ audio: half('alsa-UCXII'), control: half('ucx2') },
  ...more,
});
const devices = [
  { id: 'alsa-UCXII', identity: { usbPort: '1-4', serial: '77' } },
  { id: 'ucx2', audioHalf: { id: 'alsa-UCXII' } },
];

test('preamps, card and bus are one entry under the id of the preamps, with what each of them knows', () => {
  expect(oneEntryPerBox([onBus, card, preamps], [box()], devices)).toEqual([
    { ...preamps, audioHalf: 'alsa-UCXII', vendor: 'RME', address: '1-4', firstSeenMs: 3 },
  ]);
});

test('a card alone and its device on the bus are one entry, and another device on the bus is another', () => {
  const other = { ...onBus, id: 'usb-1:2', address: '1-5' };
  const alone = box({ id: 'alsa-UCXII', control: undefined });
  expect(oneEntryPerBox([onBus, card, other], [alone], devices)).toEqual([
    { ...card, vendor: 'RME', address: '1-4', firstSeenMs: 3 },
    other,
  ]);
});

test('a device on the bus that a driver of its own opens stays by itself', () => {
  const opened = { ...onBus, driver: 'usb-box' };
  expect(oneEntryPerBox([opened, card], [], devices)).toEqual([opened, card]);
});

test('half a box is one entry with the reason of the box, and what went was there last when the last part went', () => {
  const reason = 'alsa-UCXII is not open: pulseaudio holds it';
  const missing = box({ missing: 'audio', reason, audio: half('alsa-UCXII', false) });
  expect(oneEntryPerBox([card, preamps], [missing], [])).toMatchObject([
    { id: 'ucx2', reason, audioHalf: 'alsa-UCXII', present: true },
  ]);
  const gone = { present: false, lastSeenMs: 50 };
  const went = [
    { ...card, ...gone },
    { ...preamps, ...gone, lastSeenMs: 40 },
  ];
  expect(oneEntryPerBox(went, [box({ present: false })], devices)).toMatchObject([{ present: false, lastSeenMs: 50 }]);
});

test('nodes of a server, and no sound at all, add no entry and hide none', () => {
  const nodes = box({ audio: half('pipewire-0:in') });
  expect(oneEntryPerBox([preamps], [nodes], devices)).toEqual([{ ...preamps, audioHalf: 'pipewire-0:in' }]);
  const unknown = box({ audio: undefined, missing: 'audio', reason: 'no device has the id x' });
  expect(oneEntryPerBox([preamps], [unknown], devices)).toEqual([{ ...preamps, reason: 'no device has the id x' }]);
});
