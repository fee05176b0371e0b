// The patch as index.ts takes it: lists and their echo, edges that come back with their device, outputs held silent,
// and how loud inputs are. How it sounds is judged by test/mixer/patch.slow.test.ts.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

describe.skipIf(!isTested)('the patch', () => {
  const rate = 48_000;
  const inputs = ['a:in-1', 'a:in-2', 'a:in-3', 'a:in-4'];
  const outputs = ['a:out-1', 'a:out-2'];
  const main = { kind: 'main', index: 1 };
  const playing = [
    { path: '/channel/input/1', field: 'sourceId', value: 'a:in-1' },
    { path: '/channel/input/1', field: 'pan', value: -100 },
    { path: '/channel/input/1', field: 'levelDb', value: 0 },
    { path: '/channel/main/1', field: 'levelDb', value: 0 },
  ];
  let mixer: DeskMixer;
  beforeEach(() => {
    vi.useFakeTimers();
    mixer = new DeskMixer({ input: 4, aux: 1, mix: 1, main: 1 }, mixerContext, {});
    mixer.connect({ inputs, outputs });
    mixer.open(true, 0, 'startup');
    mixer.apply(1, playing);
  });
  afterEach(() => {
    mixer.close();
    vi.useRealTimers();
  });

  const play = (hz = 0, frames = 4800) => pump(mixer, hz, frames);
  /** dB of each output over the last half. */
  const levels = (heard: readonly Float32Array[]) =>
    heard.map((leg) => {
      const peak = leg.subarray(leg.length / 2).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      return peak === 0 ? -144 : Math.round(20 * Math.log10(peak));
    });
  const observed = (path: string, field: string) =>
    mixer.observe().values.find((value) => value.path === path && value.field === field)?.value;
  const patch = (revision: number, ...value: object[]) =>
    mixer.apply(revision, [{ path: '/patch/outputs', field: 'outputs', value }]);

  test('begins with the main on the first outputs, and echoes what it has', () => {
    const start = (['left', 'right'] as const).map((leg, place) => {
      return { strip: main, leg, portId: `driving:out-${place + 1}`, levelDb: 0 };
    });
    expect(observed('/patch/outputs', 'outputs')).toEqual(start);
    expect(levels(play(rate))).toEqual([-20, -144]);
    const list = [{ strip: main, leg: 'left', portId: 'a:out-2', levelDb: -6 }];
    expect(patch(2, ...list)).toEqual([]);
    expect(levels(play())).toEqual([-144, -26]);
    expect(mixer.observe().revision).toBe(2);
    expect(observed('/patch/outputs', 'outputs')).toEqual(list);
    patch(3);
    expect(levels(play())).toEqual([-144, -144]);
    expect(observed('/patch/outputs', 'outputs')).toEqual([]);
  });

  test('edges come back with their device: in and out, in whatever place its ports are then', () => {
    patch(2, { strip: main, leg: 'left', portId: 'a:out-2', levelDb: 0 });
    expect(levels(play(rate))).toEqual([-144, -20]);
    mixer.connect({ inputs: ['b:in-1', 'b:in-2', '', ''], outputs: ['b:out-1', 'b:out-2'] });
    expect(levels(play())).toEqual([-144, -144]);
    expect(observed('/channel/input/1', 'sourceId')).toBe('a:in-1');
    mixer.connect({ inputs: ['b:in-1', '', 'a:in-1', ''], outputs: ['a:out-2', 'b:out-1'] });
    expect(levels(play())).toEqual([-20, -144]);
  });

  test.each([
    ['no list', 'main', 'must be a list'],
    ['an unknown strip', [{ strip: { kind: 'main', index: 9 }, leg: 'left', portId: 'a:out-1' }], 'strip must be'],
    ['an unknown leg', [{ strip: main, leg: 'middle', portId: 'a:out-1' }], 'leg must be one of'],
    ['no port', [{ strip: main, leg: 'left', portId: '' }], 'portId must be'],
    ['a level out of range', [{ strip: main, leg: 'left', portId: 'a:out-1', levelDb: 11 }], 'levelDb must be'],
    ['nothing', [null], 'strip must be'],
    ['too many', Array(129).fill({ strip: main, leg: 'left', portId: 'a:out-1' }), 'at most 128'],
  ])('refuses %s in words, and plays on as it was', (_what, value, words) => {
    const refused = mixer.apply(2, [{ path: '/patch/outputs', field: 'outputs', value }]);
    expect(refused).toMatchObject([{ state: 'refused', reason: expect.stringContaining(words) }]);
    expect(levels(play(rate))).toEqual([-20, -144]);
  });

  test('held outputs are silent, their strips say so, and they open again by themselves', () => {
    play(rate);
    mixer.call('holdOutputs', { ports: ['driving:out-1', 'driving:out-2'], forMs: 3000 });
    expect(levels(play())).toEqual([-144, -144]);
    expect(observed('/channel/main/1', 'mutedBy')).toEqual(['patch']);
    expect(observed('/channel/input/1', 'mutedBy')).toEqual([]);
    vi.advanceTimersByTime(3000);
    expect(levels(play())).toEqual([-20, -144]);
    expect(observed('/channel/main/1', 'mutedBy')).toEqual([]);
    mixer.call('holdOutputs', { ports: ['a:out-1'], forMs: 3000 });
    expect(levels(play())).toEqual([-144, -144]);
    mixer.call('holdOutputs', { ports: [], forMs: 0 });
    expect(levels(play())).toEqual([-20, -144]);
    expect(() => mixer.call('holdOutputs', { ports: 'a:out-1', forMs: 1 })).toThrow('a list of the ids of ports');
    expect(() => mixer.call('holdOutputs', { ports: [], forMs: 1e9 })).toThrow('forMs must be');
  });

  test('a change of the patch while its output is held is heard only afterwards', () => {
    play(rate);
    mixer.call('holdOutputs', { ports: ['a:out-1', 'a:out-2'], forMs: 3000 });
    play();
    patch(2, { strip: main, leg: 'left', portId: 'a:out-2', levelDb: 0 });
    expect(levels(play())).toEqual([-144, -144]);
    mixer.call('holdOutputs', { ports: [], forMs: 0 });
    expect(levels(play())).toEqual([-144, -20]);
  });

  test('the level of an input is its maximum since the last read, patched to a strip or not', () => {
    const asked = (args: object = {}) => {
      const { levels } = mixer.call('inputLevels', { ...args }) as { levels: { portId: string; levelDb: number }[] };
      return levels.map(({ portId, levelDb }) => `${portId} ${Math.round(levelDb)}`);
    };
    const silent = inputs.map((port) => `${port} -144`);
    play(rate);
    expect(asked(), 'nobody had asked').toEqual(silent);
    play();
    expect(asked()).toEqual(['a:in-1 -20', 'a:in-2 -144', 'a:in-3 -20', 'a:in-4 -144']);
    expect(asked()).toEqual(silent);
    play(0, 6 * rate);
    asked();
    play(0, 6 * rate);
    play();
    expect(asked(), 'the level is kept until somebody asks').toContain('a:in-1 -20');
    asked({ reader: 1 });
    play();
    expect(asked()).toContain('a:in-1 -20');
    expect(asked({ reader: 1 }), 'no reader takes it from another').toContain('a:in-1 -20');
    expect(() => asked({ reader: 4 })).toThrow('reader must be from 0 to 3');
  });
});
