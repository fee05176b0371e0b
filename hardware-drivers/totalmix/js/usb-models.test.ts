import { expect, test } from 'vitest';
import { usbModels } from './usb-models.ts';

const tables = [{ model: 'rme-fireface-ucx-ii', name: 'RME Fireface UCX II', usb: ['2a39:3fd9'] }];
const midi = (number: number, serial: string, modelId = '2a39:3fd9') => ({
  ...{ midi: `/dev/snd/midiC${number}D0`, modelId, usbPort: `1-${number}`, serial },
});
const idsOf = (...midis: ReturnType<typeof midi>[]) => usbModels(midis, tables, () => false).map(({ id }) => id);

test('a device on USB that a table is for is a model, under the id of the bus', () => {
  expect(usbModels([midi(4, '24012345'), midi(5, '', '1235:8215')], tables, () => false)).toEqual([
    {
      ...{ id: 'usb-2a39:3fd9-24012345', transport: 'usb', modelId: '2a39:3fd9', address: '1-4' },
      ...{ model: 'rme-fireface-ucx-ii', label: 'RME Fireface UCX II' },
    },
  ]);
  expect(idsOf(midi(4, 'a b'))).toEqual(['usb-2a39:3fd9-a~20b']);
});

test('two without a serial number are told apart by their ports', () => {
  expect(idsOf(midi(4, ''), midi(5, ''))).toEqual(['usb-2a39:3fd9-1-4', 'usb-2a39:3fd9-1-5']);
});

test('one that the configuration names is found under that name only', () => {
  const isNamed = (file: string) => file === '/dev/snd/midiC4D0';
  expect(usbModels([midi(4, '1'), midi(5, '2')], tables, isNamed).map(({ address }) => address)).toEqual(['1-5']);
});
