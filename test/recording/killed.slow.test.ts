// Recorders that are killed at random moments: what they wrote opens, and the next one reads on from the mixer's ring, so that
// nothing is missing.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
import { isNight } from '../harness/depth.ts';
import { openInSox, stretchesOf } from './judged-take.ts';
import { exact, RecordingRig, tracks } from './recording-rig.ts';

const rate = 48_000;
const rounds = Number(process.env.KILLS ?? (isNight ? 200 : 8));

describe.skipIf(!isBuilt())('a killed recorder', () => {
  let rig: RecordingRig;
  afterEach(() => rig.remove());

  async function hearing(count: number) {
    rig = new RecordingRig();
    const producer = rig.producer();
    await producer.ring(rate, tracks(count, 1));
    await producer.run();
    const recorder = rig.recorder();
    await recorder.apply(exact);
    await recorder.until(({ state }) => state === 'ready');
    return { producer, recorder };
  }

  /** Sound files as the killed recorder left them. */
  function openAsLeft(folder: string): void {
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.wav'))) {
      const { status, stderr } = spawnSync('sox', [join(folder, name), '-n', 'stat'], { encoding: 'utf8' });
      expect([name, status, stderr]).toEqual([name, 0, expect.stringContaining('Samples read')]);
    }
  }

  test(`${rounds} times: every file opens, and the take goes on from the very sample`, {
    timeout: 60_000 + rounds * 15_000,
  }, async () => {
    const started = await hearing(6);
    const { producer } = started;
    let recorder = started.recorder;
    const moments = fc.sample(fc.integer({ min: 0, max: 1500 }), rounds);
    await recorder.start('killed');
    const folder = rig.take('killed');
    for (const moment of moments) {
      await new Promise((resume) => setTimeout(resume, moment));
      await recorder.kill();
      openAsLeft(folder);
      recorder = rig.recorder();
      await recorder.apply(exact);
      await recorder.until(
        ({ state, takeId, elapsedS }) => state === 'recording' && takeId === 'killed' && elapsedS > 0,
      );
    }
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('killed');
    const { clock } = await producer.state();
    expect(take).toMatchObject({ state: 'closed', complete: true, fault: '', dropouts: [] });
    openInSox(folder, take);
    // The producer's clock, of which samples tell the last 24 bits.
    const origin = stretchesOf(folder, take, 0)[0]?.clock ?? 0;
    let at = 0;
    for (const [n, { frames, gapFrames }] of take.parts.entries()) {
      const [stretch, ...others] = stretchesOf(folder, take, n);
      expect([others, gapFrames], `part ${n + 1}`).toEqual([[], 0]);
      expect(stretch?.clock, `part ${n + 1}`).toBe((origin + at) & 0xffffff);
      at += frames;
    }
    expect(origin + at).toBeGreaterThan(clock - 5 * rate);
  });

  test('after a new start of the computer its take is mended and closed, with what it has', {
    timeout: 60_000,
  }, async () => {
    const { recorder } = await hearing(3);
    await recorder.start('booted');
    await recorder.until(({ elapsedS }) => elapsedS > 2);
    await recorder.kill();
    const file = join(rig.take('booted'), 'take.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), bootId: 'another' }));
    const next = rig.recorder();
    await next.until(() => rig.document('booted').state === 'recovered');
    const take = rig.document('booted');
    expect(take).toMatchObject({ complete: false, parts: [{ number: 1 }] });
    openInSox(rig.take('booted'), take);
    expect(stretchesOf(rig.take('booted'), take, 0).length).toBe(1);
    expect(take.parts[0]?.frames).toBeGreaterThan(rate);
    await next.start('fresh');
    await next.close();
  });

  test.each(['wav', 'flac'])(
    'its take of %s files of 24 bits is whole, too',
    { timeout: 60_000 },
    async (fileFormat) => {
      const { recorder } = await hearing(3);
      await recorder.apply({ fileFormat, bitDepth: 24 });
      await recorder.start('whole');
      await recorder.until(({ elapsedS }) => elapsedS > 2);
      await recorder.kill();
      const next = rig.recorder();
      const { elapsedS } = await next.until(({ state, takeId }) => state === 'recording' && takeId === 'whole');
      await next.until((now) => now.elapsedS > elapsedS + 1);
      await next.call('split');
      await next.until((now) => now.elapsedS > elapsedS + 2);
      await next.call('stop');
      await next.until(({ state }) => state === 'ready');
      const take = rig.document('whole');
      expect(take).toMatchObject({ state: 'closed', fileFormat, bitDepth: 24, parts: [{}, {}, {}] });
      expect(take.tracks[0]?.files[0]).toMatch(new RegExp(`\\.${fileFormat}$`));
      expect(take.parts[0]?.frames).toBeGreaterThan(rate);
      openInSox(rig.take('whole'), take);
    },
  );

  test('its take does not go on with other tracks: it is closed with the reason', { timeout: 60_000 }, async () => {
    const { producer, recorder } = await hearing(3);
    await recorder.start('left');
    await recorder.until(({ elapsedS }) => elapsedS > 1);
    await recorder.kill();
    await producer.ring(rate, tracks(2));
    const next = rig.recorder();
    await next.until(
      ({ state, fault }) => state !== 'recording' && fault.includes('with other tracks: the take has ended'),
    );
    await next.until(() => rig.document('left').state === 'recovered');
    openInSox(rig.take('left'), rig.document('left'));
  });
});
