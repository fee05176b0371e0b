// The links that the desk wants, made and kept at a real PipeWire; pw-link says what is there.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LinkEnds } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Daemon, until } from '../test/daemon.ts';
import { linksOf } from '../test/links-of.ts';
import { OpenedServer } from '../test/opened-server.ts';
import { type PipeWire, pipewires, whyNot } from '../test/pipewires.ts';

const isBuilt = existsSync(fileURLToPath(new URL('../build/Release/pipewire.node', import.meta.url)));
const left = { from: 'hall:monitor_FL', to: 'monitor~20room:playback_FL' };
const right = { from: 'hall:monitor_FR', to: 'monitor~20room:playback_FR' };
/** A sink that has no ports before something configures it. */
const sink = (name: string) =>
  `{ factory.name = support.null-audio-sink node.name = ${name} media.class = Audio/Sink object.linger = true audio.position = [ FL FR ] }`;
const asSeen = ({ from, to }: LinkEnds) => `${from} -> ${to}`.replaceAll('~20', ' ');

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let opened: OpenedServer;

  const seen = () => linksOf(daemon);
  const isMet = () =>
    until(
      'all wanted links',
      () => opened.isMet(),
      () => opened.server.observe(),
    );
  const isHeld = (what: string, links: readonly LinkEnds[]) =>
    until(
      what,
      () => JSON.stringify(opened.held().value) === JSON.stringify(links),
      () => opened.held(),
    );
  const addSink = (name: string) => daemon.run('pw-cli', 'create-node', 'adapter', sink(name));
  const open = async () => {
    opened = new OpenedServer(daemon);
    await opened.becomes('both sinks', ({ nodes }) => nodes.filter(({ ports }) => ports.length === 4).length === 2);
  };

  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    await open();
  });
  afterEach(async () => {
    opened.server.close();
    await daemon.remove();
  });

  test('wanted links are made, are the desk’s, and end when they are wanted no more', async () => {
    expect(opened.want([left, right])).toEqual([]);
    // Under way is not refused: the revision says that it is not applied.
    expect(opened.server.observe()).toMatchObject({ revision: 0, values: [{ value: [], state: 'applied' }] });
    await isMet();
    expect(seen()).toEqual([left, right].map(asSeen));
    expect(opened.held()).toEqual({ path: '/patch', field: 'links', value: [left, right], state: 'applied' });
    await opened.becomes(
      'the owner',
      ({ links }) => links.length === 2 && links.every((each) => each.owner === 'rowdesk'),
    );
    opened.want([right]);
    await until('the end of one', () => seen().length === 1);
    expect(seen()).toEqual([asSeen(right)]);
    opened.want([]);
    await until('the end of all', () => seen().length === 0);
    await isMet();
  });

  test('what another client ends is made again, and was observed as gone', async () => {
    opened.want([left]);
    await isMet();
    daemon.run('pw-link', '-d', 'hall:monitor_FL', 'monitor room:playback_FL');
    await until('its observation', () => opened.held().state === 'refused');
    await isMet();
    expect(seen()).toEqual([asSeen(left)]);
  });

  test('a link that somebody else made counts as held, is not doubled, and stays when it is wanted no more', async () => {
    daemon.run('pw-link', 'hall:monitor_FL', 'monitor room:playback_FL');
    await opened.becomes('the link', ({ links }) => links.length === 1);
    opened.want([left]);
    await isMet();
    expect(seen()).toEqual([asSeen(left)]);
    expect(opened.now().links).toMatchObject([{ owner: 'rowdesk' }]);
    opened.want([]);
    await isMet();
    expect(opened.now().links).toMatchObject([{ owner: 'unknown' }]);
  });

  test('a link whose node is not there says so, and is made once the node comes, each time', async () => {
    const wanted = { from: 'hall:monitor_FL', to: 'stage:playback_FL' };
    opened.want([wanted, right]);
    await isHeld('the other one', [right]);
    expect(opened.held()).toMatchObject({ state: 'refused', reason: 'stage is not there' });
    for (const _ of [1, 2]) {
      addSink('stage');
      await isMet();
      // While the adapter is configured its ports may change once more, and the link with them.
      await until('the link', () => seen().includes(asSeen(wanted)), seen);
      daemon.run('pw-cli', 'destroy', 'stage');
      await isHeld('its end', [right]);
    }
    opened.want([{ from: 'hall:monitor_FL', to: 'hall:playback_LFE' }]);
    await until(
      'the reason',
      () => opened.held().reason === 'hall has no port playback_LFE',
      () => opened.held(),
    );
    opened.want([{ from: 'hall:playback_FL', to: 'monitor~20room:playback_FL' }]);
    await until(
      'the reason',
      () => opened.held().reason === 'hall:playback_FL gives no sound',
      () => opened.held(),
    );
  });

  test('after a SIGKILL of the daemon the links are made again, and after an end of the driver they stay', async () => {
    opened.want([left, right]);
    await isMet();
    await daemon.end('SIGKILL');
    await until('the loss', () => opened.held().state === 'refused');
    expect(opened.held().reason).toContain('the server is not there');
    daemon.start();
    await isMet();
    expect(seen()).toEqual([left, right].map(asSeen));
    opened.server.close();
    expect(seen()).toEqual([left, right].map(asSeen));
    // The next driver process knows them as the desk's.
    await open();
    await opened.becomes('their owner', ({ links }) => links.filter((each) => each.owner === 'rowdesk').length === 2);
    opened.want([left]);
    await until('the end of one', () => seen().length === 1);
  });

  test('200 links are made at once, in few announcements, and again after the daemon was killed', async () => {
    const sinks = Array.from({ length: 25 }, (_, n) => `stage-${n}`);
    const sources = ['hall', 'monitor~20room'].flatMap((node) => [`${node}:monitor_FL`, `${node}:monitor_FR`]);
    const wanted = sinks.flatMap((sink) =>
      sources.flatMap((from) => [
        { from, to: `${sink}:playback_FL` },
        { from, to: `${sink}:playback_FR` },
      ]),
    );
    const addSinks = () => daemon.talk('pw-cli', sinks.map((name) => `create-node adapter ${sink(name)}\n`).join(''));
    opened.want(wanted);
    for (const signal of [undefined, 'SIGKILL'] as const) {
      if (signal !== undefined) {
        await daemon.end(signal);
        daemon.start();
        await until('the loss', () => opened.held().state === 'refused');
        await until('a socket', () => existsSync(daemon.socket));
      }
      const before = opened.changes;
      addSinks();
      await isMet();
      expect(seen()).toEqual(wanted.map(asSeen).sort());
      // Of hundreds of events about nodes, ports and links.
      expect(opened.changes - before).toBeLessThan(wanted.length);
    }
  });

  test('a disconnect ends links of others, and says which is not there', async () => {
    daemon.run('pw-link', 'hall:monitor_FL', 'monitor room:playback_FL');
    daemon.run('pw-link', 'hall:monitor_FR', 'monitor room:playback_FR');
    await opened.becomes('both', ({ links }) => links.length === 2);
    const nowhere = { from: 'hall:monitor_FL', to: 'monitor~20room:playback_FR' };
    expect(() => opened.server.call('disconnect', { links: [left, nowhere] })).toThrow(
      'there is no link from hall:monitor_FL to monitor~20room:playback_FR',
    );
    expect(() => opened.server.call('disconnect', {})).toThrow('links must be a list');
    expect(() => opened.server.call('connect', {})).toThrow("an audio server can't connect");
    expect(seen().length).toBe(2);
    opened.server.call('disconnect', { links: [left] });
    await opened.becomes('one', ({ links }) => links.length === 1);
    expect(seen()).toEqual([asSeen(right)]);
  });

  test('bad values of the field are refused, and change nothing', async () => {
    opened.want([left]);
    await isMet();
    for (const value of [7, null, [7], [{ from: 'hall:monitor_FL' }]]) {
      const [reading] = opened.server.apply(9, [{ path: '/patch', field: 'links', value }]);
      expect(reading).toMatchObject({ state: 'refused', reason: 'links must be a list of { from, to }' });
    }
    expect(opened.server.apply(9, [{ path: '/patch', field: 'wanted', value: 'all' }])).toMatchObject([
      { field: 'wanted', state: 'refused' },
    ]);
    expect(opened.held().value).toEqual([left]);
    expect(seen()).toEqual([asSeen(left)]);
  });
};

for (const pipewire of pipewires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`links of PipeWire ${pipewire.version}`, () => tests(pipewire));
}
