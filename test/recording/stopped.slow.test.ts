// Recorders that get no processor time: the ring of the mixer holds what they do not read.
import { afterEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
import { openInSox, stretchesOf } from './judged-take.ts';
import { exact, RecordingRig, tracks } from './recording-rig.ts';

const rate = 48_000;
const after = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

describe.skipIf(!isBuilt())('a recorder that is stopped', { timeout: 120_000 }, () => {
  let rig: RecordingRig;
  afterEach(() => rig.remove());

  async function hearing(mono: number) {
    rig = new RecordingRig();
    const producer = rig.producer();
    await producer.ring(rate, tracks(mono, 1));
    await producer.run();
    const recorder = rig.recorder();
    await recorder.apply(exact);
    await recorder.until(({ state }) => state === 'ready');
    return { producer, recorder };
  }

  /** Every sample of the producer is there, in one piece. */
  function judge(takeId: string) {
    const take = rig.document(takeId);
    expect(take).toMatchObject({ state: 'closed', complete: true, fault: '', dropouts: [] });
    openInSox(rig.take(takeId), take);
    let next: number | undefined;
    for (const part of take.parts.keys()) {
      const [stretch, ...others] = stretchesOf(rig.take(takeId), take, part);
      expect(others).toEqual([]);
      if (next !== undefined) expect(stretch?.clock).toBe(next & 0xffffff);
      next = (stretch?.clock ?? 0) + (stretch?.frames ?? 0);
    }
    return take;
  }

  test('for 4 and for 13 s loses nothing', async () => {
    const { recorder } = await hearing(8);
    expect(await recorder.observe()).toMatchObject({ reserveS: 20 });
    await recorder.start('stopped');
    for (const seconds of [4, 13]) {
      await recorder.until(({ elapsedS }) => elapsedS > 1);
      process.kill(recorder.pid, 'SIGSTOP');
      await after(seconds * 1000);
      process.kill(recorder.pid, 'SIGCONT');
    }
    await recorder.until(({ elapsedS, bufferFillPercent }) => elapsedS > 19 && bufferFillPercent < 5);
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    expect(judge('stopped').parts.length).toBe(1);
  });

  test('and is killed for it costs nothing either: the next one reads on', async () => {
    const { recorder } = await hearing(8);
    await recorder.start('judged');
    await recorder.until(({ elapsedS }) => elapsedS > 1);
    process.kill(recorder.pid, 'SIGSTOP');
    await after(8000);
    await recorder.kill();
    const next = rig.recorder();
    await next.apply(exact);
    await next.until(({ state, elapsedS }) => state === 'recording' && elapsedS > 10);
    await next.call('stop');
    await next.until(({ state }) => state === 'ready');
    expect(judge('judged').parts.map(({ gapFrames }) => gapFrames)).toEqual([0, 0]);
  });
});
