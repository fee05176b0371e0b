// The simulated RME device by itself: raw bytes in, raw bytes out. The bytes are computed by hand from the published protocol.
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../harness/service.ts';
import {
  at,
  endSimulators,
  input,
  label,
  level,
  output,
  type Simulator,
  simulatorLacks,
  startSimulator,
} from './simulator.ts';

const head = 'f0 00 20 0d 10';
/** Register 0x0008, gain of input 1, becomes 300: the word 0x0008012c has five bits set. */
const gain30 = `${head} 00 2c 02 20 00 00 f7`;
/** Register 0x0009, phantom of input 1, on: 0x00090001 has three. */
const phantomOn = `${head} 00 01 00 24 00 00 f7`;
/** Register 0x0582, mute of output 3, on: the example of the protocol's document. */
const muteOutput3 = `${head} 00 01 00 08 2c 00 f7`;
/** Register 0x3e04 with 0x67cd has sixteen bits set: with the parity the word is 0xbe0467cd. */
const dump = `${head} 00 4d 4f 11 70 0b f7`;
/** Register 0x2fc0 with 0 has seven. */
const dumpEnds = '00 00 00 7e 02';
const askLevels = `${head} 02 f7`;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const hexOf = (bytes: Buffer) => bytes.toString('hex').replaceAll(/(..)(?!$)/g, '$1 ');

let folder: string;
let device: Simulator;
let port: number | undefined;

beforeEach(async () => {
  folder = temporaryFolder();
  device = await startSimulator(join(folder, 'midi'));
});
afterEach(async () => {
  if (port !== undefined) closeSync(port);
  port = undefined;
  await endSimulators();
  removeFolder(folder);
});

