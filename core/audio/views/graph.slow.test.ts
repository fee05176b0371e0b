// The graph from the process that has it to those who read it: real processes, a fake mixer, a fake audio server.
import { afterEach, expect, test } from 'vitest';
import type { GraphNode } from '../../services.ts';
import { endTrials, type Trial, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

const virtual = { id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' };

function nodeOf({ graph }: Trial, id: string): GraphNode | undefined {
  return graph.nodes.find((node) => node.id === id);
}
const ends = ({ graph }: Trial) => graph.links.map(({ from, to }) => `${from} ${to}`);

test('without an audio server the graph is the mixer and its devices, linked as the mixer says that it is', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual'], devices: [virtual] });
  await trial.until('the mixer', () => nodeOf(trial, 'mixer') !== undefined);
  await trial.until('a clock', () => trial.graph.rate === 48000);
  expect(trial.graph).toMatchObject({ driving: 'virtual-2x2', quantum: 64, forcedRate: null, servers: [] });
  const [source] = nodeOf(trial, 'virtual-2x2')?.ports ?? [];
  expect(source).toEqual({
    id: 'virtual-2x2:in-1',
    label: 'input 1',
    direction: 'source',
    channel: 1,
    latencyFrames: 1,
  });
  expect(nodeOf(trial, 'mixer')).toMatchObject({ device: '', present: true, driver: 'fake-mixer', kind: 'mixer' });
  await trial.until('the main', () => ends(trial).includes('mixer:main-1 virtual-2x2:out-1'));
  expect(ends(trial)).toEqual(['mixer:main-1 virtual-2x2:out-1']);
  const [main] = trial.graph.links;

  const patch = { path: '/channel/input/2', field: 'sourceId', value: 'virtual-2x2:in-1' };
  await trial.audio.call('mixer', 'set', patch);
  await trial.until('the link', () => trial.graph.links.length === 2);
  expect(trial.graph.links[0]).toMatchObject({ from: 'virtual-2x2:in-1', to: 'mixer:input-2', owner: 'rowdesk' });
  expect(trial.graph.links[1]).toEqual(main);
  await trial.audio.call('mixer', 'set', { ...patch, value: '' });
  await trial.until('its end', () => trial.graph.links.length === 1);
});

test('a device that is unplugged takes its links with it, stays known as absent, and comes back with its links', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'plug-box'], devices: [virtual] });
  await trial.until('the link', () => ends(trial).includes('mixer:main-1 plug-1:out-1'));
  await trial.audio.call('stagebox:plug-1', 'unplug', { forMs: 400 });
  await trial.until('its absence', () => nodeOf(trial, 'plug-1')?.present === false);
  expect(nodeOf(trial, 'plug-1')?.ports).not.toEqual([]);
  expect(ends(trial).join()).not.toContain('plug-1');
  await trial.until('its return', () => ends(trial).includes('mixer:main-1 plug-1:out-1'));
  expect(nodeOf(trial, 'plug-1')?.present).toBe(true);
});

test('a rate that is forced shows in the graph as what runs and what was asked for', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual'], devices: [virtual] });
  await trial.until('a clock', () => trial.graph.rate === 48000 && trial.comings.includes('clock present'));
  trial.apply('clock', [{ path: '/clock/force', field: 'rate', value: 96000 }]);
  await trial.until('the rate', () => trial.graph.rate === 96000);
  expect(trial.graph.forcedRate).toBe(96000);
});

test('when the audio process ends its nodes are absent and nothing is linked, until it is back', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual'], devices: [virtual] });
  await trial.until('a link', () => trial.graph.links.length === 1);
  const changes: string[] = [];
  trial.graph.onChange(() => changes.push(`${nodeOf(trial, 'mixer')?.present} ${trial.graph.links.length}`));
  trial.killAudio('SIGKILL');
  await trial.until('its return', () => changes.includes('true 1'));
  expect(changes[0]).toBe('false 0');
});

