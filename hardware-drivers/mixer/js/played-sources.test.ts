// The virtual soundcheck, as the mixer's values say it; how the ring is played is judged by test/play.cc.
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Value } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

const path = '/vsc/settings';
const value = (field: string, of: unknown): Value => ({ path, field, value: of });
const input = (index: number) => ({ kind: 'input', index });
const lane = (index: number, channel: number) => ({ ...input(index), leg: 'left', channel });
const atStrip = (index: number, field: string, of: unknown): Value => ({
  path: `/channel/input/${index}`,
  field,
  value: of,
});
/** Input 1 on the left output, input 2 on the right one, both with the sine. */
const patch: readonly Value[] = [
  atStrip(1, 'sourceId', 'io:in-1'),
  atStrip(2, 'sourceId', 'io:in-3'),
  atStrip(1, 'pan', -100),
  atStrip(2, 'pan', 100),
  atStrip(1, 'levelDb', 0),
  atStrip(2, 'levelDb', 0),
  { path: '/channel/main/1', field: 'levelDb', value: 0 },
];

describe.skipIf(!isTested)('sources that are played', () => {
  let folder: string;
  let mixer: DeskMixer;
  let revision = 0;
  const open = (runtimeFolder = folder, inputs = ['io:in-1', 'io:in-2', 'io:in-3', 'io:in-4']) => {
    mixer = new DeskMixer({ input: 3, aux: 1, fxReturn: 1, main: 1 }, { ...mixerContext, runtimeFolder }, {});
    mixer.connect({ inputs, outputs: ['io:out-1', 'io:out-2'] });
    mixer.open(true, 0, 'startup');
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'played-'));
    open();
    mixer.apply(++revision, patch);
    play(48_000);
  });
  afterEach(() => {
    mixer.close();
    rmSync(folder, { recursive: true });
  });

  const apply = (...values: Value[]) => mixer.apply(++revision, values);
  const observed = () =>
    Object.fromEntries(mixer.observe().values.flatMap((of) => (of.path === path ? [[of.field, of.value]] : [])));
  const isPlayed = (index: number) =>
    mixer.observe().values.find((of) => of.path === `/channel/input/${index}` && of.field === 'isPlayed')?.value;
  /** The highest sample of each output in the last half of 0.1 s. */
  const play = (rate = 0) =>
    pump(mixer, rate, 4800).map((leg) => leg.subarray(2400).reduce((most, sample) => Math.max(most, sample), 0));
  const link = () => join(folder, 'play-ring');
  /** As the player would, constant values that differ by channel: 0.25, 0.5 ... */
  const fillRing = () => {
    const file = openSync(link(), 'r+');
    const header = Buffer.alloc(96);
    readSync(file, header, 0, 96, 0);
    const [capacity, channels, offset] = [32, 36, 40].map((at) => header.readUInt32LE(at)) as [number, number, number];
    for (let channel = 0; channel < channels; channel++) {
      const samples = new Float32Array(capacity).fill((channel + 1) / 4);
      writeSync(file, samples, 0, samples.byteLength, offset + channel * samples.byteLength);
    }
    writeSync(file, new BigUint64Array([BigInt(capacity)]), 0, 8, 48);
    writeSync(file, new Uint32Array([1]), 0, 4, 64);
    closeSync(file);
    return channels;
  };

  test('are seen once the audio thread has them; strips hear the ring, their own source, or nothing', () => {
    expect(observed()).toEqual({ engaged: false, play: [], live: [] });
    expect(play()).toEqual([expect.closeTo(0.1), expect.closeTo(0.1)]);
    expect(apply(value('play', [lane(1, 2)]))).toEqual([]);
    expect(fillRing()).toBe(2);
    expect(play(), 'the ring is there, and is not heard yet').toEqual([expect.closeTo(0.1), expect.closeTo(0.1)]);
    apply(value('engaged', true));
    expect(observed().engaged).toBe(false);
    expect(play()).toEqual([0.5, 0]);
    expect(observed()).toEqual({ engaged: true, play: [lane(1, 2)], live: [] });
    expect([isPlayed(1), isPlayed(2)]).toEqual([true, false]);
    apply(value('live', [input(2)]));
    expect(play()).toEqual([0.5, expect.closeTo(0.1)]);
    apply(value('engaged', false));
    expect(play()).toEqual([expect.closeTo(0.1), expect.closeTo(0.1)]);
    expect(isPlayed(1)).toBe(false);
    expect(mixer.observe().values).toEqual(mixer.observe().values);
  });

  test('leave the patch alone: what it is, and what is patched meanwhile, sounds after the eject', () => {
    apply(value('play', [lane(1, 1)]), value('engaged', true));
    fillRing();
    const ports = { inputs: ['io:in-1', 'io:in-2', 'io:in-3', 'io:in-4'], outputs: ['io:out-1', 'io:out-2'] };
    const links = mixer.links(ports);
    expect(play()).toEqual([0.25, 0]);
    expect(mixer.links(ports)).toEqual(links);
    apply(
      atStrip(1, 'sourceId', 'io:in-2'),
      atStrip(2, 'spareSourceId', 'io:in-1'),
      atStrip(2, 'sourceSelected', 'spare'),
    );
    expect(play()).toEqual([0.25, 0]);
    expect(mixer.observe().values).toContainEqual(expect.objectContaining({ field: 'sourceId', value: 'io:in-2' }));
    expect(mixer.links(ports)).toContainEqual({ from: 'io:in-2', to: 'mixer:input-1' });
    apply(value('engaged', false));
    expect(play()).toEqual([0, expect.closeTo(0.1)]);
  });

  test('sound without the device of the patch, and are muted by nothing', () => {
    mixer.connect({ inputs: ['virtual:in-1', 'virtual:in-2', '', ''], outputs: ['io:out-1', 'io:out-2'] });
    apply(value('play', [lane(1, 1)]), value('engaged', true));
    fillRing();
    expect(play()).toEqual([0.25, 0]);
    expect(mixer.observe().values).toContainEqual({
      ...{ path: '/channel/input/1', field: 'mutedBy', value: [], state: 'applied' },
    });
  });

  test('come back with a mixer that starts anew, and the live patch does not sound before', () => {
    const engaged = [value('live', [input(3)]), value('play', [lane(1, 1), lane(2, 2)]), value('engaged', true)];
    for (const block of [
      [...patch, ...engaged],
      [...engaged, ...patch],
    ]) {
      mixer.close();
      open();
      mixer.apply(++revision, block);
      expect(pump(mixer, 48_000, 9600).flatMap((leg) => [...leg.filter((sample) => sample !== 0)])).toEqual([]);
      expect(observed()).toEqual({ engaged: true, play: [lane(1, 1), lane(2, 2)], live: [input(3)] });
      fillRing();
      expect(play()).toEqual([0.25, 0.5]);
    }
  });

  test('have a ring while there are lanes, and leave none behind', () => {
    apply(value('play', [lane(1, 3)]));
    expect(existsSync(link())).toBe(true);
    apply(value('play', [lane(2, 3)]));
    expect(fillRing()).toBe(3);
    apply(value('play', []));
    expect(existsSync(link())).toBe(false);
    apply(value('play', [lane(1, 1)]));
    mixer.close();
    expect(existsSync(link())).toBe(false);
  });

  test('of a render are those of its job', () => {
    mixer.close();
    open('');
    mixer.apply(++revision, [...patch, value('play', [lane(1, 1)]), value('engaged', true)]);
    expect(play(48_000)).toEqual([expect.closeTo(0.1), expect.closeTo(0.1)]);
    expect(observed()).toMatchObject({ engaged: true, play: [lane(1, 1)] });
  });

  test('of a device at another rate are in another ring', () => {
    apply(value('play', [lane(1, 1)]), value('engaged', true));
    expect(play(44_100)).toEqual([0, 0]);
    fillRing();
    expect(play()).toEqual([0.25, 0]);
    expect(observed().play).toEqual([lane(1, 1)]);
  });

  test.each([
    ['engaged', 'yes', 'engaged must be true or false'],
    ['play', {}, 'play must be a list of lanes'],
    ['play', [lane(1, 1), lane(4, 1)], 'play 1: must name a strip that takes a source'],
    ['play', [{ kind: 'main', index: 1, leg: 'left', channel: 1 }], 'play 0: must name a strip that takes a source'],
    ['play', [{ ...input(1), leg: 'right', channel: 1 }], 'play 0: leg must be left'],
    ['play', [{ kind: 'aux', index: 1, leg: 'both', channel: 1 }], 'play 0: leg must be left or right'],
    ['play', [lane(1, 0)], 'play 0: channel must be from 1 to 512'],
    ['play', [lane(1, 513)], 'play 0: channel must be from 1 to 512'],
    ['play', [lane(1, 1), lane(1, 2)], 'play 1: it is in the list already'],
    ['play', [null], 'play 0: must name a strip'],
    ['live', 'input 1', 'live must be a list of strips'],
    ['live', [input(1), input(1)], 'live 1: it is in the list already'],
  ])('are refused in words and stay as they are: %s %j', (field, of, words) => {
    apply(value('play', [lane(1, 1)]), value('engaged', true));
    fillRing();
    play();
    const before = observed();
    expect(apply(value(field, of))).toEqual([
      { ...value(field, of), state: 'refused', reason: expect.stringContaining(words) },
    ]);
    expect(play()).toEqual([0.25, 0]);
    expect(observed()).toEqual(before);
  });

  test('whose memory can not be had are refused with the reason', () => {
    rmSync(folder, { recursive: true });
    expect(apply(value('play', [lane(1, 1)]), value('engaged', true))).toEqual([
      { ...value('play', [lane(1, 1)]), state: 'refused', reason: expect.stringContaining('play-ring') },
    ]);
    play();
    expect(observed()).toEqual({ engaged: true, play: [], live: [] });
    folder = mkdtempSync(join(tmpdir(), 'played-'));
  });
});
