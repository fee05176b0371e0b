import type { Value } from 'rowdesk/driver';
import { expect, test } from 'vitest';
import { Inserts } from './inserts.ts';
import type { InsertState } from './native-inserts.ts';

const strips = ['/channel/input/1', '/channel/main/1', '/channel/cue/1', '/channel/fxSend/1'];
const first = '/channel/input/1/chain/processors/insert1';
const uri = 'http://gareus.org/oss/lv2/fil4#mono';

function prepare() {
  const calls: unknown[] = [];
  const native = {
    applied: 0,
    room: 2,
    state: {
      heard: 'none',
      lateBlocks: 0,
      delayFrames: 0,
      latencyFrames: 0,
      isUnanswered: false,
      fault: '',
    } as InsertState,
    setInsert: (...args: [number, number, boolean, boolean]) => {
      if (native.room === 0) throw new Error('no room');
      calls.push(args);
      return calls.length;
    },
    setInsertOffset: (...args: [number, number, number]) => {
      calls.push(['offset', ...args]);
      return calls.length;
    },
    appliedInserts: () => native.applied,
    insertState: () => native.state,
  };
  const inserts = new Inserts(native, strips);
  const value = (field: string, value: unknown, path = first): Value => ({ path, field, value });
  const read = (of = first) => {
    const own = [...inserts.readings].filter(({ path }) => path === of);
    return Object.fromEntries(own.map(({ field, value }) => [field, value]));
  };
  return { calls, native, inserts, value, read };
}

test('inserts of strips that have some are taken, and nothing else', () => {
  const { inserts, value } = prepare();
  expect(inserts.takes(value('plugin', uri))).toBe(true);
  expect(inserts.takes(value('enabled', true, '/channel/main/1/chain/processors/insert2'))).toBe(true);
  expect(inserts.takes(value('plugin', uri, '/channel/cue/1/chain/processors/insert1'))).toBe(false);
  expect(inserts.takes(value('plugin', uri, '/channel/input/2/chain/processors/insert1'))).toBe(false);
  expect(inserts.takes(value('plugin', uri, '/channel/input/1/chain/processors/insert3'))).toBe(false);
  expect(inserts.takes(value('source', null, `${first}/key`))).toBe(false);
  expect(inserts.takes(value('gain', 1, `${first}/values`))).toBe(false);
  expect(inserts.takes(value('offsetFrames', 1, `${first}/latency`))).toBe(true);
  expect(inserts.takes(value('frames', 1, `${first}/latency`))).toBe(false);
  expect(inserts.takes(value('offsetFrames', 1))).toBe(false);
  expect(inserts.takes(value('offsetFrames', 1, '/channel/fxSend/1/chain/processors/effect/latency'))).toBe(false);
});

test('values of one place go down together, and are observed when the audio thread has them', () => {
  const { calls, native, inserts, value, read } = prepare();
  expect(inserts.apply([value('plugin', uri), value('enabled', true)])).toEqual([]);
  expect(inserts.apply([value('enabled', false, '/channel/main/1/chain/processors/insert2')])).toEqual([]);
  expect(calls).toEqual([
    [0, 0, true, true],
    [1, 1, false, false],
  ]);
  expect(read().plugin).toBe('');
  native.applied = 2;
  native.state = { heard: 'plugin', lateBlocks: 3, delayFrames: 64, latencyFrames: 0, isUnanswered: false, fault: '' };
  expect(read()).toEqual({
    plugin: uri,
    enabled: true,
    heard: 'plugin',
    lateBlocks: 3,
    delayFrames: 64,
    unanswered: false,
  });
  expect([...inserts.readings][0]).toBe([...inserts.readings][0]);
  inserts.apply([value('plugin', '')]);
  expect(calls[2]).toEqual([0, 0, false, true]);
  expect(read().plugin).toBe(uri);
  native.applied = 3;
  expect(read().plugin).toBe('');
});

