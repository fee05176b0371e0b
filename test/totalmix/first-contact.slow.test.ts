// A box that a desk has never had gives its values to the desk: the log of the simulated device is the judge that nothing is
// written to it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import { outliving, temporaryFolder } from '../harness/service.ts';
import { box, lacks, OnBox, until } from './on-box.ts';
import { at, input, startSimulator } from './simulator.ts';

const [gain, phantom, gain2] = [input(1, at.gain), input(1, at.phantom), input(2, at.gain)];
const row = (n: number) => `/stagebox/${box}/inputs/${n}`;

let on: OnBox;
let driver: { devices?: readonly object[] };
beforeEach(() => {
  driver = {};
  on = new OnBox({ driver, desk: outliving });
});
afterEach(() => on.end());

async function startSetByHand(): Promise<void> {
  const device = await on.startDevice();
  await device.turn(gain, 420);
  await device.turn(phantom, 1);
  await device.turn(gain2, 200);
}

const isTaken = async () => {
  await on.desk.until(row(1), ({ gainDb, phantom: on, confirmed }) => gainDb === 42 && on && confirmed);
  await on.desk.until(row(2), ({ gainDb, confirmed }) => gainDb === 20 && confirmed);
};

const tests = () => {
  test('a box that is new to the desk is adopted: rows show what it has, and nothing is written', async () => {
    await startSetByHand();
    const desk = await on.startDesk();
    await on.isWhole();
    await isTaken();
    await on.beats(3);
    await settled(desk);
    expect(await on.device.log()).toEqual([]);
    expect((await desk.get(row(1))).body).toMatchObject({ gainDb: 42, phantom: true, unset: [] });
    expect((await desk.get('/history')).body.entries).toEqual([]);
    expect((await desk.get('/telemetry/convergence')).body).toMatchObject({ corrections: 0 });
  });

  test('once adopted, the values of the desk hold: a box that lost them gets them back', async () => {
    await startSetByHand();
    await on.startDesk();
    await on.isWhole();
    await isTaken();
    await on.device.unplug();
    await on.desk.until(`/stagebox/${box}`, ({ missing }) => missing === 'control');
    await on.device.plugIn('default');
    await until(async () => (await on.device.value(gain)) === 420 && (await on.device.value(phantom)) === 1);
    expect(await on.device.value(gain2)).toBe(200);
  });

  test('a known box at another address is no new one', async () => {
    const state = temporaryFolder();
    await startSetByHand();
    const first = await on.startDesk(undefined, state);
    await on.isWhole();
    await isTaken();
    await write(first, row(2), { gainDb: 0 });
    await until(async () => (await on.device.value(gain2)) === 0);
    await settled(first);
    await first.stop();
    const elsewhere = await startSimulator(`${on.device.link}-2`);
    await elsewhere.turn(gain2, 300);
    driver.devices = [{ id: box, model: 'rme-fireface-ucx-ii', midi: elsewhere.link, audioHalf: 'alsa-card' }];
    await on.startDesk(undefined, state);
    await until(async () => (await elsewhere.value(gain)) === 420 && (await elsewhere.value(phantom)) === 1);
    await until(async () => (await elsewhere.value(gain2)) === 0);
  });

  test('what was set at the desk before the box came is written, the rest adopted', async () => {
    const desk = await on.startDesk();
    await desk.until(row(1), ({ gainDb }) => gainDb === 0);
    await write(desk, row(1), { gainDb: 10 });
    await startSetByHand();
    await until(async () => (await on.device.value(gain)) === 100);
    await desk.until(row(2), ({ gainDb }) => gainDb === 20);
    await desk.until(row(1), ({ phantom: on, confirmed }) => on && confirmed);
    const registers = (await on.device.log()).map(({ register }) => register);
    expect(new Set(registers)).toEqual(new Set([gain]));
  });
};

describe.skipIf(lacks !== '')(`first contact with a box ${lacks}`, { timeout: 180_000 }, tests);
