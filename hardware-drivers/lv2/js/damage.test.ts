import { afterEach, beforeEach, expect, test } from 'vitest';
import { described, PluginsRig } from './device-fixture.ts';

let rig: PluginsRig;
const first = 'input-1-insert1';

beforeEach(() => {
  rig = new PluginsRig(['eq', 'comp', 'verb'].map((id) => described(id)));
});
afterEach(() => rig.close());

test('a rack may write the slots of its places, and of no others', () => {
  rig.insert(1, 'eq');
  rig.insert(2, 'comp');
  rig.racks.rack(1).crash(first);
  rig.timers.advance(50);
  expect([...rig.racks.rack(1).given]).toEqual(['input-2-insert1']);
  expect([...rig.racks.rack(2).given]).toEqual([first]);
  rig.insert(2, 'verb');
  expect([...rig.racks.rack(1).given]).toEqual(['input-2-insert1']);
});

test('a plugin host that ends leaves no slot to its racks', () => {
  rig.insert(1, 'eq');
  rig.racks.rack(1).ignores.add('stop');
  rig.device.close();
  expect(rig.racks.rack(1).given.size).toBe(0);
});

test('a plugin alone in its rack that wrote over its slot has a fault', () => {
  rig.insert(1, 'eq');
  rig.racks.rack(1).damage(first);
  rig.timers.advance(50);
  expect(rig.read('/plugins/eq')).toMatchObject({
    crashes: 1,
    lastFault: expect.stringContaining('it wrote over its slot'),
  });
  expect([rig.state(1), rig.racks.alive]).toEqual(['running', [2]]);
});

test('of several plugins in a rack none is to blame at first; each has a rack of its own then, and the one that does it again is found', () => {
  rig.insert(1, 'eq');
  rig.insert(2, 'comp');
  rig.racks.rack(1).damage(first);
  rig.timers.advance(50);
  expect([rig.read('/plugins/eq'), rig.read('/plugins/comp')]).toEqual([{}, {}]);
  expect([rig.state(1), rig.state(2), rig.racks.alive]).toEqual(['running', 'running', [2, 3]]);
  rig.racks.rack(3).damage('input-2-insert1');
  rig.timers.advance(50);
  expect([rig.read('/plugins/eq'), rig.read('/plugins/comp').crashes]).toEqual([{}, 1]);
});

test('without Landlock any rack may have done it, and no plugin has a fault', () => {
  rig.racks.prepare = (rack) => {
    rack.holds = ['seccomp'];
  };
  rig.insert(1, 'eq');
  rig.racks.rack(1).damage(first);
  rig.timers.advance(50);
  expect([rig.read('/plugins/eq'), rig.state(1)]).toEqual([{}, 'running']);
});

test('a fault that a rack names at a place of another rack is no fault of that place', () => {
  rig.insert(1, 'eq');
  rig.racks.rack(1).crash(first);
  rig.timers.advance(50);
  rig.insert(2, 'comp');
  rig.racks.rack(2).tell({ event: 'fault', place: 'input-2-insert1', kind: 'late', detail: '' });
  rig.racks.rack(2).crash('input-2-insert1');
  rig.timers.advance(3000);
  expect([rig.read('/plugins/comp'), rig.state(2)]).toEqual([{}, 'running']);
});

test('a fault that a rack invents for one of its plugins puts that one into a rack of its own: there is no second one', () => {
  rig.insert(1, 'eq');
  rig.insert(2, 'comp');
  for (let i = 0; i < 10; i++) {
    rig.racks.rack(1).tell({ event: 'fault', place: 'input-2-insert1', kind: 'late', detail: 'invented' });
    rig.timers.advance(3000);
  }
  expect([rig.read('/plugins/comp').crashes, rig.state(2)]).toEqual([1, 'running']);
});

test('a latency that was measured is a warning until the plugin leaves; of a delay what it tells is believed', () => {
  rig.describe([described('echo', { class: 'Delay' }), described('eq', { class: 'Compressor' })]);
  rig.insert(1, 'eq');
  rig.racks.rack(1).tell({ event: 'measured', place: first, toldFrames: 0, measuredFrames: 239 });
  rig.timers.advance(20);
  expect(rig.warnings.get(`latency ${first}`)).toBe(
    'eq in insert1 of input 1 tells a latency of 0 frames, and an impulse comes 239 frames late: paths are aligned by what was measured',
  );
  rig.apply('/channel/input/1/chain/processors/insert1/values', { 'plugin:uri': '' });
  rig.timers.advance(20);
  expect(rig.warnings.has(`latency ${first}`)).toBe(false);
  rig.insert(2, 'echo');
  const { said } = rig.racks.rack(1);
  expect(said.filter((line) => line.startsWith('believe'))).toEqual(['believe input-2-insert1']);
});