test('what is no URI, and a plugin without room, are refused, and all stays', () => {
  const { calls, native, inserts, value } = prepare();
  expect(inserts.apply([value('plugin', 7), value('enabled', true)])).toMatchObject([
    { field: 'plugin', state: 'refused', reason: 'plugin must be the URI of a plugin, or empty' },
    { field: 'enabled', state: 'refused' },
  ]);
  expect(inserts.apply([value('enabled', 'yes')])).toMatchObject([{ reason: 'enabled must be true or false' }]);
  native.room = 0;
  expect(inserts.apply([value('plugin', uri)])).toMatchObject([{ field: 'plugin', value: uri, reason: 'no room' }]);
  native.room = 1;
  inserts.apply([value('enabled', true)]);
  expect(calls).toEqual([[0, 0, false, true]]);
});

test('an offset goes down beside the choice, and is observed when the audio thread has it', () => {
  const { calls, native, inserts, value, read } = prepare();
  const row = `${first}/latency`;
  expect(inserts.apply([value('offsetFrames', 12, row)])).toEqual([]);
  expect(inserts.apply([value('offsetFrames', -8192, row), value('plugin', uri)])).toEqual([]);
  expect(calls).toEqual([
    ['offset', 0, 0, 12],
    [0, 0, true, false],
    ['offset', 0, 0, -8192],
  ]);
  native.applied = 2;
  expect(read(row)).toEqual({ offsetFrames: 0, frames: 0 });
  native.applied = 3;
  native.state = { ...native.state, latencyFrames: 52 };
  expect(read(row)).toEqual({ offsetFrames: -8192, frames: 52 });
  native.state = { ...native.state, latencyFrames: 53 };
  expect(read(row)).toMatchObject({ frames: 53 });
});

test('an offset that is no whole number in its range is refused with its place, and all stays', () => {
  const { calls, inserts, value } = prepare();
  const row = `${first}/latency`;
  for (const wrong of [8193, -8193, 0.5, '1', null]) {
    expect(inserts.apply([value('offsetFrames', wrong, row), value('enabled', true)])).toMatchObject([
      { path: row, state: 'refused', reason: 'offsetFrames must be a whole number from -8192 to 8192' },
      { path: first, field: 'enabled', state: 'refused' },
    ]);
  }
  expect(calls).toEqual([]);
});

test('a slot that could not be made anew is said at its plugin', () => {
  const { native, inserts, value } = prepare();
  inserts.apply([value('plugin', uri)]);
  native.applied = 1;
  native.state = {
    heard: 'none',
    lateBlocks: 0,
    delayFrames: 0,
    latencyFrames: 0,
    isUnanswered: false,
    fault: 'no 1 MB of shared memory',
  };
  expect([...inserts.readings][0]).toEqual({
    ...{ path: first, field: 'plugin', value: '', state: 'refused', reason: 'no 1 MB of shared memory' },
  });
});

test('an effect has a slot while a plugin is its choice, and no readings of what the audio thread has itself', () => {
  const { calls, native, inserts, value } = prepare();
  const effect = '/channel/fxSend/1/chain/processors/effect';
  expect(inserts.takes(value('plugin', uri, effect))).toBe(false);
  const address = { slot: 0, slots: 1, path: effect, field: 'plugin', minimum: 0, maximum: 1, kinds: 0 };
  const choices = ['builtin:reverb', 'builtin:delay'];
  const follow = (number: number) => inserts.follow({ ...address, type: 'plugin', choices }, [number]);
  expect(inserts.follow({ ...address, type: 'choice', choices: [] }, [7])).toEqual([7]);
  expect(follow(1)).toEqual([1]);
  expect([...calls, ...inserts.readings]).toEqual([]);
  expect(follow(2)).toEqual([2]);
  native.applied = 1;
  native.state = { heard: 'plugin', lateBlocks: 1, delayFrames: 64, latencyFrames: 0, isUnanswered: false, fault: '' };
  expect([...inserts.readings].map(({ field, value }) => [field, value])).toEqual([
    ['fault', ''],
    ['heard', 'plugin'],
    ['lateBlocks', 1],
    ['delayFrames', 64],
  ]);
  native.state = { ...native.state, heard: 'dry' };
  expect([...inserts.readings]).toContainEqual({ path: effect, field: 'heard', value: 'silence', state: 'applied' });
  expect(follow(0)).toEqual([0]);
  native.room = 0;
  expect(follow(3)).toBe('no room');
  expect(calls).toEqual([
    [3, 0, true, true],
    [3, 0, false, true],
  ]);
});
