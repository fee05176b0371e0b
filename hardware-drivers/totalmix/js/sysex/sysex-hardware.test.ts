import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakePort } from '../../test/fake-port.ts';
import { FakeTimers } from '../../test/fake-timers.ts';
import type { Key, KeyValue } from '../hardware.ts';
import { SysexHardware } from './sysex-hardware.ts';
import { type DeviceTable, readTables } from './table.ts';

const table = readTables().get('rme-fireface-ucx-ii') as DeviceTable;

let port: FakePort;
let timers: FakeTimers;
let said: string[];
let values: Map<Key, KeyValue>;
let hardware: SysexHardware;

beforeEach(() => {
  port = new FakePort();
  timers = new FakeTimers();
  said = [];
  values = new Map();
  port.registers.set(0x0008, 305);
  port.registers.set(0x3080, 30 << 8);
  for (let n = 0; n < 100; n++) port.registers.set(0x2000 + n, -650 & 0x7fff);
});
afterEach(() => {
  hardware.close();
  expect(timers.running).toBe(0);
});

function start(): void {
  hardware = new SysexHardware({
    table,
    open: port.open,
    timers,
    readEveryMs: 1000,
    serial: '1234',
    events: {
      reported: (reported) => {
        for (const [key, value] of reported) values.set(key, value);
      },
      reading: () => said.push('reading'),
      read: () => said.push('read'),
      identified: ({ firmware }) => said.push(`firmware ${firmware}`),
      lost: (reason) => said.push(reason),
    },
  });
}

/** The registers that the table has and this device does not report make the first read some dumps longer. */
const passFirstRead = () => timers.pass(200);

test('a device is read when it is opened, and again every second', () => {
  start();
  passFirstRead();
  expect(values.get('input/1/gainDb')).toBe(30.5);
  expect(said).toEqual(['firmware ', 'reading', 'firmware DSP 30', 'read']);
  const { dumps } = port;
  timers.pass(2100);
  expect(said.filter((each) => each === 'read')).toHaveLength(3);
  // what no dump had is not waited for again
  expect(port.dumps).toBe(dumps + 2);
});

test('a register that changed without a word is found by the next read', () => {
  start();
  passFirstRead();
  port.registers.set(0x0008, 420);
  timers.pass(1100);
  expect(values.get('input/1/gainDb')).toBe(42);
});

test('lost messages of a dump are asked for again before the read is over', () => {
  start();
  passFirstRead();
  const before = port.dumps;
  port.loses = (dump, message) => dump === before && message === 0;
  port.registers.set(0x0008, 100);
  timers.pass(1100);
  expect(port.dumps).toBe(before + 2);
  expect(values.get('input/1/gainDb')).toBe(10);
  expect(said.filter((each) => each === 'read')).toHaveLength(2);
});

test('a dump whose end is lost ends by its silence', () => {
  start();
  passFirstRead();
  port.loses = (_dump, message) => message === Math.ceil(103 / 32) - 1;
  said.length = 0;
  timers.pass(1800);
  expect(said).toEqual(['reading', 'read']);
});

test('a read that is asked for during one follows it', () => {
  start();
  passFirstRead();
  timers.pass(500);
  hardware.refresh();
  said.length = 0;
  timers.pass(300);
  expect(said).toEqual(['reading', 'read']);
});

test('a word with a wrong bit changes nothing, and has the device read again', () => {
  start();
  passFirstRead();
  said.length = 0;
  // register 8 to 1, without its parity bit: three set bits would need none, two need one
  port.send(Uint8Array.from([0xf0, 0, 0x20, 0x0d, 0x10, 0, 1, 0, 0x20, 0, 0, 0xf7]));
  timers.pass(20);
  expect(values.get('input/1/gainDb')).toBe(30.5);
  timers.pass(300);
  expect(said).toEqual(['reading', 'read']);
});

test('a device that says nothing for three seconds is lost, and read anew when it answers', () => {
  start();
  passFirstRead();
  port.isSilent = true;
  said.length = 0;
  timers.pass(5000);
  expect(said.filter((each) => each !== 'reading')).toEqual(['the device does not answer']);
  port.isSilent = false;
  said.length = 0;
  timers.pass(3000);
  expect(said).toContain('read');
});

