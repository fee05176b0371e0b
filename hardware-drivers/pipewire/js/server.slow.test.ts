// Against a real PipeWire: what it has is made by its own programs and read by this driver.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GraphSnapshot } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Daemon, until } from '../test/daemon.ts';
import { OpenedServer } from '../test/opened-server.ts';
import { type PipeWire, pipewires, whyNot } from '../test/pipewires.ts';

const isBuilt = existsSync(fileURLToPath(new URL('../build/Release/pipewire.node', import.meta.url)));

// The client's library is the installed one; over the others it is that of the server: test/pipewire.
const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let opened: OpenedServer;

  const now = () => opened.now();
  const becomes = (what: string, holds: (graph: GraphSnapshot) => boolean) => opened.becomes(what, holds);
  const hasAll = ({ nodes }: GraphSnapshot) =>
    nodes.filter(({ ports }) => ports.length === 4 && ports.every(({ latencyFrames }) => latencyFrames !== null))
      .length === 2;
  const set = (key: string, value: number) => daemon.run('pw-metadata', '-n', 'settings', '0', key, String(value));
  const link = (...args: string[]) => daemon.run('pw-link', ...args);

  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    opened = new OpenedServer(daemon);
    await becomes('both sinks', hasAll);
  });
  afterEach(async () => {
    opened.server.close();
    await daemon.remove();
  });

  test('it is the server of this version', () => {
    expect(daemon.run('pw-cli', 'info', '0')).toContain(`version: "${pipewire.version}"`);
  });

  test('its nodes and ports have stable ids, the labels of people, and latencies', () => {
    const [hall, room] = now().nodes;
    expect(hall).toMatchObject({ id: 'hall', label: 'Hall & foyer', kind: 'device' });
    expect(room).toMatchObject({ id: 'monitor~20room', label: 'Monitor room' });
    expect(room?.ports).toEqual([
      { id: 'monitor~20room:playback_FL', label: 'playback_FL', direction: 'sink', channel: 1, latencyFrames: 0 },
      { id: 'monitor~20room:monitor_FL', label: 'monitor_FL', direction: 'source', channel: 1, latencyFrames: 0 },
      { id: 'monitor~20room:playback_FR', label: 'playback_FR', direction: 'sink', channel: 2, latencyFrames: 0 },
      { id: 'monitor~20room:monitor_FR', label: 'monitor_FR', direction: 'source', channel: 2, latencyFrames: 0 },
    ]);
  });

  test('a link comes and goes with its owner; of one that outlives its maker nobody knows who that was', async () => {
    expect(now().links).toEqual([]);
    link('hall:monitor_FL', 'monitor room:playback_FR');
    await becomes('the link', ({ links }) => links.length === 1);
    const [made] = now().links;
    expect(made).toMatchObject({ from: 'hall:monitor_FL', to: 'monitor~20room:playback_FR', owner: 'unknown' });
    expect(Math.abs(Date.now() - (made?.sinceMs ?? 0))).toBeLessThan(60_000);

    const ports = /id (\d+), type PipeWire:Interface:Port[\s\S]*?port\.alias = "([^"]+)"/g;
    const numberOf = (alias: string) =>
      [...daemon.run('pw-cli', 'ls', 'Port').matchAll(ports)].find(([, , found]) => found === alias)?.[1];
    const nodes = daemon.run('pw-cli', 'ls', 'Node').matchAll(/id (\d+), type/g);
    const [hall, room] = [...nodes].map(([, number]) => number);
    const [from, to] = [numberOf('Hall & foyer:monitor_FR'), numberOf('Monitor room:playback_FL')];
    daemon.talk('pw-cli', `create-link ${hall} ${from} ${room} ${to}\n`);
    await becomes('the second', ({ links }) => links.length === 2);
    expect(now().links[1]).toMatchObject({
      from: 'hall:monitor_FR',
      to: 'monitor~20room:playback_FL',
      owner: 'pw-cli',
    });

    const observed = opened.changes;
    link('-d', 'hall:monitor_FL', 'monitor room:playback_FR');
    await becomes('its end', ({ links }) => links.length === 1);
    expect(opened.changes).toBeGreaterThan(observed);
  });

  test('rate and quantum are those of the cycle that runs, with the forced rate beside them', async () => {
    link('hall:monitor_FL', 'monitor room:playback_FL');
    await becomes('a clock', ({ rate }) => rate === 48000);
    expect(now()).toMatchObject({ driving: 'hall', quantum: 256, forcedRate: null });
    set('clock.force-quantum', 64);
    await becomes('the quantum', ({ quantum }) => quantum === 64);
    set('clock.force-rate', 96000);
    await becomes('the rate', ({ rate }) => rate === 96000);
    expect(now().forcedRate).toBe(96000);
    set('clock.force-rate', 0);
    await becomes('its end', ({ forcedRate }) => forcedRate === null);
    // 0.3.65 stays at the rate while it runs, newer ones go back: either way it is the cycle that says so
    expect([48000, 96000]).toContain(now().rate);
  });

  test('what is asked for while nothing runs is no rate', async () => {
    set('clock.force-rate', 44100);
    await becomes('what was asked', ({ forcedRate }) => forcedRate === 44100);
    await becomes('nothing that runs', ({ driving }) => driving === '');
    expect(now()).toMatchObject({ rate: 0, quantum: 0 });
    link('hall:monitor_FL', 'monitor room:playback_FL');
    await becomes('a clock', ({ rate }) => rate === 44100);
  });

  test('after a SIGKILL all is gone with the reason, and all that is there again has the ids that it had', async () => {
    const before = now().nodes;
    link('hall:monitor_FL', 'monitor room:playback_FL');
    await becomes('the link', ({ links }) => links.length === 1);
    await daemon.end('SIGKILL');
    await becomes('its end', ({ reason }) => reason !== '');
    expect(now()).toMatchObject({ nodes: [], links: [], driving: '', rate: 0 });
    await until('a warning', () => opened.warned.includes(daemon.socket));
    daemon.start();
    await becomes('its return', hasAll);
    expect(now().nodes).toEqual(before);
    // links do not outlive the server
    expect(now().links).toEqual([]);
    await until('the end of the warning', () => opened.warned === '');
  });

  test('its drivers have priorities, and those that run rate and quantum', async () => {
    expect(now().drivers).toMatchObject([
      { node: 'hall', priority: 200, rate: 0, quantum: 0 },
      { node: 'monitor~20room', priority: 100, rate: 0, quantum: 0 },
    ]);
    link('hall:monitor_FL', 'monitor room:playback_FL');
    await becomes('a clock', ({ drivers }) => drivers?.[0]?.rate === 48000);
    expect(now().drivers?.[0]).toMatchObject({ node: 'hall', priority: 200, rate: 48000, quantum: 256 });
  });

  test('the defaults are those of the metadata, and none where there is no such node', async () => {
    expect(now()).toMatchObject({ defaultSource: '', defaultSink: '' });
    const choose = (key: string, name: string) =>
      daemon.run('pw-metadata', '-n', 'default', '0', key, JSON.stringify({ name }), 'Spa:String:JSON');
    choose('default.audio.sink', 'monitor room');
    await becomes('the default', ({ defaultSink }) => defaultSink === 'monitor~20room');
    choose('default.audio.source', 'gone');
    choose('default.audio.sink', 'gone');
    await becomes('none', ({ defaultSink, defaultSource }) => defaultSink === '' && defaultSource === '');
  });
};

for (const pipewire of pipewires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`a PipeWire server ${pipewire.version}`, () => tests(pipewire));
}
