// The offset of an insert as index.ts takes it, with the native half. How exact the sound is test/insert_slots.cc judges.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

describe.skipIf(!isTested)('the offset of an insert', () => {
  const path = '/channel/mix/1/chain/processors/insert2/latency';
  let mixer: DeskMixer;
  beforeEach(() => {
    mixer = new DeskMixer({ input: 4, aux: 1, mix: 1, main: 1 }, mixerContext, {});
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', 'a:in-3', 'a:in-4'], outputs: ['a:out-1', 'a:out-2'] });
  });
  afterEach(() => mixer.close());

  test('is observed once the audio thread has it, and stays where a wrong one is refused', () => {
    const offset = (value: unknown, revision: number) =>
      mixer.apply(revision, [{ path, field: 'offsetFrames', value }]);
    const observed = (field: string) =>
      mixer.observe().values.find((value) => value.path === path && value.field === field)?.value;
    pump(mixer, 48_000, 4800);
    expect(offset(-8192, 1)).toEqual([]);
    pump(mixer, 0, 4800);
    expect([observed('offsetFrames'), observed('frames')]).toEqual([-8192, 0]);
    expect(offset(8193, 2)).toMatchObject([{ state: 'refused', path }]);
    pump(mixer, 0, 4800);
    expect(observed('offsetFrames')).toBe(-8192);
  });
});
