// What happens to cards on a stage: xruns, a pulled plug, another program, a control process that dies.
import { afterEach, describe, expect, test } from 'vitest';
import { isNight } from '../harness/depth.ts';
import { settled, write } from '../harness/desk.ts';
import { outliving } from '../harness/service.ts';
import { box, heardDb, lacks, OnCard, type OnCardOptions, until } from './on-card.ts';

const replugs = isNight ? 50 : 5;

let on: OnCard;
afterEach(() => on.end());

async function start(options: OnCardOptions = {}) {
  on = new OnCard(options);
  const desk = await on.start();
  await on.patch();
  return desk;
}

const isOpen = () => on.desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
/** Of the card and of the sound, by id. */
const warnings = async () =>
  ((await on.desk.get('/warnings')).body.warnings as { id: string }[])
    .map(({ id }) => id)
    .filter((id) => id.includes(box) || id.startsWith('audio'));

async function isHeard(): Promise<void> {
  await on.desk.until('/clock', ({ quantum }) => quantum === 64);
  await isOpen();
  await on.plays(0.8);
  expect(on.levelDb()).toBeCloseTo(heardDb, 1);
}

const tests = () => {
  test('each xrun of the card is counted once, and the sound goes on', async () => {
    const desk = await start({ driver: { periodFrames: 512 } });
    await on.plays(0.3);
    const xruns = async () => (await desk.get('/telemetry/rt')).body.xruns as number;
    for (let n = 1; n <= 5; n++) {
      const before = { card: on.card.figures().playback.xruns, desk: await xruns() };
      on.card.xrun();
      await until(async () => (await xruns()) > before.desk);
      await on.plays(0.3);
      // The card's own count has what a busy machine adds.
      expect((await xruns()) - before.desk).toBe(on.card.figures().playback.xruns - before.card);
    }
    await on.plays(0.6);
    expect(on.levelDb()).toBeCloseTo(heardDb, 1);
    expect(await warnings()).toEqual([]);
  });

  test(`a card that is unplugged and back ${replugs} times is in the rows, and sounds again by itself`, async () => {
    const desk = await start();
    const { processId } = (await desk.get('/telemetry/rt')).body;
    for (let n = 1; n <= replugs; n++) {
      on.card.unplug();
      await until(() => on.card.figures().playback.state !== 'running');
      if (n % 2 === 0) {
        await desk.until('/warnings', (row) => row.warnings.some(({ id }: { id: string }) => id === `device-${box}`));
        await desk.until('/hardware', ({ devices }) => !devices.some(({ present }: { present: boolean }) => present));
      }
      on.card.plugIn();
      await until(() => on.card.figures().playback.state === 'running');
      await desk.until('/warnings', (row) => !row.warnings.some(({ id }: { id: string }) => id.includes(box)));
      if (n % 10 === 0) await isHeard();
    }
    await isHeard();
    expect((await desk.get('/telemetry/rt')).body.processId).toBe(processId);
  }, 900_000);

  test('a card that another program has is refused with the way out, and taken once it is free', async () => {
    on = new OnCard();
    on.card.hold();
    const desk = await on.start(({ engine }) => engine === 'degraded');
    const { devices } = await desk.until('/hardware', (row) => row.devices[0].reason.includes('in use'));
    expect(devices[0].reason).toContain('card, a faked sound card is in use by another program.');
    expect(devices[0].reason).toContain(`take ${box} out of "devices"`);
    expect(on.card.figures().playback.starts).toBe(0);
    on.card.letGo();
    await desk.until('/console', ({ engine }) => engine === 'running');
    await on.patch();
    await isHeard();
    expect(await warnings()).toEqual([]);
  });

  test('a control process that is killed is not heard, nor is the next one', async () => {
    const desk = await start({ driver: { periodFrames: 512 }, playedFrames: 1 << 20, desk: outliving });
    await isOpen();
    await on.plays(0.5);
    const begin = on.card.figures().playback;
    await desk.kill();
    const again = await on.start(undefined, desk.state);
    await write(again, '/channel/input/2', { name: 'Vocals' });
    await settled(again);
    await on.plays(0.5);
    const end = on.card.figures().playback;
    expect([end.starts, end.missedFrames]).toEqual([begin.starts, begin.missedFrames]);
    const heard = (on.card.played().outputs[0] as Float64Array).slice(begin.frames - end.frames);
    expect(breaks(heard)).toEqual([]);
    expect(on.levelDb()).toBeCloseTo(heardDb, 1);
  });
};

/**
 * The frames at which a tone of 1 kHz at 48 kHz breaks off, jumps or changes its level. A sampled sine obeys
 * x[n+1] = 2 cos(w) x[n] - x[n-1], whatever its level and phase.
 */
function breaks(samples: Float64Array): readonly number[] {
  const factor = 2 * Math.cos((2 * Math.PI) / 48);
  const at = (n: number) => samples[n] as number;
  return Array.from(samples.keys()).filter(
    (n) => n > 0 && n < samples.length - 1 && Math.abs(at(n + 1) - factor * at(n) + at(n - 1)) > 1e-5,
  );
}

describe.skipIf(lacks !== '')(`a sound card on a stage ${lacks}`, { timeout: 180_000 }, tests);
