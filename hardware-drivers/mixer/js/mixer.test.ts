// What index.ts makes of the native mixer. Sound is judged by test/*.cc; here it only has to be shown that paths and
// fields reach it and that its truth comes back.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isTested, mixerContext, pump, readMeters } from '../../../test/harness/native-mixer.ts';
import driver from './index.ts';
import { DeskMixer } from './mixer.ts';
import { loadNative } from './native.ts';

describe.skipIf(!isTested)('the driver', () => {
  const layout = { input: 4, aux: 2, mix: 1, cue: 1, main: 2, dca: 1 };
  const inputs = ['a:in-1', 'a:in-2', 'b:0582:01a6:in-1', 'b:0582:01a6:in-2'];
  const opened: DeskMixer[] = [];
  const open = (instructionSet = '') => {
    const mixer = new DeskMixer(layout, mixerContext, { instructionSet });
    opened.push(mixer);
    mixer.connect({ inputs, outputs: ['a:out-1', 'a:out-2'] });
    mixer.open(true, 0, 'startup');
    return mixer;
  };
  afterEach(() => {
    vi.useRealTimers();
    for (const mixer of opened.splice(0)) mixer.close();
  });

  const peakDb = (samples: Float32Array | undefined) =>
    20 * Math.log10((samples ?? new Float32Array()).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
  const observed = (mixer: DeskMixer, path: string, field: string) =>
    mixer.observe().values.find((value) => value.path === path && value.field === field)?.value;
  const playInput1 = (sourceId: string) => [
    { path: '/channel/input/1', field: 'sourceId', value: sourceId },
    { path: '/channel/input/1', field: 'levelDb', value: 0 },
    { path: '/channel/main/1', field: 'levelDb', value: 0 },
  ];

  test('opens as a mixer, with the strips of the layout in the order of the meters', () => {
    const mixer = driver.open(layout, mixerContext) as DeskMixer;
    opened.push(mixer);
    expect(driver.kind).toBe('mixer');
    expect(mixer.meterPaths.slice(0, 6)).toEqual([
      '/channel/input/1',
      '/channel/input/2',
      '/channel/input/3',
      '/channel/input/4',
      '/channel/aux/1',
      '/channel/aux/2',
    ]);
    expect(mixer.meterPaths).toHaveLength(10);
    expect(mixer.meterLegs.slice(3, 6)).toEqual([1, 2, 2]);
    expect(mixer.meterColumns.slice(0, 4)).toEqual([
      { name: 'prePeak', legs: 2, fold: 'max' },
      { name: 'postPeak', legs: 2, fold: 'max' },
      { name: 'rms', legs: 2, fold: 'last' },
      { name: 'topPeak', legs: 2, fold: 'max' },
    ]);
  });

  test('a source wanted by path is heard in the main at the level of the laws, in every instruction set', () => {
    for (const instructionSet of loadNative().instructionSets) {
      const mixer = open(instructionSet);
      expect(mixer.apply(1, playInput1('a:in-1'))).toEqual([]);
      const [left, right] = pump(mixer, 48000, 4800);
      expect(peakDb(left)).toBeCloseTo(-20 + 20 * Math.log10(Math.SQRT1_2), 2);
      expect(peakDb(right)).toBeCloseTo(-20 + 20 * Math.log10(Math.SQRT1_2), 2);
    }
  });

  test('what is observed is what the audio thread has, with its revision', () => {
    const mixer = open();
    pump(mixer, 48000, 64);
    const before = mixer.observe().revision;
    mixer.apply(7, [
      { path: '/channel/input/2', field: 'levelDb', value: -12.3 },
      { path: '/channel/input/2', field: 'muted', value: true },
      { path: '/safety/panic', field: 'scope', value: 'mains' },
    ]);
    expect(mixer.observe().revision).toBe(before);
    expect(observed(mixer, '/channel/input/2', 'levelDb')).toBe(-144);
    pump(mixer, 0, 64);
    expect(mixer.observe().revision).toBe(7);
    expect(observed(mixer, '/channel/input/2', 'levelDb')).toBe(-12.3);
    expect(observed(mixer, '/channel/input/2', 'muted')).toBe(true);
    expect(observed(mixer, '/channel/input/2', 'mutedBy')).toEqual(['mute']);
    expect(observed(mixer, '/channel/main/1', 'mutedBy')).toEqual(['panic']);
    expect(observed(mixer, '/safety/panic', 'scope')).toBe('mains');
  });

  test('closed outputs are said of every strip that feeds one', () => {
    const mixer = open();
    mixer.apply(1, playInput1('a:in-1'));
    expect(peakDb(pump(mixer, 48000, 4800)[0])).toBeGreaterThan(-30);
    for (const reason of ['startup', 'clock'] as const) {
      mixer.open(false, 0, reason);
      pump(mixer, 0, 64);
      expect(peakDb(pump(mixer, 0, 64)[0])).toBe(-Infinity);
      expect(observed(mixer, '/channel/main/1', 'mutedBy')).toEqual([reason]);
      expect(observed(mixer, '/channel/input/1', 'mutedBy')).toEqual([]);
      expect(mixer.state().isOpen).toBe(false);
      mixer.open(true, 0, reason);
    }
  });

  test('a source that is not there is silent, stays wanted, and is heard when its device comes', () => {
    const mixer = open();
    mixer.apply(1, playInput1('c:in-1'));
    expect(peakDb(pump(mixer, 48000, 4800)[0])).toBe(-Infinity);
    expect(observed(mixer, '/channel/input/1', 'sourceId')).toBe('c:in-1');
    mixer.connect({ inputs: ['c:in-1', ...inputs.slice(1)], outputs: [] });
    expect(peakDb(pump(mixer, 0, 4800)[0])).toBeCloseTo(-23.01, 2);
  });

  test('the right leg takes the next port of the same device only', () => {
    const mixer = open();
    const aux = (sourceId: string) => [
      { path: '/channel/aux/1', field: 'sourceId', value: sourceId },
      { path: '/channel/aux/1', field: 'levelDb', value: 0 },
      { path: '/channel/main/1', field: 'levelDb', value: 0 },
    ];
    mixer.apply(1, aux('a:in-2')); // silent itself; its neighbour in-1 of b is not of the same device
    const [left, right] = pump(mixer, 48000, 4800);
    expect(peakDb(left)).toBe(-Infinity);
    expect(peakDb(right)).toBe(-Infinity);
    mixer.apply(2, aux('b:0582:01a6:in-1'));
    expect(peakDb(pump(mixer, 48000, 4800)[0])).toBeCloseTo(-20, 2);
  });

  test('what cannot be applied is refused in words, and the rest of the block is applied', () => {
    const mixer = open();
    const refused = mixer.apply(1, [
      { path: '/channel/input/99', field: 'levelDb', value: 0 },
      { path: '/channel/main/1', field: 'sourceId', value: 'a:in-1' },
      { path: '/channel/input/1', field: 'levelDb', value: 10.1 },
      { path: '/channel/input/1', field: 'levelDb', value: Number.NaN },
      { path: '/channel/input/1', field: 'muted', value: 1 },
      { path: '/safety/panic', field: 'scope', value: 'some' },
      { path: '/channel/input/1', field: 'levelDb', value: -5 },
    ]);
    expect(refused.map(({ state, reason }) => `${state}: ${reason}`)).toEqual([
      'refused: this mixer has no /channel/input/99',
      'refused: /channel/main/1 has no sourceId in this mixer',
      'refused: levelDb must be from -144 to 10',
      'refused: levelDb must be a number',
      'refused: muted must be true or false',
      'refused: scope must be null, mains or all',
    ]);
    pump(mixer, 48000, 64);
    expect(observed(mixer, '/channel/input/1', 'levelDb')).toBe(-5);
    expect(mixer.observe().revision).toBe(1);
  });

  test('a block that finds the ring full is sent later', () => {
    vi.useFakeTimers();
    const mixer = open();
    pump(mixer, 48000, 64);
    for (let revision = 1; revision <= 100; revision++) {
      mixer.apply(revision, [{ path: '/channel/input/1', field: 'levelDb', value: -revision / 10 }]);
    }
    pump(mixer, 0, 64);
    expect(mixer.observe().revision).toBeLessThan(100);
    vi.advanceTimersByTime(5);
    pump(mixer, 0, 64);
    expect(mixer.observe().revision).toBe(100);
    expect(observed(mixer, '/channel/input/1', 'levelDb')).toBe(-10);
  });

  test('clips are counted until they are reset', () => {
    const mixer = open();
    mixer.apply(1, [...playInput1('a:in-1'), { path: '/channel/input/1', field: 'levelDb', value: 10 }]);
    mixer.apply(2, [
      { path: '/channel/input/1', field: 'trimDb', value: 18 },
      { path: '/channel/main/1', field: 'levelDb', value: 10 },
    ]);
    pump(mixer, 48000, 4800);
    const main = '/channel/main/1';
    expect(readMeters(mixer).clips('/channel/input/1')).toBe(0); // at Top-Of-Ch it was -20
    expect(readMeters(mixer).clips(main)).toBeGreaterThan(0);
    mixer.call('resetClips', { path: main });
    expect(readMeters(mixer).clips(main)).toBe(0);
    expect(() => mixer.call('resetClips', { path: '/channel/main/9' })).toThrow(
      'the mixer has no strip /channel/main/9',
    );
    expect(() => mixer.call('explode', {})).toThrow("the mixer can't explode");
  });

  test('an impossible layout or instruction set is refused in words', () => {
    expect(() => new DeskMixer({ input: 300 }, mixerContext, {})).toThrow(/too many strips/);
    expect(() => new DeskMixer({ input: 200, mix: 100 }, mixerContext, {})).toThrow(/at most 256 strips, not 300/);
    expect(() => new DeskMixer({ guitar: 1 }, mixerContext, {})).toThrow(/no strips of kind guitar/);
    expect(() => new DeskMixer({ input: 1.5 }, mixerContext, {})).toThrow(/1.5 strips/);
    expect(() => new DeskMixer(layout, mixerContext, { instructionSet: 'mmx' })).toThrow(/no instruction set mmx/);
  });

  test('a closed mixer says so, and its processor may still be called by a driver that is late', () => {
    const mixer = open();
    const { processor } = mixer;
    mixer.close();
    expect(() => mixer.apply(1, [])).toThrow('the mixer is closed');
    expect(peakDb(pump({ processor } as DeskMixer, 48000, 64)[0])).toBe(-Infinity);
  });
});
