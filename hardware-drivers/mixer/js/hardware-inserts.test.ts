import type { Value } from 'rowdesk/driver';
import { expect, test } from 'vitest';
import { HardwareInserts } from './hardware-inserts.ts';
import type { FoundRoundTrip } from './native-hardware.ts';
import { Ports } from './ports.ts';

const strips = [
  { path: '/channel/input/1', legs: 1 },
  { path: '/channel/aux/1', legs: 2 },
  { path: '/channel/cue/1', legs: 2 },
];
const first = '/channel/input/1/chain/processors/insert1';
const input = { strip: { kind: 'input', index: 1 }, insert: 'insert1' };
const aux = { strip: { kind: 'aux', index: 1 }, insert: 'insert2' };
const edge = { ...input, leg: 'left', sendPortId: 'box:out-3', returnPortId: 'box:in-2' };

function prepare() {
  const calls: unknown[] = [];
  const native = {
    applied: 0,
    room: true,
    found: undefined as FoundRoundTrip | undefined,
    setHardwareInsert: (strip: number, place: number, channels: Int32Array, frames: number) => {
      if (!native.room) throw new Error('no room');
      return calls.push([strip, place, [...channels], frames]);
    },
    appliedHardwareInserts: () => native.applied,
    measureInsert: (...args: [number, number]) => void calls.push(['measure', ...args]),
    measuredInsert: () => native.found,
    endInsertMeasure: (...args: [number, number]) => void calls.push(['end', ...args]),
  };
  const names = { sources: new Ports(), sinks: new Ports() };
  names.sources.connect(['box:in-1', 'box:in-2', 'box:in-3']);
  names.sinks.connect(['box:out-1', 'box:out-2', 'box:out-3', 'box:out-4']);
  const inserts = new HardwareInserts({ native, strips, names });
  const patched = (value: unknown): Value => ({ path: '/patch/inserts', field: 'inserts', value });
  const late = (value: unknown): Value => ({ path: '/patch/insertLatencies', field: 'latencies', value });
  const read = (path: string, field: string) =>
    [...inserts.readings].find((reading) => reading.path === path && reading.field === field)?.value;
  return { calls, native, names, inserts, patched, late, read };
}

test('inserts go through the channels of their ports, both legs of a place together', () => {
  const { calls, inserts, patched, late } = prepare();
  expect(inserts.takes(patched([]))).toBe(true);
  expect(inserts.takes({ ...patched([]), field: 'outputs' })).toBe(false);
  const legs = [
    { ...aux, leg: 'right', sendPortId: 'driving:out-2', returnPortId: 'box:in-3' },
    { ...aux, sendPortId: 'box:out-1', returnPortId: 'box:in-1' },
  ];
  expect(inserts.apply([late([{ ...input, frames: 480 }]), patched([edge, ...legs])])).toEqual([]);
  expect(calls).toEqual([
    [0, 0, [2, -1, 1, -1], 480],
    [1, 1, [0, 1, 0, 2], 0],
  ]);
  expect(inserts.apply([patched([edge])])).toEqual([]);
  expect(calls[2]).toEqual([1, 1, [], 0]);
});

test('what the audio thread has is observed, and the same while nothing changes', () => {
  const { native, inserts, patched, read } = prepare();
  inserts.apply([patched([edge])]);
  expect(read('/patch/inserts', 'inserts')).toEqual([]);
  native.applied = 1;
  expect(read('/patch/inserts', 'inserts')).toEqual([edge]);
  expect(read(first, 'hardware')).toBe(true);
  expect(inserts.readings).toBe(inserts.readings);
});

test('a port that is not there is no channel, says so, and is one again when it comes', () => {
  const { calls, names, inserts, patched, read } = prepare();
  names.sources.connect(['other:in-1']);
  inserts.apply([patched([edge])]);
  expect(calls).toEqual([[0, 0, [2, -1, -1, -1], 0]]);
  expect(read(first, 'hardwareReason')).toBe('box:in-2 is not at the mixer');
  names.sinks.connect([]);
  inserts.connect();
  expect(read(first, 'hardwareReason')).toBe('box:out-3, box:in-2 are not at the mixer');
  // A gap in the channels is no port, and the ninth output of what drives may not be there.
  names.sinks.connect(['', 'box:out-3']);
  inserts.apply([patched([{ ...edge, sendPortId: 'driving:out-9' }])]);
  expect(read(first, 'hardwareReason')).toBe('driving:out-9, box:in-2 are not at the mixer');
  inserts.apply([patched([edge])]);
  names.sinks.connect(['box:out-3']);
  names.sources.connect(['x:in-1', 'box:in-2']);
  inserts.connect();
  inserts.connect();
  expect(calls.slice(1)).toEqual([
    [0, 0, [-1, -1, -1, -1], 0],
    [0, 0, [-1, -1, -1, -1], 0],
    [0, 0, [1, -1, -1, -1], 0],
    [0, 0, [0, -1, 1, -1], 0],
  ]);
  expect(read(first, 'hardwareReason')).toBe('');
});

test('what is not valid, and hardware without room, is refused in words, and all stays', () => {
  const { calls, native, inserts, patched, late, read } = prepare();
  const reasonOf = (value: Value) => inserts.apply([value])[0]?.reason;
  expect(reasonOf(patched('no'))).toBe('inserts must be a list');
  expect(reasonOf(patched([{ ...edge, insert: 'insert3' }]))).toBe('inserts 0: insert must be insert1 or insert2');
  const strip = 'strip must be one with inserts, by kind and index';
  for (const kind of ['cue', 'dca', 'main']) {
    expect(reasonOf(patched([{ ...edge, strip: { kind, index: 1 } }]))).toBe(`inserts 0: ${strip}`);
  }
  expect(reasonOf(patched([{ ...edge, leg: 'mono' }]))).toBe('inserts 0: leg must be left or right');
  expect(reasonOf(patched([{ ...edge, returnPortId: '' }]))).toMatch('must be ids of ports');
  for (const frames of [-1, 1.5, 1e6, '480']) {
    expect(reasonOf(late([{ ...input, frames }]))).toBe('latencies 0: frames must be from 0 to 192000');
  }
  expect(calls).toEqual([]);
  native.room = false;
  expect(reasonOf(patched([edge]))).toBe('no room');
  native.applied = 9;
  expect(read('/patch/inserts', 'inserts')).toEqual([]);
});

test('a measurement of an insert begins, is asked for and ends by its row', () => {
  const { calls, native, inserts } = prepare();
  expect(inserts.call('measureInsert', { path: first })).toEqual({});
  expect(inserts.call('measuredInsert', { path: first })).toEqual({});
  native.found = { frames: 480, gainDb: -1, fault: '' };
  expect(inserts.call('measuredInsert', { path: first })).toEqual(native.found);
  expect(inserts.call('endInsertMeasure', { path: first })).toEqual({});
  expect(calls).toEqual([
    ['measure', 0, 0],
    ['end', 0, 0],
  ]);
  expect(() => inserts.call('measureInsert', { path: '/channel/input/9/chain/processors/insert1' })).toThrow(
    'the mixer has no insert /channel/input/9/chain/processors/insert1',
  );
});