async function open(): Promise<void> {
  port = openSync(device.link, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  while (!(await device.figures()).open) await sleep(5);
}

function write(...hex: string[]): void {
  writeSync(port as number, bytesOf(hex.join(' ')));
}

/** What has come so far; '' for nothing. */
function read(): string {
  const bytes = Buffer.alloc(65_536);
  try {
    return hexOf(bytes.subarray(0, readSync(port as number, bytes)));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw fault;
  }
}

/** Whole messages, until there are as many or the last one is as said. */
async function messages(enough: number | ((message: string) => boolean)): Promise<readonly string[]> {
  let held = '';
  for (;;) {
    held = `${held} ${read()}`.trim();
    const whole = held.match(/f0( [0-7].)* f7/g) ?? [];
    if (typeof enough === 'number' ? whole.length >= enough : enough(whole.at(-1) ?? '')) return whole;
    await sleep(2);
  }
}

/** Words of messages of sub-id 0: register and value. */
function registersOf(whole: readonly string[]): readonly (readonly [number, number])[] {
  return whole.flatMap((message) => {
    const payload = bytesOf(message).subarray(6, -1);
    return Array.from({ length: payload.length / 5 }, (_, n) => {
      const word = [0, 1, 2, 3, 4].reduce(
        (sum, place) => sum + (payload[n * 5 + place] as number) * 2 ** (7 * place),
        0,
      );
      return [Math.floor(word / 65_536) & 0x7fff, word % 65_536] as const;
    });
  });
}

const tests = () => {
  test('takes writes and reports each as it is then, in the bytes of the published protocol', async () => {
    await open();
    write(gain30);
    expect(await messages(1)).toEqual([gain30]);
    write(phantomOn, muteOutput3);
    expect(await messages(2)).toEqual([phantomOn, muteOutput3]);
    const { values } = await device.registers();
    expect([values[0x0008], values[0x0009], values[0x0582]]).toEqual([300, 1, 1]);
    expect([input(1, at.gain), input(1, at.phantom), output(3, 0x02)]).toEqual([0x0008, 0x0009, 0x0582]);
  });

  test('a knob that is turned at the device is told by itself', async () => {
    await open();
    await device.turn(input(1, at.gain), 300);
    expect(await messages(1)).toEqual([gain30]);
  });

  test('a dump tells every register that can be read once, those of the mixer never, and says where it ends', async () => {
    await open();
    await device.turn(label(1, 2), -125);
    await messages(1);
    write(dump);
    const whole = await messages((message) => message.endsWith(`${dumpEnds} f7`));
    const told = registersOf(whole);
    // a place of the mix has a level and a pan, everything else one value
    expect(new Set(told.map(([register, value]) => `${register} ${register >> 12 === 2 && value >> 15}`)).size).toBe(
      told.length,
    );
    expect(told.filter(([register]) => register >= 0x2000 && register < 0x2500)).toHaveLength(2 * 20 * 20);
    expect(told.filter(([register]) => register >= 0x4000)).toEqual([]);
    expect(told.find(([register]) => register === label(1, 2))).toEqual([0x2001, 0x7fff & -125]);
    expect(told.at(-1)).toEqual([0x2fc0, 0]);
  });

  test('limits numbers, refuses choices that do not exist, and says nothing of registers that a channel lacks', async () => {
    await open();
    // 0x0209, phantom of input 9, becomes 1, 0x0008 751, and phantom of input 1 becomes 2
    write(`${head} 00 01 00 24 10 08 f7`, `${head} 00 6f 05 20 00 00 f7`, `${head} 00 02 00 24 00 00 f7`);
    expect(registersOf(await messages(2))).toEqual([
      [0x0008, 750],
      [0x0009, 0],
    ]);
    expect(await device.log()).toEqual([
      { register: 0x0209, value: 1, outcome: 'unknown' },
      { register: 0x0008, value: 751, was: 0, outcome: 'limited' },
      { register: 0x0009, value: 2, was: 0, outcome: 'refused' },
    ]);
  });

  test('a level of the mixer sounds by its scale of two, and is never told', async () => {
    await open();
    // 0x4000, input 1 in the mix of output 1: 0x4000 is a half of 0x8000; 0x4020, playback 1: 0x9000 is the whole of 0x1000
    write(`${head} 00 00 00 01 00 0c f7`, `${head} 00 00 20 02 01 0c f7`, gain30);
    expect(await messages(1)).toEqual([gain30]);
    const { mix } = await device.registers();
    expect(mix).toEqual({ '1/1': { level: -650, pan: 0, gain: 0.5 }, '1/21': { gain: 1 } });
    expect([level(1, 1), level(1, 21), level(20, 40)]).toEqual([0x4000, 0x4020, 0x44f3]);
  });

  test('answers levels on request, and takes the loopback of an output', async () => {
    await open();
    await device.level('playback', 1, 0);
    write(askLevels, `${head} 03 02 01 00 00 00 f7`);
    const whole = await messages(5);
    expect(whole.map((message) => message.slice(15, 17))).toEqual(['01', '02', '03', '04', '05']);
    // RMS 2^54, the low half first; the peak 0x800000 above four bits of overload
    expect(whole[1]?.slice(18, 62)).toBe('00 00 00 00 00 00 00 00 02 00 0f 00 00 40 00');
    while (!(await device.registers([])).loopback[2]) await sleep(2);
  });

  test('bytes outside of messages, cut ones and wrong parity change nothing', async () => {
    await open();
    // 0x00080000 with a parity that is wrong
    write('90 40 7f', `${head} 00 2c`, `${head} 00 2c 02 20 00 08 f7`, phantomOn);
    expect(await messages(1)).toEqual([phantomOn]);
    expect(await device.value(input(1, at.gain))).toBe(0);
    expect((await device.figures()).parity).toBe(1);
  });

  test('refuses on order, by the old value or in silence', async () => {
    await open();
    await device.refuse({ registers: [input(1, at.phantom)] });
    write(phantomOn);
    // 0x00090000 has two bits set
    expect(await messages(1)).toEqual([`${head} 00 00 00 24 00 08 f7`]);
    await device.log();
    await device.refuse({ chance: 1, as: 'ignore' });
    write(phantomOn, gain30);
    for (let written = 0; written < 2; await sleep(2)) written += (await device.log()).length;
    await device.refuse({});
    write(gain30);
    expect(await messages(1)).toEqual([gain30]);
  });

  test('loses, reorders and corrupts whole messages, the same ones for the same seed', async () => {
    await open();
    const run = async () => {
      await device.faults({ seed: 7, toHost: { lose: 0.3, reorder: 0.2, corrupt: 0.1 } });
      const before = (await device.figures()).toHost;
      for (let n = 0; n < 100; n++) await device.turn(input(1, at.gain), n);
      const { lost } = (await device.figures()).toHost;
      const whole = await messages(100 - (lost - before.lost));
      await device.faults({});
      return whole;
    };
    const first = await run();
    expect(first.length).toBeGreaterThan(50);
    expect(first.length).toBeLessThan(90);
    expect(new Set(first)).toEqual(new Set(await run()));
    const values = registersOf(first).map(([, value]) => value);
    expect(values).not.toEqual([...values].sort((a, b) => a - b));
  });

  test('is gone without a plug, remembers its registers, and forgets them without power', async () => {
    await open();
    write(gain30);
    await messages(1);
    await device.unplug();
    expect(existsSync(device.link)).toBe(false);
    expect(() => Array.from({ length: 3 }, () => writeSync(port as number, bytesOf(gain30)))).toThrow('EIO');
    closeSync(port as number);
    port = undefined;
    await device.plugIn();
    expect(await device.value(input(1, at.gain))).toBe(300);
    await open();
    write(muteOutput3);
    expect(await messages(1)).toEqual([muteOutput3]);
    await device.unplug();
    await device.plugIn('default');
    expect(await device.value(input(1, at.gain))).toBe(0);
  });

  test('a host that opens the port again hears nothing of before, and no echo of its own bytes', async () => {
    await open();
    closeSync(port as number);
    while ((await device.figures()).open) await sleep(5);
    await device.turn(input(1, at.gain), 100);
    await open();
    write(phantomOn);
    expect(await messages(1)).toEqual([phantomOn]);
  });

  test('a device that does not answer drops what it is sent', async () => {
    await open();
    await device.behave({ silent: true });
    write(gain30);
    while ((await device.figures()).toDevice.messages === 0) await sleep(2);
    await device.behave({ silent: false });
    write(phantomOn);
    expect(await messages(1)).toEqual([phantomOn]);
    expect(await device.value(input(1, at.gain))).toBe(0);
  });

  test('an order that makes no sense is refused in words', async () => {
    await expect(device.turn(0x7000, 1)).rejects.toThrow('register 0x7000 is unknown');
  });
};

describe.skipIf(simulatorLacks !== '')(`the simulated RME device ${simulatorLacks}`, tests);
