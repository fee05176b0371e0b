// Routing through index.ts: what is wanted by path is heard, and what closes a strip is said of it by name.
import type { Value } from 'rowdesk/driver';
import { afterEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer, type MixerOptions } from './mixer.ts';

describe.skipIf(!isTested)('routing', () => {
  const layout = { input: 4, aux: 1, mix: 4, matrix: 2, cue: 1, main: 2, dca: 3, muteGroup: 3, mixMinus: 1 };
  const opened: DeskMixer[] = [];
  const open = (options: MixerOptions = {}) => {
    const mixer = new DeskMixer(layout, mixerContext, options);
    opened.push(mixer);
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', 'a:in-3', 'a:in-4'], outputs: ['a:out-1', 'a:out-2'] });
    mixer.open(true, 0, 'startup');
    return mixer;
  };
  afterEach(() => {
    for (const mixer of opened.splice(0)) mixer.close();
  });
  const peakDb = (samples: Float32Array | undefined) =>
    20 * Math.log10((samples ?? new Float32Array()).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
  const observed = (mixer: DeskMixer, path: string, field: string) =>
    mixer.observe().values.find((value) => value.path === path && value.field === field)?.value;
  const set = (path: string, fields: Record<string, unknown>): Value[] =>
    Object.entries(fields).map(([field, value]) => ({ path, field, value }));

  test('all groups that mute a strip are named', () => {
    const mixer = open();
    mixer.apply(1, [
      ...set('/channel/input/1', { muted: true, dcas: [3, 1, 2], muteGroups: [2, 3] }),
      ...set('/channel/dca/1', { muted: true }),
      ...set('/channel/dca/3', { muted: true }),
      ...set('/channel/muteGroup/1', { muted: true }),
      ...set('/channel/muteGroup/3', { muted: true }),
    ]);
    pump(mixer, 48000, 64);
    expect(observed(mixer, '/channel/input/1', 'mutedBy')).toEqual(['mute', 'muteGroup:3', 'dca:1', 'dca:3']);
    expect(observed(mixer, '/channel/input/2', 'mutedBy')).toEqual([]);
    mixer.apply(2, set('/channel/input/1', { muted: false, dcas: [2] }));
    pump(mixer, 0, 64);
    expect(observed(mixer, '/channel/input/1', 'mutedBy')).toEqual(['muteGroup:3']);
  });

  test('an input is heard through a mix, its send and its DCA at the level of the laws', () => {
    const mixer = open();
    mixer.apply(1, [
      ...set('/channel/input/1', { sourceId: 'a:in-1', levelDb: 0, mainAssigned: false, dcas: [2] }),
      ...set('/channel/input/1/sends/mix/2', { levelDb: -4 }),
      ...set('/channel/dca/2', { levelDb: -3 }),
      ...set('/channel/mix/2', { mainAssigned: true, pan: -100 }),
      ...set('/channel/main/1', { levelDb: 0 }),
    ]);
    expect(peakDb(pump(mixer, 48000, 4800)[0])).toBeCloseTo(-27, 2);
    mixer.apply(2, set('/channel/input/1/sends/mix/2', { tapPoint: 'Pre-Fader' }));
    pump(mixer, 0, 4800);
    expect(peakDb(pump(mixer, 0, 4800)[0])).toBeCloseTo(-24, 2);
  });

  test('the cue plays where its outputs are, once they are there', () => {
    const mixer = open();
    mixer.apply(1, [
      ...set('/channel/input/3', { sourceId: 'a:in-3', soloed: true, muted: true }),
      ...set('/channel/cue/1', { levelDb: 0 }),
      ...set('/cue', { outputs: ['b:out-1'] }),
    ]);
    expect(peakDb(pump(mixer, 48000, 4800)[0])).toBe(-Infinity);
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', 'a:in-3', 'a:in-4'], outputs: ['a:out-1', 'b:out-1'] });
    const [other, cue] = pump(mixer, 0, 4800);
    expect(peakDb(other)).toBe(-Infinity);
    expect(peakDb(cue)).toBeCloseTo(-20 - 3.01, 2);
    mixer.apply(2, set('/cue', { outputs: ['driving:out-1'] }));
    pump(mixer, 0, 4800);
    const [driving, named] = pump(mixer, 0, 4800);
    expect([peakDb(driving), peakDb(named)]).toEqual([expect.closeTo(-20 - 3.01, 2), -Infinity]);
  });

  test('a talkback and the oscillator are heard in the buses they name', () => {
    const mixer = open();
    const main = [{ kind: 'main', index: 1 }];
    mixer.apply(1, [
      ...set('/channel/main/1', { levelDb: 0 }),
      ...set('/talkback/1', { sourceId: 'a:in-1', destinations: main, on: true, levelDb: -6 }),
    ]);
    expect(peakDb(pump(mixer, 48000, 4800)[1])).toBeCloseTo(-26, 2);
    mixer.apply(2, [
      ...set('/talkback/1', { on: false }),
      ...set('/console/oscillator', { targets: main, enabled: true, levelDb: -12 }),
    ]);
    pump(mixer, 0, 30000);
    expect(peakDb(pump(mixer, 0, 4800)[0])).toBeCloseTo(-12, 2);
  });

  test('a shorter ramp than the law says is an option, for tests of what that sounds like', () => {
    const afterMute = (options: MixerOptions) => {
      const mixer = open(options);
      mixer.apply(1, [
        ...set('/channel/input/1', { sourceId: 'a:in-1', levelDb: 0 }),
        ...set('/channel/main/1', { levelDb: 0 }),
      ]);
      pump(mixer, 48000, 4800);
      mixer.apply(2, set('/channel/input/1', { muted: true }));
      return peakDb(pump(mixer, 0, 240)[0]?.subarray(120));
    };
    expect(afterMute({ rampMs: 0.1 })).toBe(-Infinity);
    expect(afterMute({})).toBeGreaterThan(-30);
  });

  test('strips with a path that the limit of alignment leaves too long are named, with the excess', () => {
    const mixer = open();
    expect(mixer.state().alignmentExcess).toEqual([]);
    const limiter = '/channel/input/1/chain/processors/limiter';
    mixer.apply(1, [
      ...set(limiter, { enabled: true }),
      ...set(`${limiter}/values`, { lookAheadMs: 5 }),
      ...set('/console', { alignLimitMs: 2 }),
    ]);
    // In whole frames; the limit has one more.
    const ms = expect.closeTo(3 - 1 / 48, 6);
    const excess = ['/channel/main/1', '/channel/mixMinus/1'].map((path) => ({ path, ms }));
    expect(mixer.state().alignmentExcess).toEqual(excess);
    mixer.apply(2, set('/console', { alignLimitMs: 5 }));
    expect(mixer.state().alignmentExcess).toEqual([]);
  });
});
