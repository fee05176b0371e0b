import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { described, insertPath, PluginsRig } from './device-fixture.ts';

let rig: PluginsRig;
const first = 'input-1-insert1';

beforeEach(() => {
  rig = new PluginsRig(['eq', 'comp', 'verb'].map((id) => described(id)));
});
afterEach(() => rig.close());

const loads = (number: number, place = first) =>
  rig.racks.all.filter((rack) => rack.number === number && rack.said.some((line) => line.startsWith(`load ${place}`)));

test('a plugin that crashes is back at once in a rack of its own, with its state, and the others in theirs', () => {
  rig.insert(1, 'eq', { gain: 5 });
  rig.insert(2, 'comp');
  const file = join(rig.folder, 'state', `${first}.eq.state`);
  writeFileSync(file, 'saved');
  rig.racks.rack(1).crash(first);
  rig.timers.advance(20);
  expect(rig.racks.alive).toEqual([1, 2]);
  expect(rig.released).toEqual([`${first} 1`, 'input-2-insert1 1']);
  expect(rig.racks.rack(2).said).toContain(`load ${first} lv2 urn:eq /lv2/eq.lv2 ${file}`);
  expect(rig.racks.rack(2).said).toContain(`value ${first} gain 5`);
  expect(rig.racks.rack(1).said[0]).toContain('load input-2-insert1');
  expect([rig.state(1), rig.state(2)]).toEqual(['running', 'running']);
  expect(rig.read('/plugins/eq')).toEqual({
    crashes: 1,
    lastFault: expect.stringMatching(/^2026-01-01T.* input-1-insert1: crash: SIGSEGV$/),
  });
  expect(rig.read('/plugins/comp')).toEqual({});
});

test('it is tried again after 0 and 1 s, and the third fault quarantines it until the desk lets it out', () => {
  rig.insert(1, 'eq');
  rig.insert(2, 'eq');
  rig.racks.rack(1).crash(first);
  rig.timers.advance(1100);
  expect([rig.state(1), rig.state(2)]).toEqual(['running', 'running']);
  rig.racks.rack(2).crash(first);
  rig.timers.advance(900);
  expect(rig.read(insertPath(1))).toMatchObject({ state: 'set-aside', reason: 'crash: SIGSEGV', latencyFrames: 0 });
  expect(rig.warnings.get(`place ${first}`)).toBe(
    'eq in insert1 of input 1 is set aside, and tried again: crash: SIGSEGV',
  );
  rig.timers.advance(200);
  expect(rig.state(1)).toBe('running');
  expect([...rig.warnings]).toEqual([]);
  rig.racks.rack(2).crash(first);
  rig.timers.advance(60_000);
  expect([rig.state(1), rig.state(2)]).toEqual(['quarantined', 'quarantined']);
  expect(rig.adopted).toMatchObject([{ path: '/plugins/eq', field: 'quarantined', value: true }]);
  expect(rig.warnings.size).toBe(2);
  expect(rig.racks.alive).toEqual([]);
  rig.apply('/plugins/eq', { quarantined: false });
  rig.timers.advance(20);
  expect([rig.state(1), rig.state(2)]).toEqual(['running', 'running']);
  expect(rig.read('/plugins/eq')).toMatchObject({ crashes: 3, quarantined: false });
});

test('faults that lie ten minutes apart quarantine nothing', () => {
  rig.insert(1, 'eq');
  for (let i = 0; i < 6; i++) {
    rig.racks.rack(i === 0 ? 1 : 2).crash(first);
    rig.timers.advance(6 * 60_000);
    expect(rig.state(1)).toBe('running');
  }
});

test('one fault of a plugin at several places counts once', () => {
  for (const input of [1, 2, 3, 4]) rig.insert(input, 'eq');
  const rack = rig.racks.rack(1);
  for (const input of [1, 2, 3, 4]) {
    rack.tell({ event: 'fault', place: `input-${input}-insert1`, kind: 'late', detail: '3 of 8 blocks' });
  }
  rig.timers.advance(50);
  expect([1, 2, 3, 4].map((input) => rig.state(input))).toEqual(['running', 'running', 'running', 'running']);
  expect(rig.read('/plugins/eq').crashes).toBe(4);
});

test('a fault that ends no rack takes one plugin out, and leaves the others where they are', () => {
  rig.insert(1, 'eq');
  rig.insert(2, 'comp');
  const rack = rig.racks.rack(1);
  rack.tell({ event: 'fault', place: first, kind: 'not-finite', detail: 'NaN' });
  rig.timers.advance(20);
  expect(rack.said).toContain(`unload ${first}`);
  expect(rack.said).not.toContain(`save ${first} ${join(rig.folder, 'state', `${first}.eq.state`)}`);
  expect(loads(2)).toHaveLength(1);
  expect(rig.racks.alive).toEqual([1, 2]);
  expect(rack.said.filter((line) => line.includes('input-2'))).toHaveLength(7);
});

test('a rack that says nothing for 2 s is killed, and so is one that does not answer for 10 s, by whose fault it is', () => {
  rig.insert(1, 'eq');
  rig.insert(2, 'comp');
  // Their first states are saved.
  rig.timers.advance(1100);
  rig.racks.rack(1).speaks = false;
  rig.timers.advance(2600);
  expect([rig.state(1), rig.state(2)]).toEqual(['running', 'running']);
  expect(rig.racks.all.map(({ number }) => number)).toEqual([1, 1]);
  rig.racks.rack(1).ignores.add('commit');
  rig.apply(`${insertPath(2)}/values`, { gain: 3 });
  rig.timers.advance(10_600);
  expect(rig.read('/plugins/comp').lastFault).toContain('input-2-insert1: hang: no answer for 10 s');
  expect(rig.read('/plugins/eq')).toEqual({});
  expect(rig.racks.alive).toEqual([1, 2]);
  expect(rig.read(`${insertPath(2)}/values`).gain).toBe(3);
});

