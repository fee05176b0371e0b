// Takes of a signal in which any lost, doubled or moved sample shows, made by the recorder's process.
import { afterEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../../hardware-drivers/recorder/test/built.ts';
import { isNight, roundsOf } from '../harness/depth.ts';
import { hasPeaks, openInSox, stretchesOf } from './judged-take.ts';
import { exact, RecordingRig, tracks } from './recording-rig.ts';

const recordedS = Number(process.env.RECORDED_S ?? (isNight ? 600 : roundsOf({ sample: 10, full: 20, soak: 600 })));

describe.skipIf(!isBuilt())('the recorder', { timeout: 120_000 }, () => {
  let rig: RecordingRig;
  afterEach(() => rig.remove());

  /** A recorder with these settings that hears the producer's signal. */
  async function ready(rate: number, mono: number, stereo = 0, settings: object = {}) {
    rig = new RecordingRig();
    const producer = rig.producer();
    await producer.ring(rate, tracks(mono, stereo));
    const recorder = rig.recorder();
    await recorder.apply({ ...exact, ...settings });
    await producer.run();
    await recorder.until(({ state }) => state === 'ready');
    return { producer, recorder };
  }

  test('a take has pre-roll, parts, markers and programme, and each sample in its place', async () => {
    const { producer, recorder } = await ready(48_000, 3, 1, { preRollS: 1 });
    const { written } = await producer.state();
    while ((await producer.state()).written < written + 72_000) await new Promise((resume) => setTimeout(resume, 50));
    const names = { '/channel/input/1': 'Kick/Drum', '/channel/input/2': '', '/channel/main/1': 'Main' };
    await recorder.start('one', names);
    await recorder.until(({ state, takeId, elapsedS }) => state === 'recording' && takeId === 'one' && elapsedS > 1.5);
    const { atS } = await recorder.call('mark', { label: 'Chorus' });
    await recorder.call('split');
    await recorder.until(({ elapsedS }) => elapsedS > 2.5);
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('one');
    expect(take).toMatchObject({
      ...{ format: 1, takeId: 'one', name: 'Take one', rate: 48_000, state: 'closed', complete: true, fault: '' },
      ...{ dropouts: [], markers: [{ atS, label: 'Chorus' }], bitDepth: 32, preRollS: 1 },
    });
    expect(take.tracks.map(({ files, role, channels }) => [files, role, channels])).toEqual([
      [['01-Kick_Drum.wav', '01-Kick_Drum.2.wav'], 'track', 1],
      [['02.wav', '02.2.wav'], 'track', 1],
      [['03-_channel_input_3.wav', '03-_channel_input_3.2.wav'], 'track', 1],
      [['04-Main.wav', '04-Main.2.wav'], 'programme', 2],
    ]);
    const [first, second] = [0, 1].map((part) => stretchesOf(rig.take('one'), take, part));
    expect(first?.length).toBe(1);
    expect(second?.length).toBe(1);
    expect(second?.[0]?.clock).toBe((first?.[0]?.clock ?? 0) + (first?.[0]?.frames ?? 0));
    expect(take.parts[1]?.gapFrames).toBe(0);
    expect(atS).toBeGreaterThan(1.5);
    expect(first?.[0]?.frames).toBeGreaterThanOrEqual(Math.floor((atS as number) * 48_000));
    openInSox(rig.take('one'), take);
    expect(hasPeaks(rig.take('one'), take)).toBe(true);
    await expect(recorder.start('one')).rejects.toThrow('there is a take one already');
    await expect(recorder.call('stop')).rejects.toThrow('no take is being recorded');
    await recorder.close();
  });

  test.each([
    [64, 48_000],
    [32, 96_000],
  ])(
    `%i tracks at %i Hz are recorded for ${recordedS} s without a dropout`,
    { timeout: 120_000 + recordedS * 3000 },
    async (count, rate) => {
      const { recorder } = await ready(rate, count);
      await recorder.start('wide');
      await recorder.until(({ elapsedS }) => elapsedS > recordedS, recordedS + 40);
      await recorder.call('stop');
      await recorder.until(({ state }) => state === 'ready');
      const take = rig.document('wide');
      expect(take).toMatchObject({ state: 'closed', complete: true, dropouts: [] });
      const [stretch, ...others] = stretchesOf(rig.take('wide'), take, 0);
      expect(others).toEqual([]);
      expect(stretch?.frames).toBeGreaterThanOrEqual(recordedS * rate);
      openInSox(rig.take('wide'), take);
    },
  );

  test('lost blocks and a lost clock are silence of the right length, told with their reasons', async () => {
    const { producer, recorder } = await ready(48_000, 2);
    await recorder.start('holes');
    await producer.pause();
    await producer.lose(960);
    await producer.write(4800);
    await producer.silence(4800);
    await producer.write(4800);
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('holes');
    const [before, lost, between, silent, after] = stretchesOf(rig.take('holes'), take, 0);
    expect([lost?.frames, between?.frames, silent?.frames, after?.frames]).toEqual([960, 4800, 4800, 4800]);
    expect([lost?.clock, silent?.clock]).toEqual([undefined, undefined]);
    const start = before?.clock ?? 0;
    for (const { at, clock } of [between, after].filter((stretch) => stretch !== undefined))
      expect(clock).toBe(start + at);
    expect(take.dropouts).toEqual([
      { atS: (lost?.at ?? 0) / 48_000, lengthMs: 20, reason: expect.stringContaining('xrun') },
      { atS: (silent?.at ?? 0) / 48_000, lengthMs: 100, reason: expect.stringContaining('clock') },
    ]);
    expect(take.dropoutCount).toBe(2);
  });

  test('the mixer is killed and comes back: the take goes on as a new part, in its place', async () => {
    const { producer, recorder } = await ready(48_000, 2);
    await recorder.start('crash');
    await recorder.until(({ elapsedS }) => elapsedS > 1);
    const { clock } = await producer.state();
    await producer.kill();
    const next = rig.producer();
    await next.ring(48_000, tracks(2));
    await next.skip(clock + 480_000);
    await next.run();
    const { elapsedS } = await recorder.observe();
    await recorder.until((now) => now.elapsedS > elapsedS + 1);
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('crash');
    expect(take).toMatchObject({ complete: true, fault: '', parts: [{ number: 1 }, { number: 2 }] });
    const [first, second] = [0, 1].map((part) => stretchesOf(rig.take('crash'), take, part));
    expect([first?.length, second?.length]).toEqual([1, 1]);
    expect((first?.[0]?.clock ?? 0) + (first?.[0]?.frames ?? 0)).toBeGreaterThanOrEqual(clock);
    expect(second?.[0]?.clock).toBe(clock + 480_000);
    expect(take.parts[1]?.gapFrames).toBeGreaterThan(0);
  });

  test('a mixer that is away for a while does not end the take, nor change what it needs of the disk', async () => {
    const { producer, recorder } = await ready(48_000, 2);
    await recorder.start('away');
    const before = await recorder.until(({ elapsedS }) => elapsedS > 0.5);
    const expected = { state: 'recording', fault: '' };
    const { clock } = await producer.end();
    // The recorder looks at the disk five times a second.
    for (let looks = 0; looks < 10; looks++) {
      await new Promise((resume) => setTimeout(resume, 100));
      const { state, fault, bytesPerSecond } = await recorder.observe();
      expect({ state, fault, bytesPerSecond }).toEqual({ ...expected, bytesPerSecond: before.bytesPerSecond });
    }
    await producer.ring(48_000, tracks(2));
    await producer.run();
    const { elapsedS } = await recorder.observe();
    await recorder.until((now) => now.elapsedS > elapsedS + 0.5);
    await recorder.call('stop');
    await recorder.until(({ state }) => state === 'ready');
    const take = rig.document('away');
    expect(take).toMatchObject({ state: 'closed', complete: true, fault: '', parts: [{ number: 1 }, { number: 2 }] });
    const [first, second] = [0, 1].map((part) => stretchesOf(rig.take('away'), take, part)[0]);
    expect((first?.clock ?? 0) + (first?.frames ?? 0)).toBe(clock);
    expect(second?.clock).toBe(clock);
  });

  test('the sound comes back with other tracks: the take is closed with the reason', async () => {
    const { producer, recorder } = await ready(48_000, 2);
    await recorder.start('other');
    await recorder.until(({ elapsedS }) => elapsedS > 0.5);
    await producer.ring(48_000, tracks(3));
    await producer.run();
    await recorder.until(
      ({ state, fault }) => state === 'ready' && fault.includes('with other tracks: the take has ended'),
    );
    expect(rig.document('other')).toMatchObject({ state: 'closed', complete: true });
    await recorder.start('next');
    await recorder.until(({ fault, elapsedS }) => fault === '' && elapsedS > 0.5);
    await recorder.close();
    expect(rig.document('next')).toMatchObject({ state: 'closed', complete: true, tracks: [{}, {}, {}] });
  });

  test('without a ring there is nothing to record, and wrong values are refused in words', async () => {
    rig = new RecordingRig();
    const recorder = rig.recorder();
    expect((await recorder.observe()).state).toBe('off');
    await recorder.until(() => true);
    await expect(recorder.start('none')).rejects.toThrow(/nothing to record|being mended/);
    await expect(recorder.start('../none')).rejects.toThrow('takeId must be a file name');
    await expect(recorder.apply({ preRollS: 61 })).rejects.toThrow('preRollS must be 0 to 60');
    await expect(recorder.apply({ fileFormat: 'mp3' })).rejects.toThrow('fileFormat must be one of wav, flac');
    for (const method of ['stop', 'split', 'mark']) {
      await expect(recorder.call(method)).rejects.toThrow('no take is being recorded');
    }
  });
});
