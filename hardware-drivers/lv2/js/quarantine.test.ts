// Quarantines that come while no control process is there: what the next one wants of the plugin is older.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { described, insertPath, PluginsRig } from './device-fixture.ts';

let rig: PluginsRig;
const row = '/plugins/eq';
const adopted = { path: row, field: 'quarantined', value: true, state: 'applied' };

beforeEach(() => {
  rig = new PluginsRig([described('eq')]);
  rig.insert(1, 'eq');
  crash();
  rig.adopted.length = 0;
});
afterEach(() => rig.close());

/** Three times, which is one too many. */
function crash(): void {
  for (const number of [1, 2, 2]) {
    rig.racks.rack(number).crash('input-1-insert1');
    rig.timers.advance(2100);
  }
  expect(rig.state(1)).toBe('quarantined');
}

test('a control process that comes adopts a quarantine that it has not heard of, and lets nothing out by its old state', () => {
  expect(rig.apply(row, { quarantined: false }, true)).toEqual([]);
  rig.timers.advance(5000);
  expect(rig.adopted).toEqual([adopted]);
  expect([rig.state(1), rig.read(row).quarantined]).toEqual(['quarantined', true]);
  expect(rig.racks.alive).toEqual([]);
});

test('after that its operator lets the plugin out, and a next control process changes nothing of it', () => {
  rig.apply(row, { quarantined: false }, true);
  rig.apply(row, { quarantined: false });
  rig.timers.advance(20);
  expect([rig.state(1), rig.read(row).quarantined]).toEqual(['running', false]);
  rig.apply(row, { quarantined: false }, true);
  rig.timers.advance(20);
  expect(rig.state(1)).toBe('running');
  expect(rig.adopted).toEqual([adopted]);
});

test('a control process whose state has the quarantine already has heard of it: a later one may let the plugin out', () => {
  rig.apply(insertPath(1), {}, true);
  expect(rig.adopted).toEqual([]);
  rig.apply(row, { quarantined: false }, true);
  rig.timers.advance(20);
  expect(rig.state(1)).toBe('running');
  expect(rig.adopted).toEqual([]);
});

test('the quarantine outlives the plugin host, until the desk has heard of it', () => {
  rig.device.close();
  rig.device = rig.open();
  expect(rig.read(row)).toMatchObject({ quarantined: true, crashes: 3 });
  const block = [
    { path: `${insertPath(1)}/values`, field: 'plugin:uri', value: 'urn:eq' },
    { path: row, field: 'quarantined', value: false },
  ];
  rig.device.apply(1, block, true);
  rig.timers.advance(20);
  expect([rig.state(1), rig.adopted]).toEqual(['quarantined', [adopted]]);
  rig.device.close();
  rig.device = rig.open();
  rig.device.apply(1, [{ path: row, field: 'quarantined', value: true }], true);
  rig.device.close();
  rig.device = rig.open();
  expect(rig.read(row)).toEqual({ crashes: 3, lastFault: expect.stringContaining('SIGSEGV') });
  rig.device.apply(1, block, true);
  rig.timers.advance(20);
  expect(rig.state(1)).toBe('running');
});
