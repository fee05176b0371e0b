import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Registers } from './registers.ts';
import { readTables } from './table.ts';

const tables = readTables();
const table = (model: string) => {
  const found = tables.get(model);
  if (!found) throw new Error(`no table of ${model}`);
  return found;
};
const ucx2 = new Registers(table('rme-fireface-ucx-ii'));

test('each table names the sources of its facts, and what no hardware confirmed', () => {
  expect(tables.size).toBeGreaterThan(0);
  for (const [model, { sources, unchecked, usb }] of tables) {
    expect(sources.length, model).toBeGreaterThan(0);
    expect(unchecked.length, model).toBeGreaterThan(0);
    expect(usb, model).not.toEqual([]);
  }
});

test('the manifest matches the USB devices of all tables, and no others', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const matches = manifest.rowdesk.driver.matches as readonly { readonly transport: string; readonly id?: string }[];
  const usb = matches.filter(({ transport }) => transport === 'usb').map(({ id }) => id);
  expect(usb.sort()).toEqual([...tables.values()].flatMap((each) => each.usb).sort());
});

// By doc/protocol.md of oscmix: gain of microphone 2, phantom of 1, hi-Z of 3, volume of output 1, mute of output 3, phase of
// output 20, level and pan of input 20 in mix 20, the clock.
test.each([
  ['input/2/gainDb', 34.5, 0x0048, 345],
  ['input/1/phantom', true, 0x0009, 1],
  ['input/3/hiZ', true, 0x008b, 1],
  ['input/5/referenceLevel', '+19 dBu', 0x0109, 1],
  ['output/1/levelDb', -6, 0x0500, 0xffc4],
  ['output/1/levelDb', -144, 0x0500, -650 & 0xffff],
  ['output/3/muted', true, 0x0582, 1],
  ['output/7/referenceLevel', 'High', 0x0689, 1],
  ['output/20/polarityInverted', true, 0x09c8, 1],
  ['mix/20/20/levelDb', -30, 0x24d3, -300 & 0x7fff],
  ['mix/20/20/pan', -100, 0x24d3, 0x8000 | (-100 & 0x7fff)],
  ['clockSource', 'Optical', 0x3064, 4],
] as const)('%s of %s stands in the register of the public table', (key, value, register, word) => {
  expect(ucx2.encode(key, value)).toEqual({ register, value: word });
  expect(ucx2.decode({ register, value: word })).toMatchObject({ key, value });
});

test('every readable key comes back from its register, and no two keys share one', () => {
  for (const registers of [...tables.values()].map((each) => new Registers(each))) {
    const parts = new Set<number>();
    for (const [key, { isReadable, options, minimum }] of registers.parameters) {
      if (!isReadable || key === 'sampleRateHz') continue;
      const value = options?.at(-1) ?? minimum ?? true;
      const written = registers.encode(key, value);
      if (!written) throw new Error(`${key} is in no register`);
      const decoded = registers.decode(written);
      expect(decoded).toMatchObject({ key, value });
      parts.add(decoded?.part ?? -1);
    }
    expect(parts.size).toBe(registers.readable.size - 1);
  }
});

test('what the device can not say is writable and not read: loopback, names and playback channels', () => {
  const unreadable = [...ucx2.parameters].filter(([, { isReadable }]) => !isReadable).map(([key]) => key);
  expect(unreadable.filter((key) => key.endsWith('/loopback'))).toHaveLength(20);
  expect(unreadable.filter((key) => key.endsWith('/label'))).toHaveLength(40);
  expect(unreadable.filter((key) => /^mix\/\d+\/(2[1-9]|3\d|40)\//.test(key))).toHaveLength(20 * 20 * 2);
  expect(unreadable).toHaveLength(20 + 40 + 800);
});

test('a preamp has what its channel has', () => {
  const fields = (side: string, n: number) =>
    [...ucx2.parameters.keys()].filter((key) => key.startsWith(`${side}/${n}/`)).map((key) => key.split('/')[2]);
  expect(fields('input', 1).sort()).toEqual(
    ['stereo', 'msProcessing', 'polarityInverted', 'gainDb', 'phantom', 'autoset', 'label'].sort(),
  );
  expect(fields('input', 6).sort()).toEqual(['polarityInverted', 'referenceLevel', 'label'].sort());
  expect(fields('input', 20)).not.toContain('gainDb');
  expect(ucx2.parameters.get('input/1/gainDb')).toMatchObject({ minimum: 0, maximum: 75 });
  expect(ucx2.parameters.get('input/4/gainDb')).toMatchObject({ minimum: 0, maximum: 24 });
});

test('a value that the table does not know is none, and the register counts as reported', () => {
  expect(ucx2.decode({ register: 0x0009, value: 7 })).toEqual({ part: 9, key: 'input/1/phantom', value: undefined });
  expect(ucx2.decode({ register: 0x3064, value: 9 })).toMatchObject({ value: undefined });
  expect(ucx2.decode({ register: 0x0008, value: 751 })).toMatchObject({ value: undefined });
  expect(ucx2.decode({ register: 0x3581, value: 1 })).toBeUndefined();
});

test('a pair has one link, in the registers of both channels', () => {
  expect(ucx2.parameters.has('input/2/stereo')).toBe(false);
  expect(ucx2.twinOf('input/1/stereo')).toBe(0x0042);
  expect(ucx2.twinOf('output/19/stereo')).toBe(0x09c4);
  expect(ucx2.twinOf('output/19/muted')).toBeUndefined();
});

test('names are two characters a register, at most eleven', () => {
  expect(ucx2.nameOf('output', 1, 'Wedge left side')).toEqual([
    { register: 0x32a0, value: 0x6557 },
    { register: 0x32a1, value: 0x6764 },
    { register: 0x32a2, value: 0x2065 },
    { register: 0x32a3, value: 0x656c },
    { register: 0x32a4, value: 0x7466 },
    { register: 0x32a5, value: 0x0020 },
  ]);
});

test('playback channels have their gains behind those of the inputs', () => {
  expect(ucx2.mixerRegister(1, 1)).toBe(0x4000);
  expect(ucx2.mixerRegister(1, 21)).toBe(0x4020);
  expect(ucx2.mixerRegister(20, 40)).toBe(0x44f3);
});
