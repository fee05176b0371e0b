// Inserts through hardware as index.ts takes them, with the native half: values in, sound out, and what is observed. How exact
// the sound is test/hardware_inserts.cc judges.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

describe.skipIf(!isTested)('an insert through hardware', () => {
  const rate = 48_000;
  const inputs = ['a:in-1', 'a:in-2', 'a:in-3', 'a:in-4'];
  const outputs = ['a:out-1', 'a:out-2'];
  const path = '/channel/input/1/chain/processors/insert1';
  const place = { strip: { kind: 'input', index: 1 }, insert: 'insert1' };
  // Input 1 has the tone of the pump, and nothing comes back by input 2.
  const edge = { ...place, leg: 'left', sendPortId: 'a:out-2', returnPortId: 'a:in-2' };
  let mixer: DeskMixer;
  let revision = 1;
  beforeEach(() => {
    mixer = new DeskMixer({ input: 4, aux: 1, mix: 1, main: 1 }, mixerContext, {});
    mixer.connect({ inputs, outputs });
    mixer.open(true, 0, 'startup');
    mixer.apply(1, [
      { path: '/channel/input/1', field: 'sourceId', value: 'a:in-1' },
      { path: '/channel/input/1', field: 'pan', value: -100 },
      { path: '/channel/input/1', field: 'levelDb', value: 0 },
      { path: '/channel/main/1', field: 'levelDb', value: 0 },
    ]);
    pump(mixer, rate, 4800);
  });
  afterEach(() => mixer.close());

  const apply = (field: string, value: unknown, at = path) => mixer.apply(++revision, [{ path: at, field, value }]);
  /** dB of each output over the last half of so many frames. */
  const levels = (frames = 9600) =>
    pump(mixer, 0, frames).map((leg) => {
      const peak = leg.subarray(leg.length / 2).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      return peak === 0 ? -144 : Math.round(20 * Math.log10(peak));
    });
  const observed = (field: string, at = path) =>
    mixer.observe().values.find((value) => value.path === at && value.field === field)?.value;

  test('leaves by its send, is heard by its return, passed by as it was, and echoed', () => {
    expect(levels()).toEqual([-20, -144]);
    expect(apply('inserts', [edge], '/patch/inserts')).toEqual([]);
    expect(apply('latencies', [{ ...place, frames: 480 }], '/patch/insertLatencies')).toEqual([]);
    apply('enabled', true);
    expect(levels()).toEqual([-144, -20]);
    expect(observed('heard')).toBe('return');
    expect(observed('delayFrames')).toBe(480);
    expect(observed('inserts', '/patch/inserts')).toEqual([edge]);
    apply('enabled', false);
    expect(levels()).toEqual([-20, -20]);
    expect(observed('heard')).toBe('dry');
    expect(apply('plugin', 'urn:x')).toMatchObject([{ reason: 'hardware is patched to this insert' }]);
    apply('inserts', [], '/patch/inserts');
    expect(levels()).toEqual([-20, -144]);
    expect(levels(64)).toEqual([-20, -144]);
    expect(observed('hardware')).toBe(false);
    expect(observed('delayFrames')).toBe(0);
  });

  test('a port that goes away is the dry sound with its reason, and the hardware comes back with it', () => {
    apply('inserts', [edge], '/patch/inserts');
    apply('enabled', true);
    expect(levels()).toEqual([-144, -20]);
    mixer.connect({ inputs: ['a:in-1', '', 'a:in-3', 'a:in-4'], outputs });
    expect(levels()).toEqual([-20, -144]);
    expect(observed('hardwareReason')).toBe('a:in-2 is not at the mixer');
    mixer.connect({ inputs, outputs });
    expect(levels()).toEqual([-144, -20]);
  });

  test('clicks that do not come back are said in words', () => {
    expect(() => mixer.call('measureInsert', { path })).toThrow('the insert has no hardware');
    apply('inserts', [edge], '/patch/inserts');
    levels();
    mixer.call('measureInsert', { path });
    expect(() => mixer.call('measureInsert', { path })).toThrow('the insert is being measured');
    levels();
    expect(mixer.call('measuredInsert', { path })).toEqual({});
    levels(2.1 * rate);
    expect(mixer.call('measuredInsert', { path })).toMatchObject({ fault: 'nothing comes back' });
    expect(() => mixer.call('measuredInsert', { path })).toThrow('the device began anew meanwhile');
    mixer.call('endInsertMeasure', { path });
  });
});
