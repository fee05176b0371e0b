// Half a box: a driver's process that died, a device or a card that is gone. The row says which half, and the sound goes on.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import { outliving } from '../harness/service.ts';
import { box, card, lacks, OnBox } from './on-box.ts';
import { at, input } from './simulator.ts';

let on: OnBox;
beforeEach(() => {
  on = new OnBox({ desk: outliving });
});
afterEach(() => on.end());

const path = `/stagebox/${box}`;

/** The process of the control driver of this desk. */
function driverProcess(): number {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
      if (line.includes(on.desk.state) && line.includes('driver-totalmix')) return Number(id);
    } catch {
      // it ended meanwhile
    }
  }
  throw new Error('The control driver has no process');
}

const tests = () => {
  test('a control process that is killed mutes nothing, and its successor finds all as it was', async () => {
    const desk = await on.start();
    await on.patch();
    await write(desk, '/channel/input/1/preamp', { gainDb: 30 });
    await settled(desk);
    await on.isHeard();
    const starts = on.card.figures().playback.starts;
    await on.device.log();
    const muted: string[] = [];
    process.kill(driverProcess(), 'SIGKILL');
    const whole = desk.until(path, ({ missing, confirmed }) => {
      return missing === '' && confirmed;
    });
    let isBack = false;
    void whole.then(() => {
      isBack = true;
    });
    while (!isBack) {
      const { mutedBy } = (await desk.get('/channel/input/1')).body;
      muted.push(...mutedBy);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(muted).toEqual([]);
    await on.isHeard();
    expect(on.card.figures().playback.starts).toBe(starts);
    expect(await on.device.value(input(1, at.gain))).toBe(300);
  });

  test('a device that does not answer is the missing half, in words; the sound goes on', async () => {
    const desk = await on.start();
    await on.patch();
    await on.isHeard();
    await on.device.behave({ silent: true });
    const row = await desk.until(path, ({ missing }) => missing === 'control');
    expect(row.reason).toMatch(/does not answer/);
    expect(row.present).toBe(true);
    await on.isHeard();
    expect((await desk.get('/vendorA/totalmix')).body).toMatchObject({ present: false, model: 'Fireface UCX II' });
    await on.device.behave({ silent: false });
    await on.isWhole();
    await on.isHeard();
  });

  test('a device that is gone says so, and what was set meanwhile reaches it when it is back', async () => {
    const desk = await on.start();
    await on.patch();
    await on.device.unplug();
    const row = await desk.until(path, ({ missing }) => missing === 'control');
    expect(row.reason).not.toBe('');
    await desk.until('/warnings', ({ warnings }) => JSON.stringify(warnings).includes(box));
    await write(desk, `${path}/inputs/1`, { gainDb: 24 });
    expect((await desk.get(`${path}/inputs/1`)).body).toMatchObject({ gainDb: 24, confirmed: false });
    await on.isHeard();
    await on.device.plugIn('default');
    await desk.until(`${path}/inputs/1`, ({ confirmed }) => confirmed);
    expect(await on.device.value(input(1, at.gain))).toBe(240);
    await on.isWhole();
  });

  test('a card that is gone is the missing half, and its preamps stay', async () => {
    const desk = await on.start();
    await on.patch();
    on.card.unplug();
    const row = await desk.until(path, ({ missing }) => missing === 'audio');
    expect(row).toMatchObject({ present: true, audio: card, control: box });
    expect(row.reason).not.toBe('');
    await write(desk, '/channel/input/1/preamp', { gainDb: 12 });
    await desk.until('/channel/input/1/preamp', ({ confirmed }) => confirmed);
    expect(await on.device.value(input(1, at.gain))).toBe(120);
    on.card.plugIn();
    await on.isWhole();
    await on.isHeard();
  });

  test('a desk that starts without the device has half a box, and sounds', async () => {
    const desk = await on.startDesk();
    const row = await desk.until(path, ({ missing }) => missing === 'control');
    expect(row.reason).not.toBe('');
    await on.patch();
    await on.isHeard();
    await on.startDevice();
    await on.isWhole();
    await on.isHeard();
  });
};

describe.skipIf(lacks !== '')(`half a box ${lacks}`, { timeout: 120_000 }, tests);