test('of ends without a word the first is no fault, and later ones find the plugin by racks of its own', () => {
  for (const [index, id] of ['eq', 'comp', 'verb'].entries()) rig.insert(index + 1, id);
  rig.racks.rack(1).end('SIGKILL');
  rig.timers.advance(20);
  expect([1, 2, 3].map((input) => rig.state(input))).toEqual(['running', 'running', 'running']);
  expect(rig.racks.alive).toEqual([1]);
  rig.racks.rack(1).end('exit code 3');
  rig.timers.advance(20);
  expect(rig.read(insertPath(1))).toMatchObject({ state: 'set-aside', reason: 'its rack ended: exit code 3' });
  rig.timers.advance(1000);
  expect(rig.racks.alive).toEqual([2, 3, 4]);
  rig.racks.rack(3).end('exit code 3');
  rig.timers.advance(20);
  expect(rig.read('/plugins/comp')).toMatchObject({ crashes: 1 });
  expect([1, 2, 3].map((input) => rig.state(input))).toEqual(['running', 'running', 'running']);
  expect([rig.read('/plugins/eq'), rig.read('/plugins/verb')]).toEqual([{}, {}]);
});

test('a program that does not start is tried again more and more seldom', () => {
  rig.racks.prepare = (rack) => rack.end('spawn ENOEXEC');
  rig.insert(1, 'eq');
  rig.timers.advance(60_000);
  expect(rig.read(insertPath(1))).toMatchObject({ state: 'set-aside', reason: 'its rack ended: spawn ENOEXEC' });
  expect(rig.racks.all.length).toBeLessThan(9);
  rig.racks.prepare = () => {};
  rig.timers.advance(60_000);
  expect(rig.state(1)).toBe('running');
  expect(rig.read('/plugins/eq')).toEqual({});
});

test('a plugin that can not be made is no strike: the reason stands, and it is tried again', () => {
  rig.racks.prepare = (rack) => void rack.refuses.set('load', 'it needs the feature urn:ui');
  rig.insert(1, 'eq');
  rig.insert(2, 'comp');
  expect(rig.read(insertPath(1))).toMatchObject({ state: 'set-aside', reason: 'it needs the feature urn:ui' });
  rig.timers.advance(7500);
  expect(rig.racks.rack(1).said.filter((line) => line.startsWith('unload'))).toHaveLength(8);
  expect(rig.racks.rack(1).said.filter((line) => line.startsWith(`load ${first}`))).toHaveLength(4);
  rig.racks.prepare = () => {};
  rig.racks.rack(1).refuses.clear();
  rig.timers.advance(60_000);
  expect(rig.state(1)).toBe('running');
  expect(rig.read('/plugins/eq')).toEqual({});
});

test('lines that are no events, and events about nobody, change nothing', () => {
  rig.insert(1, 'eq', { gain: 5 });
  const before = rig.device.observe().values;
  const rack = rig.racks.rack(1);
  for (const line of ['', '{', 'null', '[]', '"x"', '{"event":"no"}', 'x'.repeat(100_000)]) rack.babble(line);
  for (const event of ['done', 'refused', 'saved', 'latency', 'readings', 'changed', 'state-changed']) {
    rack.tell({ event, id: 99, place: 'input-9-insert1', values: { gain: 1 } });
    rack.tell({ event, id: 'x', place: 7, values: [1], properties: 3, frames: -1 });
  }
  rack.tell({ event: 'readings', place: first, values: { gr: 'x', gain: null } });
  rig.timers.advance(20);
  expect(rig.device.observe().values).toEqual(before);
});

test('crashes are kept from start to start; states of plugins that left their places are removed at the end', () => {
  rig.insert(1, 'eq');
  rig.racks.rack(1).crash(first);
  rig.timers.advance(20);
  const file = (id: string) => join(rig.folder, 'state', `${first}.${id}.state`);
  for (const id of ['eq', 'comp']) writeFileSync(file(id), '');
  rig.insert(1, 'comp');
  rig.device.close();
  expect([existsSync(file('eq')), existsSync(file('comp'))]).toEqual([false, true]);
  rig.device = rig.open();
  expect(rig.read('/plugins/eq')).toMatchObject({ crashes: 1 });
});

test('a plugin that does not fit into another slot of its place is tried again; one that takes no value plays on', () => {
  rig.insert(1, 'eq');
  const rack = rig.racks.rack(1);
  rack.tell({ event: 'refused', id: 0, place: first, reason: 'not at 192 kHz' });
  rig.timers.advance(500);
  expect(rig.read(insertPath(1))).toMatchObject({ state: 'set-aside', reason: 'not at 192 kHz' });
  rig.timers.advance(600);
  expect(rig.state(1)).toBe('running');
  rack.refuses.set('commit', 'the plugin takes no such value of gain');
  rig.apply(`${insertPath(1)}/values`, { gain: 4 });
  rig.timers.advance(10);
  rack.refuses.clear();
  expect(rig.state(1)).toBe('running');
  expect(rig.device.observe().values.find(({ field }) => field === 'gain')?.state).toBe('unverified');
});
