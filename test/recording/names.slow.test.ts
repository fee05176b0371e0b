// File names of tracks: long ones fit in every part, and a file that can't be made costs its own track only.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
import { openInSox, stretchesOf } from './judged-take.ts';
import { exact, RecordingRig, tracks } from './recording-rig.ts';

const rate = 48_000;

describe.skipIf(!isBuilt())('the names of files', { timeout: 120_000 }, () => {
  let rig: RecordingRig;
  afterEach(() => rig.remove());

  async function hearing(count: number) {
    rig = new RecordingRig();
    const producer = rig.producer();
    await producer.ring(rate, tracks(count));
    await producer.run();
    const recorder = rig.recorder();
    await recorder.apply(exact);
    await recorder.until(({ state }) => state === 'ready');
    return { producer, recorder };
  }

  test('strips with the longest names are recorded over a split, a mixer and a recorder that are killed', async () => {
    const { producer, recorder } = await hearing(2);
    await recorder.start('long', { '/channel/input/1': '録'.repeat(41), '/channel/input/2': 'é'.repeat(64) });
    await recorder.until(({ elapsedS }) => elapsedS > 1);
    await recorder.call('split');
    await recorder.until(({ elapsedS }) => elapsedS > 2);
    await producer.kill();
    const next = rig.producer();
    await next.ring(rate, tracks(2));
    await next.run();
    await recorder.until(({ elapsedS }) => elapsedS > 4);
    expect(await recorder.observe()).toMatchObject({ state: 'recording', fault: '' });
    await recorder.kill();
    const other = rig.recorder();
    await other.apply(exact);
    await other.until(({ state, elapsedS }) => state === 'recording' && elapsedS > 0);
    await other.call('stop');
    await other.until(({ state }) => state === 'ready');
    const take = rig.document('long');
    expect(take).toMatchObject({ state: 'closed', fault: '', parts: [{}, {}, {}, {}] });
    openInSox(rig.take('long'), take);
    for (const { files } of take.tracks)
      for (const file of files) expect(file).toMatch(/^0[12]-(録{36}|é{54})(\.\d)?\.wav$/);
  });

  test('a track whose file can not be made misses a part, is named, and comes back with the next part', async () => {
    const { recorder } = await hearing(3);
    await recorder.start('taken', { '/channel/input/2': 'Snare' });
    mkdirSync(join(rig.take('taken'), '02-Snare.2.wav'));
    await recorder.until(({ elapsedS }) => elapsedS > 1);
    await recorder.call('split');
    const { fault } = await recorder.until((now) => now.fault !== '');
    expect(fault).toMatch(/^track 2 \(Snare\) is not recorded in part 2: .*02-Snare\.2\.wav: exists already$/);
    await recorder.until(({ elapsedS }) => elapsedS > 2);
    await recorder.call('split');
    await recorder.until(({ elapsedS }) => elapsedS > 3);
    await recorder.kill();
    const next = rig.recorder();
    await next.apply(exact);
    await next.until(({ state, elapsedS }) => state === 'recording' && elapsedS > 0);
    await next.call('stop');
    await next.until(({ state }) => state === 'ready');
    const take = rig.document('taken');
    expect(take).toMatchObject({ state: 'closed', complete: false, parts: [{}, {}, {}, {}] });
    expect(take.tracks[1]?.files).toEqual(['02-Snare.wav', '', '02-Snare.3.wav', '02-Snare.4.wav']);
    const [first, second] = take.tracks;
    if (!first || !second) throw new Error('there are no tracks');
    for (const part of [0, 2, 3]) expect(stretchesOf(rig.take('taken'), take, part).length).toBe(1);
    const [stretch, ...others] = stretchesOf(rig.take('taken'), { ...take, tracks: [first] }, 1);
    expect([stretch?.frames, others]).toEqual([take.parts[1]?.frames, []]);
  });
});
