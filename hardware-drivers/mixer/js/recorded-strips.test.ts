// What is recorded, as the mixer's values say it; the ring itself is judged by test/record.cc.
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Value } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';
import { RecordedStrips } from './recorded-strips.ts';
import { StripRefs } from './strip-refs.ts';

const path = '/record';
const input = (index: number) => ({ kind: 'input', index });
const main = { kind: 'main', index: 1 };
const value = (field: string, of: unknown): Value => ({ path, field, value: of });

describe.skipIf(!isTested)('recorded strips of a mixer', () => {
  let folder: string;
  let mixer: DeskMixer;
  let revision = 0;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recorded-'));
    mixer = new DeskMixer({ input: 4, aux: 1, main: 1, dca: 1 }, { ...mixerContext, runtimeFolder: folder }, {});
    mixer.connect({ inputs: ['io:in-1', 'io:in-2', 'io:in-3', 'io:in-4'], outputs: ['io:out-1', 'io:out-2'] });
  });
  afterEach(() => {
    mixer.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  const apply = (...values: Value[]) => mixer.apply(++revision, values);
  const observed = () =>
    Object.fromEntries(mixer.observe().values.flatMap((of) => (of.path === path ? [[of.field, of.value]] : [])));
  const ring = () => join(folder, 'record-ring');

  test('are seen once the audio thread has them, and are in the ring in their order', () => {
    expect(observed()).toEqual({ armed: [], tapPoint: 'Top-Of-Ch', programme: [] });
    expect(
      apply(value('armed', [input(3), input(1)]), value('programme', [main]), value('tapPoint', 'Post-Trim')),
    ).toEqual([]);
    pump(mixer, 48_000, 640);
    expect(mixer.observe().revision).toBe(revision);
    expect(observed()).toEqual({ armed: [input(3), input(1)], tapPoint: 'Post-Trim', programme: [main] });
    const text = readFileSync(ring()).toString('latin1', 0, 20_000);
    const places = ['/channel/input/3\0', '/channel/input/1\0', '/channel/main/1\0'].map((name) => text.indexOf(name));
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    apply(value('armed', []), value('programme', []));
    pump(mixer, 0, 64);
    expect(observed()).toMatchObject({ armed: [], programme: [] });
    expect(existsSync(ring())).toBe(false);
  });

  test('the same values again keep the ring', () => {
    apply(value('armed', [input(1)]));
    pump(mixer, 48_000, 64);
    const epoch = () => readFileSync(ring()).readBigUInt64LE(16);
    const before = epoch();
    expect(mixer.observe().values).toEqual(mixer.observe().values);
    apply(value('armed', [input(1)]), value('tapPoint', 'Top-Of-Ch'), value('programme', []));
    pump(mixer, 0, 64);
    expect(epoch()).toBe(before);
  });

  test('a value that names no strip with sound is refused in words, and the rest is taken', () => {
    const wrong: readonly (readonly [string, unknown, string])[] = [
      ['armed', [input(1), input(5)], 'armed 1: must be {kind, index} of a strip of kind'],
      ['armed', [{ kind: 'dca', index: 1 }], 'armed 0: must be'],
      ['programme', [main, main], 'programme 1: the strip is in the list already'],
      ['armed', 'all', 'armed must be a list of strips'],
      ['tapPoint', 'Pre-EQ', 'tapPoint must be one of Top-Of-Ch, Post-Trim, Post-Fader'],
    ];
    for (const [field, of, reason] of wrong) {
      const [refused] = apply(value(field, of), value(field === 'programme' ? 'armed' : 'programme', []));
      expect(refused).toMatchObject({
        path,
        field,
        value: of,
        state: 'refused',
        reason: expect.stringContaining(reason),
      });
    }
    pump(mixer, 48_000, 64);
    expect(observed()).toEqual({ armed: [], tapPoint: 'Top-Of-Ch', programme: [] });
  });
});

describe('recorded strips', () => {
  const paths = Array.from({ length: 200 }, (_, place) => `/channel/input/${place + 1}`);
  const inputs = (count: number) => Array.from({ length: count }, (_, place) => input(place + 1));
  /** A native half that has memory for so many tracks, and an audio thread that takes a list at once. */
  const withRoom = (tracks: number) => {
    const native = {
      number: 0,
      fault: '',
      tracks: [] as number[],
      record(list: Uint32Array) {
        if (list.length / 3 > tracks) throw new Error('no 99 MB of shared memory');
        native.tracks = [...list];
        return ++native.number;
      },
      recorded: () => ({ number: native.number, fault: native.fault }),
    };
    return { native, strips: new RecordedStrips(native, new StripRefs(['input'], paths)) };
  };
  const shown = (strips: RecordedStrips, field: string) => strips.readings.find((reading) => reading.field === field);

  test('are 128 at most', () => {
    const { strips, native } = withRoom(1000);
    expect(strips.apply([value('armed', inputs(128))])).toEqual([]);
    const [refused] = strips.apply([value('programme', [input(1)])]);
    expect(refused?.reason).toBe('armed and programme have 129 strips; at most 128 can be recorded');
    expect(native.tracks).toHaveLength(128 * 3);
    expect(shown(strips, 'programme')?.value).toEqual([]);
  });

  test('lists whose memory can not be had are refused with the reason; the tap point is taken all the same', () => {
    const { strips, native } = withRoom(2);
    strips.apply([value('armed', inputs(2))]);
    const refused = strips.apply([value('armed', inputs(3)), value('tapPoint', 'Post-Fader')]);
    expect(refused).toEqual([{ ...value('armed', inputs(3)), state: 'refused', reason: 'no 99 MB of shared memory' }]);
    expect(native.tracks).toEqual([0, 5, 1, 1, 5, 1]);
    expect(shown(strips, 'armed')?.value).toEqual(inputs(2));
    expect(shown(strips, 'tapPoint')?.value).toBe('Post-Fader');
  });

  test('are refused as long as a new rate has no memory for them', () => {
    const { strips, native } = withRoom(10);
    strips.apply([value('armed', inputs(2))]);
    native.fault = 'no 99 MB of shared memory';
    expect(strips.readings).toEqual([
      { path, field: 'armed', value: [], state: 'refused', reason: native.fault },
      { path, field: 'tapPoint', value: 'Top-Of-Ch', state: 'applied' },
      { path, field: 'programme', value: [], state: 'applied' },
    ]);
    expect(strips.readings[0]).toBe(strips.readings[0]);
    native.fault = '';
    expect(shown(strips, 'armed')).toMatchObject({ value: inputs(2), state: 'applied' });
  });
});
