// A box of two halves, as people see it: one box, whoever drives it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import { box, card, lacks, OnBox, until } from './on-box.ts';
import { at, input, label } from './simulator.ts';

let on: OnBox;
beforeEach(() => {
  on = new OnBox();
});
afterEach(() => on.end());

const tests = () => {
  test('is one device in /discovery, one box in /stagebox, and the device of its sources', async () => {
    const desk = await on.start();
    const { devices } = (await desk.get('/discovery')).body;
    expect(devices).toMatchObject([{ id: box, adopted: true, stageboxModel: 'rme-fireface-ucx-ii' }]);
    const { items } = (await desk.get('/stagebox')).body;
    expect(items).toMatchObject([{ id: box, present: true, missing: '' }]);
    const { sources } = (await desk.get('/source')).body as { sources: { id: string; device: string; port: string }[] };
    expect(sources.slice(0, 4).map(({ id, device }) => [id, device])).toEqual(
      [1, 2, 3, 4].map((n) => [`${card}:in-${n}`, box]),
    );
    expect((await desk.get(`/stagebox/${box}`)).body).toMatchObject({ audio: card, control: box, confirmed: true });
  });

  test('the gain of a strip reaches the register, and a knob turned there reaches the strip', async () => {
    const desk = await on.start();
    await on.patch();
    const preamp = '/channel/input/1/preamp';
    expect((await desk.get(preamp)).body).toMatchObject({ device: box, gainDb: 0, phantom: false, confirmed: true });
    await write(desk, preamp, { gainDb: 30 });
    await until(async () => (await on.device.value(input(1, at.gain))) === 300);
    await desk.until(preamp, ({ confirmed }) => confirmed);
    expect((await desk.get(`/stagebox/${box}/inputs/1`)).body).toMatchObject({ gainDb: 30, pending: false });
    await on.device.turn(input(1, at.gain), 420);
    await desk.until(preamp, ({ gainDb }) => gainDb === 42);
    await desk.until(preamp, ({ confirmed }) => confirmed);
    expect(await on.device.value(input(1, at.gain))).toBe(420);
    await on.plays(0.5);
    const { range } = (await desk.get('/channel/input/1/capability')).body.gainRange ?? {};
    expect(range ?? (await desk.get('/channel/input/1/capability')).body.gainRange).toMatchObject({ min: 0, max: 75 });
  });

  test('phantom switches at the device, the strip silent meanwhile', async () => {
    const desk = await on.start();
    await on.patch();
    await write(desk, '/channel/input/1/preamp', { phantom: true });
    await desk.until('/channel/input/1', ({ mutedBy }) => mutedBy.length > 0);
    await until(async () => (await on.device.value(input(1, at.phantom))) === 1);
    await desk.until('/channel/input/1', ({ mutedBy }) => mutedBy.length === 0);
    await desk.until('/channel/input/1/preamp', ({ phantom, confirmed }) => phantom && confirmed);
  });

  test('a route inside the hardware sounds as its label says, whoever set it', async () => {
    const desk = await on.start();
    const place = '/vendorA/totalmix/mix/1/3';
    await desk.until(place, ({ levelDb }) => levelDb !== undefined);
    await write(desk, place, { levelDb: -6 });
    await settled(desk);
    const of = async () => (await on.device.registers([])).mix['1/3'];
    await until(async () => (await of())?.level === -60);
    await until(async () => Math.abs(((await of())?.gain ?? 0) - 10 ** (-6 / 20)) < 1e-3);
    await on.device.turn(label(1, 3), -120);
    await desk.until(place, ({ levelDb }) => levelDb === -12);
    await until(async () => Math.abs(((await of())?.gain ?? 0) - 10 ** (-12 / 20)) < 1e-3);
    const { routes } = (await desk.get('/directPath')).body;
    expect(routes).toMatchObject([{ sourceId: `${card}:in-3`, levelDb: -12 }]);
  });
};

describe.skipIf(lacks !== '')(`a box of a card and an RME device ${lacks}`, { timeout: 120_000 }, tests);