test('the target graph takes links that are there, and refuses those that nothing makes', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual'], devices: [virtual] });
  await trial.until('a link', () => trial.graph.links.length === 1 && trial.comings.includes('graph present'));
  const there = { from: 'mixer:main-1', to: 'virtual-2x2:out-1' };
  trial.apply('graph', [
    { path: '/patch', field: 'links', value: [there] },
    { path: '/patchbay/exclusive', field: 'wanted', value: 'all' },
  ]);
  await trial.until('both', () => trial.observed.get('/patchbay/exclusive wanted')?.value === 'all');
  expect(trial.observed.get('/patch links')).toMatchObject({ value: [there], state: 'applied' });
  trial.apply('graph', [
    { path: '/patch', field: 'links', value: [there, { from: 'virtual-2x2:in-1', to: 'virtual-2x2:out-2' }] },
  ]);
  await trial.until('the refusal', () => trial.observed.get('/patch links')?.state === 'refused');
  expect(trial.observed.get('/patch links')).toMatchObject({
    value: [there],
    reason: 'without an audio server nothing links virtual-2x2:in-1 to virtual-2x2:out-2',
  });
});

test('an audio server beside the mixer is read through a process of its own, under its own name, and is no device', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'fake-server'], devices: [virtual] });
  await trial.until('the server', () => trial.graph.servers[0]?.present === true);
  const port = { label: 'left', direction: 'source', channel: 1, latencyFrames: null };
  const sink = { ...port, id: 'box:in-1', direction: 'sink' };
  const nodes = [
    { id: 'player', label: 'Player', kind: 'stream', ports: [{ ...port, id: 'player:left' }] },
    { id: 'box', label: 'Box', kind: 'device', ports: [sink] },
  ];
  const links = [{ from: 'player:left', to: 'box:in-1', owner: 'somebody', sinceMs: 0 }];
  const clock = { driving: 'box', rate: 44100, quantum: 1024, forcedRate: 44100 };
  const drivers = [{ node: 'box', priority: 1010, rate: 44100, quantum: 1024 }];
  await trial.audio.call('graph:server-1', 'become', { nodes, links, drivers, defaultSink: 'box', ...clock });
  await trial.until('its link', () => trial.graph.links.some(({ owner }) => owner === 'somebody'));
  const link = trial.graph.links.find(({ owner }) => owner === 'somebody');
  expect(link).toMatchObject({
    id: 'server-1:player:left~-server-1:box:in-1',
    from: 'server-1:player:left',
    to: 'server-1:box:in-1',
    since: '1970-01-01T00:00:00.000Z',
  });
  expect(nodeOf(trial, 'server-1:box')).toMatchObject({ device: 'server-1', driver: 'fake-server', kind: 'device' });
  expect(trial.graph.servers).toEqual([
    {
      ...{ id: 'server-1', label: 'Fake server', driver: 'fake-server', present: true, reason: '' },
      ...{ readOnly: 'it is only read', driving: 'server-1:box', rate: 44100, quantum: 1024, forcedRate: 44100 },
      drivers: [{ node: 'server-1:box', priority: 1010, rate: 44100, quantum: 1024 }],
      ...{ defaultSource: '', defaultSink: 'server-1:box' },
    },
  ]);
  expect(trial.audio.devices.map(({ id }) => id)).toEqual(['virtual-2x2']);
  await trial.until('the mixer', () => trial.graph.driving === 'virtual-2x2');

  // what is there whatever runs stays known, a programme that ended does not
  await trial.audio.call('graph:server-1', 'become', { reason: 'it went' });
  await trial.until('its going', () => trial.graph.servers[0]?.present === false);
  expect(trial.graph.servers[0]).toMatchObject({ reason: 'it went', rate: 0, driving: '' });
  await trial.until('its driver', () => trial.choice('fake-server')?.state === 'degraded');
  expect(trial.choice('fake-server')?.reason).toContain('server-1: it went');
  expect(nodeOf(trial, 'server-1:box')).toMatchObject({ present: false, ports: [{ id: 'server-1:box:in-1' }] });
  expect(nodeOf(trial, 'server-1:player')).toBeUndefined();
});

test('a wrong answer of a graph is its reason, and harms no other value', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'fake-server'], devices: [virtual] });
  await trial.until('the server', () => trial.graph.servers[0]?.present === true);
  await trial.audio.call('graph:server-1', 'become', { fails: 'the library is gone' });
  await trial.until('its words', () => trial.graph.servers[0]?.reason === 'the library is gone');
  const nodes = [{ id: 'a b', label: '', kind: 'device', ports: [] }];
  await trial.audio.call('graph:server-1', 'become', { nodes });
  await trial.until('the fault', () => trial.graph.servers[0]?.reason.includes('/nodes/0/id') === true);
  await trial.until('the mixer', () => nodeOf(trial, 'mixer') !== undefined);
});
