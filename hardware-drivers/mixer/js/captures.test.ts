// Captures as the audio process asks for them. What the file holds is tested in test/capture.cc.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { readWav } from '../../../test/harness/wav.ts';
import { DeskMixer } from './mixer.ts';

describe.skipIf(!isTested)('a capture', () => {
  let folder = '';
  let mixer: DeskMixer;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-capture-'));
    mixer = new DeskMixer({ input: 2, mix: 1, main: 1, cue: 1 }, { ...mixerContext, processors: [] }, {});
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', 'a:in-3', 'a:in-4'], outputs: ['a:out-1', 'a:out-2'] });
    mixer.apply(1, [{ path: '/channel/input/1', field: 'sourceId', value: 'a:in-1' }]);
    mixer.open(true, 0, 'startup');
    pump(mixer, 48_000, 64);
  });
  afterEach(() => {
    mixer.close();
    rmSync(folder, { recursive: true });
  });

  const tracks = [
    { path: '/channel/main/1', tapPoint: 'Top-Of-Ch' },
    { path: '/channel/input/1', tapPoint: 'Top-Of-Ch' },
  ];
  const order = () => ({ file: join(folder, 'capture.wav'), frames: 4800, tracks });
  const sweep = { kind: 'sweep', targets: ['/channel/main/1'], levelDb: -12, soundS: 0.05 };

  /** Plays until the capture is over; the test's own time limit ends it. */
  const playOut = async (number: unknown) => {
    for (;;) {
      pump(mixer, 0, 512);
      await new Promise((resolve) => setTimeout(resolve, 2));
      const report = mixer.call('capture', { number });
      if (report.state !== 'running') return report;
    }
  };

  test('writes its tracks beside the stimulus, and says what it found', async () => {
    const { number } = mixer.call('startCapture', { ...order(), stimulus: sweep });
    const report = await playOut(number);
    expect(report).toMatchObject({ state: 'done', frames: 4800, total: 4800, reason: '' });
    const [main, input] = report.tracks as { readonly peak: number; readonly legs: number }[];
    expect([main?.legs, input?.legs]).toEqual([2, 1]);
    expect(20 * Math.log10(main?.peak ?? 0)).toBeCloseTo(-12, 1);
    expect(20 * Math.log10(input?.peak ?? 0)).toBeCloseTo(-20, 1);
    const wav = readFileSync(join(folder, 'capture.wav'));
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.length).toBeGreaterThan(4800 * 3 * 4);
  });

  test('plays its stimulus on one leg of a bus where that is asked for', async () => {
    const { number } = mixer.call('startCapture', { ...order(), stimulus: { ...sweep, leg: 'right' } });
    expect((await playOut(number)).state).toBe('done');
    const [left, right] = readWav(join(folder, 'capture.wav')).channels.map((samples) => Math.max(...samples));
    expect(left).toBe(0);
    expect(20 * Math.log10(right ?? 0)).toBeCloseTo(-12, 1);
  });

  test('that is ended fails, and is the last one known', async () => {
    const { number } = mixer.call('startCapture', { ...order(), frames: 480_000, stimulus: sweep });
    expect(mixer.call('endCapture', { number })).toEqual({});
    expect(await playOut(number)).toMatchObject({ state: 'failed', reason: 'it was ended' });
    expect(() => mixer.call('capture', { number: Number(number) + 1 })).toThrow('there is no capture 2');
  });

  test('is refused by the name of what is not valid', () => {
    const refused = (change: object) => () => mixer.call('startCapture', { ...order(), ...change });
    expect(refused({ file: 'capture.wav' })).toThrow('file must be an absolute path');
    expect(refused({ seconds: 2 })).toThrow('give frames or seconds');
    expect(refused({ frames: undefined, seconds: 61 })).toThrow('seconds must be over 0 and at most 60');
    expect(refused({ tracks: [] })).toThrow('tracks must be a list of 1 to 8, each {path, tapPoint}');
    expect(refused({ tracks: [{ path: '/channel/input/9' }] })).toThrow(
      'tracks 0: the mixer has no strip /channel/input/9',
    );
    expect(refused({ tracks: [{ path: '/channel/input/1', tapPoint: 'Post' }] })).toThrow(
      'tracks 0: tapPoint must be one of',
    );
    expect(refused({ stimulus: { ...sweep, targets: ['/channel/input/1'] } })).toThrow('/channel/input/1 is no bus');
    expect(refused({ stimulus: { ...sweep, kind: 'tone' } })).toThrow('stimulus kind must be sweep or pink');
    expect(refused({ stimulus: { ...sweep, leg: 'mono' } })).toThrow('stimulus leg must be both, left or right');
    expect(refused({ stimulus: { ...sweep, levelDb: 3 } })).toThrow('stimulus levelDb must be from -100 to 0');
    expect(refused({ stimulus: { ...sweep, repeats: 1.5 } })).toThrow('stimulus repeats must be a whole number');
    expect(() => mixer.call('capture', { number: 1 })).toThrow('there is no capture 1');
  });
});
