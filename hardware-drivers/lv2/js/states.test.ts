// States of plugins by their contents: adopted by the desk, and loaded again as it wants.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { described, insertPath, PluginsRig } from './device-fixture.ts';

let rig: PluginsRig;
const row = `${insertPath(1)}/state`;
const idOf = (state: string) => createHash('sha256').update(state).digest('hex').slice(0, 32);
const kept = () => readdirSync(join(rig.folder, 'states')).sort();
const adopted = () => rig.adopted.splice(0).map(({ path, field, value }) => [path, field, value]);
const isNow = () => rig.read(row).pluginState;

beforeEach(() => {
  rig = new PluginsRig([described('eq'), described('comp'), described('plain', { hasState: false })]);
  rig.racks.prepare = (rack) => {
    rack.state = 'one';
  };
});
afterEach(() => rig.close());

/** The plugin says that its state is another one now. */
function becomes(state: string, ms = 1100): void {
  const rack = rig.racks.rack(1);
  rack.state = state;
  rack.tell({ event: 'state-changed', place: 'input-1-insert1' });
  rig.timers.advance(ms);
}
/** As the desk has it: with nothing of the state as long as it knows none. */
function start(plugin = 'eq'): void {
  rig.apply(row, { pluginState: '' });
  rig.insert(1, plugin);
  rig.timers.advance(1100);
}

test('a plugin that runs has a state with an id soon, and another one when it was quiet after a change', () => {
  start();
  expect(adopted()).toEqual([[row, 'pluginState', idOf('one')]]);
  becomes('two');
  expect([adopted(), isNow()]).toEqual([[[row, 'pluginState', idOf('two')]], idOf('two')]);
  becomes('two');
  expect([adopted(), kept()]).toEqual([[], [idOf('one'), idOf('two')].sort()]);
  rig.insert(1, 'plain');
  rig.timers.advance(5000);
  expect([adopted(), isNow()]).toEqual([[], '']);
});

test('an earlier state is loaded as a leap, with all values, and what was there is not written over it', () => {
  start();
  becomes('two');
  rig.apply(`${insertPath(1)}/values`, { gain: 7 });
  rig.timers.advance(10);
  const rack = rig.racks.rack(1);
  rack.said.length = 0;
  expect(rig.apply(row, { pluginState: idOf('one') })).toEqual([]);
  expect(rig.device.observe().values.find(({ field }) => field === 'pluginState')?.state).toBe('unverified');
  rig.timers.advance(10);
  expect(rack.loaded).toEqual(['', 'one']);
  const verbs = ['load', 'value', 'value', 'value', 'value', 'commit', 'readings'];
  expect(rack.said.map((line) => line.split(' ')[0])).toEqual(verbs);
  expect(rack.said).toContain('value input-1-insert1 gain 7');
  expect(rack.said).toContain('commit input-1-insert1 leap');
  expect([isNow(), rig.state(1)]).toEqual([idOf('one'), 'running']);
  rig.apply(row, { pluginState: idOf('one') });
  rig.timers.advance(10);
  expect(rack.loaded).toHaveLength(2);
});

test('a state that is wanted while the present one is being written waits for that', () => {
  start();
  becomes('two');
  const rack = rig.racks.rack(1);
  rack.ignores.add('save');
  becomes('three');
  rig.apply(row, { pluginState: idOf('one') });
  rig.timers.advance(100);
  expect(rack.loaded).toEqual(['']);
  rack.ignores.delete('save');
  becomes('three');
  expect(rack.loaded).toEqual(['', 'one']);
  expect(isNow()).toBe(idOf('one'));
});

test('another plugin with its state, as an undo brings it, begins with that', () => {
  start();
  rig.apply(row, { pluginState: '' });
  rig.insert(1, 'comp');
  rig.timers.advance(1100);
  becomes('two');
  rig.device.apply(99, [
    { path: `${insertPath(1)}/values`, field: 'plugin:uri', value: 'urn:eq' },
    { path: row, field: 'pluginState', value: idOf('one') },
  ]);
  rig.timers.advance(10);
  expect(rig.racks.rack(1).loaded.at(-1)).toBe('one');
  expect([isNow(), rig.state(1)]).toEqual([idOf('one'), 'running']);
});

test('what is kept no more, and what is no id, is refused with its reason, and the plugin plays on', () => {
  start();
  for (const [wrong, reason] of [
    ['f'.repeat(32), /kept no more/],
    ['../index.json', /kept no more/],
    [7, /must be a text/],
  ] as const) {
    expect(rig.apply(row, { pluginState: wrong })).toMatchObject([
      { state: 'refused', reason: expect.stringMatching(reason) },
    ]);
  }
  rig.timers.advance(10);
  expect([isNow(), rig.state(1), rig.racks.rack(1).loaded]).toEqual([idOf('one'), 'running', ['']]);
});

test('a state that the plugin does not take is no reason for silence: it begins without one', () => {
  start();
  becomes('two');
  const rack = rig.racks.rack(1);
  rack.refuses.set('commit', 'its state is damaged');
  rig.apply(row, { pluginState: idOf('one') });
  rig.timers.advance(10);
  rack.refuses.clear();
  rig.timers.advance(1100);
  expect([rig.state(1), rack.loaded]).toEqual(['running', ['', 'one', '']]);
});

test('a plugin that crashed is back with its last state, also while it was to get another one', () => {
  start();
  becomes('two');
  rig.racks.rack(1).crash('input-1-insert1');
  rig.timers.advance(20);
  expect(rig.racks.rack(2).loaded).toEqual(['two']);
  rig.racks.rack(2).ignores.add('commit');
  rig.apply(row, { pluginState: idOf('one') });
  rig.racks.rack(2).crash('input-1-insert1');
  rig.timers.advance(1100);
  expect(rig.racks.rack(2).loaded).toEqual(['one']);
  expect(isNow()).toBe(idOf('one'));
});

test('a control process that comes adopts what the state became meanwhile, and a fresh host takes what the desk has', () => {
  start();
  const old = isNow();
  becomes('two');
  adopted();
  rig.apply(row, { pluginState: old }, true);
  rig.timers.advance(10);
  expect([adopted(), isNow(), rig.racks.rack(1).loaded]).toEqual([
    [[row, 'pluginState', idOf('two')]],
    idOf('two'),
    [''],
  ]);
  rig.device.close();
  rig.device = rig.open();
  rig.device.apply(
    1,
    [
      { path: `${insertPath(1)}/values`, field: 'plugin:uri', value: 'urn:eq' },
      { path: row, field: 'pluginState', value: old },
    ],
    true,
  );
  rig.timers.advance(10);
  expect([isNow(), rig.racks.rack(1).loaded]).toEqual([old, ['one']]);
});

test('a folder that can not be written costs nothing but the states', () => {
  writeFileSync(join(rig.folder, 'states'), '');
  start();
  expect([adopted(), isNow(), rig.state(1)]).toEqual([[], '', 'running']);
  rmSync(join(rig.folder, 'states'));
  mkdirSync(join(rig.folder, 'states'));
  becomes('two');
  expect(adopted()).toEqual([[row, 'pluginState', idOf('two')]]);
});
