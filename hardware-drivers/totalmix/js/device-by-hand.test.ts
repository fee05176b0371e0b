import { beforeEach, expect, test } from 'vitest';
import { preamp, Rig, root } from '../test/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});

test('a change by hand is adopted where the policy remembers, and left to the desk where it pins', () => {
  rig.hardware.readAll();
  rig.set(preamp, 'gainDb', 25);
  rig.hardware.readAll();
  rig.hardware.turn('input/1/gainDb', 40);
  expect(rig.adopted).toEqual([{ path: preamp, field: 'gainDb', value: 40, state: 'applied' }]);
  rig.set(root, 'policy', { routing: 'remember', gain: 'pin', phantom: 'remember', clock: 'remember' });
  rig.hardware.turn('input/1/gainDb', 10);
  rig.hardware.turn('clockSource', 'AES');
  expect(rig.adopted.slice(1)).toEqual([{ path: root, field: 'clockSource', value: 'AES', state: 'applied' }]);
  expect(rig.reading(preamp, 'gainDb')).toMatchObject({ value: 10, state: 'applied' });
});

test('a report of a written value is no change by hand, nor is one of an earlier written value', () => {
  rig.hardware.readAll();
  rig.set(preamp, 'gainDb', 30);
  rig.set(preamp, 'gainDb', 31);
  rig.hardware.events.reported(new Map([['input/1/gainDb', 30]]));
  rig.hardware.events.reported(new Map([['input/1/gainDb', 31]]));
  expect(rig.adopted).toEqual([]);
  // once a read has shown what came of the writes, a return to the first of them is another hand's
  rig.hardware.readAll();
  rig.hardware.turn('input/1/gainDb', 30);
  expect(rig.adopted).toHaveLength(1);
});

test('a write of the value from before a change by hand, sent before the desk has adopted the change, does not undo it', () => {
  rig.hardware.readAll();
  rig.set(preamp, 'gainDb', 30);
  rig.hardware.readAll();
  rig.hardware.turn('input/1/gainDb', 40);
  rig.hardware.written.length = 0;
  rig.nowMs = 900;
  rig.set(preamp, 'gainDb', 30);
  expect(rig.hardware.written).toEqual([]);
  // the desk wants it all the same
  rig.set(preamp, 'gainDb', 30);
  expect(rig.hardware.written).toEqual([['input/1/gainDb', 30]]);
});

test('another value, and the value from before a heartbeat later, are written at once', () => {
  rig.hardware.readAll();
  for (const [value, nowMs] of [
    [35, 0],
    [30, 2000],
  ] as const) {
    rig.set(preamp, 'gainDb', 30);
    rig.hardware.readAll();
    rig.hardware.turn('input/1/gainDb', 40);
    rig.hardware.written.length = 0;
    rig.nowMs += nowMs;
    rig.set(preamp, 'gainDb', value);
    expect(rig.hardware.written).toEqual([['input/1/gainDb', value]]);
  }
});