test('a port that goes is said once, opened again by itself, and the device read', () => {
  start();
  passFirstRead();
  port.isThere = false;
  said.length = 0;
  timers.pass(3000);
  expect(said).toEqual(['the port is gone']);
  port.isThere = true;
  timers.pass(1300);
  expect(said.at(-1)).toBe('read');
});

test('a place of the mix has its gain and what the device keeps of it, for one output and for a pair', () => {
  start();
  passFirstRead();
  port.written.length = 0;
  hardware.write('mix/1/3/levelDb', 0);
  expect(port.written).toEqual([
    { register: 0x4002, value: 0x9000 },
    { register: 0x2002, value: 0 },
  ]);
  hardware.write('output/1/stereo', true);
  port.written.length = 0;
  hardware.write('mix/1/3/pan', 100);
  expect(port.written).toEqual([
    { register: 0x4002, value: 0 },
    { register: 0x4042, value: 0x9000 },
    { register: 0x2002, value: 0x8064 },
  ]);
  expect(() => hardware.write('mix/2/3/levelDb', 0)).toThrow('output 2 is linked with 1');
});

test('a level of the mix that was turned at the device sounds: the host writes its gain', () => {
  start();
  passFirstRead();
  port.written.length = 0;
  port.report({ register: 0x2002, value: 0 });
  timers.pass(20);
  expect(port.written).toEqual([{ register: 0x4002, value: 0x9000 }]);
});

test('a link of outputs moves the sound of all their places', () => {
  start();
  passFirstRead();
  hardware.write('mix/1/21/levelDb', 0);
  hardware.write('mix/1/21/pan', -100);
  port.written.length = 0;
  hardware.write('output/1/stereo', true);
  expect(port.written.slice(0, 2)).toEqual([
    { register: 0x0504, value: 1 },
    { register: 0x0544, value: 1 },
  ]);
  expect(port.written).toContainEqual({ register: 0x4020, value: 0x9000 });
  expect(port.written).toContainEqual({ register: 0x4060, value: 0 });
});

test('a name is written in six registers, and reported when all of them came', () => {
  start();
  passFirstRead();
  port.written.length = 0;
  hardware.write('output/2/label', 'Wedge');
  expect(port.written).toHaveLength(6);
  const [first, ...others] = port.written;
  port.report(...others);
  timers.pass(20);
  expect(values.has('output/2/label')).toBe(false);
  port.report(first as (typeof others)[number]);
  timers.pass(20);
  expect(values.get('output/2/label')).toBe('Wedge');
});

test('loopback is a message of its own', () => {
  start();
  passFirstRead();
  hardware.write('output/3/loopback', true);
  expect(port.others).toEqual(['f000200d10030201000000f7']);
});

test.each([
  ['input/1/gainDb', 76, 'it takes 0 to 75, and not 76'],
  ['input/1/gainDb', 'loud', 'it takes a number, and not loud'],
  ['input/1/phantom', 1, 'it takes true or false, and not 1'],
  ['output/1/levelDb', -144, undefined],
  ['output/1/levelDb', -65, undefined],
  ['output/1/levelDb', -100, 'it takes -64.9 to 6, or -144 for off, and not -100'],
  ['output/1/levelDb', 6.1, 'it takes -64.9 to 6, or -144 for off, and not 6.1'],
  ['output/1/referenceLevel', '+24 dBu', 'it has +4 dBu, +13 dBu, +19 dBu, and not +24 dBu'],
  ['sampleRateHz', 48000, 'takes none'],
  ['input/9/gainDb', 1, 'the Fireface UCX II has no input/9/gainDb'],
] as const)('%s takes %s or says why not', (key, value, words) => {
  start();
  passFirstRead();
  port.written.length = 0;
  if (words === undefined) hardware.write(key, value);
  else {
    expect(() => hardware.write(key, value)).toThrow(words);
    expect(port.written).toEqual([]);
  }
});
