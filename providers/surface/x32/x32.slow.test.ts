import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { integer, type OpenedSurface, openX32, X32Peer } from './x32-fixture.ts';

const providers = [
  'console',
  'channel',
  'cue',
  'history',
  'meters',
  'patch',
  'safety',
  'scenes',
  'source',
  'stagebox',
  'streams',
];

let desk: TestHost;
let surface: OpenedSurface;
let peers: X32Peer[];
beforeEach(async () => {
  desk = await startTestHost({ providers: [...providers, 'surface', 'warnings', 'talkback'] });
  surface = await openX32(desk.url);
  peers = [];
});
afterEach(async () => {
  for (const peer of peers) peer.close();
  await surface.close();
  await desk.close();
});

async function join(address?: string): Promise<X32Peer> {
  const peer = await X32Peer.open(surface.port, address);
  peers.push(peer);
  return peer;
}

async function shows(path: string, fields: object): Promise<void> {
  const watched = await desk.watch(path);
  for (;;) {
    const { row } = await watched.next();
    if (Object.entries(fields).every(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value))) break;
  }
  watched.close();
}

test('who is there: /info has four texts, /xinfo and /status the address', async () => {
  const peer = await join();
  peer.send('/info');
  expect(await peer.values('/info')).toEqual(['V2.07', 'Rowdesk', 'X32', '4.06']);
  peer.send('/xinfo');
  expect(await peer.values('/xinfo')).toEqual(['127.0.0.1', 'Rowdesk', 'X32', '4.06']);
  peer.send('/status');
  expect(await peer.values('/status')).toEqual(['active', '127.0.0.1', 'Rowdesk']);
});

test('a fader is read and written as a position, a mute as on, a pan as a position, a name as a text', async () => {
  const peer = await join();
  await desk.patch('/channel/input/1', { levelDb: 0, muted: true, pan: -100, name: 'Vox' });
  expect(await peer.ask('/ch/01/mix/fader')).toBeCloseTo(0.75, 3);
  expect(await peer.ask('/ch/01/mix/on')).toBe(0);
  expect(await peer.ask('/ch/01/mix/pan')).toBe(0);
  expect(await peer.ask('/ch/01/config/name')).toBe('Vox');
  peer.send('/ch/01/mix/fader', 0.5);
  peer.send('/ch/01/mix/on', integer(1));
  peer.send('/ch/01/mix/pan', 0.5);
  peer.send('/ch/01/config/name', 'Vox 2');
  await shows('/channel/input/1', { levelDb: -10, muted: false, pan: 0, name: 'Vox 2' });
});

test('a change is pushed to clients that follow, but not to the client that wrote it', async () => {
  const [one, other] = [await join(), await join()];
  for (const peer of [one, other]) peer.follow();
  await one.ask('/ch/01/mix/fader');
  await other.ask('/ch/01/mix/fader');
  one.send('/ch/01/mix/fader', 0.25);
  const near =
    (position: number) =>
    ([value]: readonly unknown[]) =>
      Math.abs(Number(value) - position) < 0.001;
  await other.values('/ch/01/mix/fader', near(0.25));
  await desk.patch('/channel/input/1', { muted: true });
  expect(await one.values('/ch/01/mix/on')).toEqual([0]);
  const written = one.heard.filter(({ address, values }) => address === '/ch/01/mix/fader' && near(0.25)(values));
  expect(written).toEqual([]);
  await desk.patch('/channel/input/1', { levelDb: 5 });
  await one.values('/ch/01/mix/fader', near(0.875));
});

test('what this desk lacks reads as its default; a write is remembered while the client follows, and the log says so once', async () => {
  const [one, other] = [await join(), await join()];
  one.follow();
  expect(await one.ask('/ch/01/config/icon')).toBe(1);
  one.send('/ch/01/config/icon', integer(30));
  one.send('/ch/02/config/icon', integer(31));
  expect(await one.ask('/ch/01/config/icon')).toBe(30);
  expect(await other.ask('/ch/01/config/icon')).toBe(1);
  expect(surface.said).toEqual(['/ch/{ch}/config/icon is written, and has no effect here']);
  one.send('/unsubscribe');
  await one.answered();
  expect(await one.ask('/ch/01/config/icon')).toBe(1);
});

test('a value that the desk does not take is shown as it is', async () => {
  const peer = await join();
  peer.follow();
  await peer.ask('/ch/01/mix/fader');
  // A subgroup is none here, and a delay of half a second neither.
  peer.send('/ch/01/mix/01/type', integer(5));
  expect(await peer.values('/ch/01/mix/01/type')).toEqual([4]);
  peer.send('/ch/01/delay/time', 1);
  expect(await peer.values('/ch/01/delay/time')).toEqual([0]);
});

test('/node has the texts of a node, and / takes them', async () => {
  const peer = await join();
  await desk.patch('/channel/input/1', { levelDb: -10, pan: 20, name: 'Lead vox' });
  await desk.patch('/channel/input/1/eq/bands/2', { frequencyHz: 1970, gainDb: 2.5, q: 2 });
  expect(await peer.node('ch/01/mix')).toBe('/ch/01/mix ON -10.0 ON +20 ON -oo\n');
  expect(await peer.node('/ch/01/config')).toBe('/ch/01/config "Lead vox" 1 OFF 0\n');
  expect(await peer.node('ch/01/eq/2')).toBe('/ch/01/eq/2 PEQ 1k97 +2.50 2.0\n');
  expect(await peer.node('config/chlink')).toMatch(/^\/config\/chlink( OFF){16}\n$/);
  expect(await peer.node('ch/01/mix/fader')).toBe('/ch/01/mix/fader -10.0\n');
  peer.send('/', 'ch/01/mix OFF -3.5');
  await shows('/channel/input/1', { levelDb: -3.5, muted: true, pan: 20 });
  peer.send('/', '/ch/01/config "Second vox" 5 RD\nch/01/eq/2 PEQ 4k53');
  await shows('/channel/input/1', { name: 'Second vox', colour: 'red' });
  peer.send('/ch/01/mix/fader', '-20.0');
  await shows('/channel/input/1', { levelDb: -20 });
});

test('a node by its address has all its values, and takes them', async () => {
  const peer = await join();
  peer.send('/ch/01/eq/1');
  expect(await peer.values('/ch/01/eq/1')).toHaveLength(4);
  peer.send('/ch/01/eq/1', integer(2), 0.5, 0.75, 0.5);
  await shows('/channel/input/1/eq/bands/1', { type: 'peak', gainDb: 7.5 });
});

test('sends, groups, colours, taps, gates and dynamics stand for the rows of the strip', async () => {
  const peer = await join();
  peer.send('/ch/01/mix/01/level', 0.75);
  peer.send('/ch/01/mix/01/on', integer(0));
  peer.send('/ch/01/mix/01/type', integer(3));
  await shows('/channel/input/1/sends/mix/1', { levelDb: 0, on: false, tapPoint: 'Pre-Fader' });
  await shows('/channel/input/1/sends/mix/2', { tapPoint: 'Pre-Fader' });
  peer.send('/ch/01/grp/dca', integer(0b11));
  peer.send('/ch/01/grp/mute', '%000001');
  peer.send('/ch/01/config/color', integer(9));
  await shows('/channel/input/1', { dcas: [1, 2], muteGroups: [1], colour: 'red' });
  expect(await peer.ask('/ch/01/config/color')).toBe(9);
  peer.send('/ch/01/dyn/ratio', integer(6));
  peer.send('/ch/01/gate/on', integer(1));
  peer.send('/ch/01/gate/keysrc', integer(2));
  await shows('/channel/input/1/chain/processors/comp/values', { ratio: 4 });
  await shows('/channel/input/1/chain/processors/gate', { enabled: true });
  await shows('/channel/input/1/chain/processors/gate/key', { source: { kind: 'input', index: 2 } });
  peer.send('/-stat/solosw/01', integer(1));
  await shows('/channel/input/1', { soloed: true });
  peer.send('/-action/clearsolo', integer(1));
  await shows('/channel/input/1', { soloed: false });
  peer.send('/config/mute/1', integer(1));
  await shows('/channel/muteGroup/1', { muted: true });
});

test('two X32 apps, a page and a script on one fader settle on one value', async () => {
  const [one, other] = [await join(), await join()];
  for (const peer of [one, other]) peer.follow();
  await one.ask('/ch/01/mix/fader');
  await other.ask('/ch/01/mix/fader');
  const watched = await desk.watch('/channel/input/1');
  for (let n = 0; n < 40; n += 1) {
    one.send('/ch/01/mix/fader', n / 100);
    other.send('/ch/01/mix/fader', 1 - n / 100);
    await desk.patch('/channel/input/1', { levelDb: -n });
  }
  await desk.patch('/channel/input/2', { levelDb: -1 });
  let last: readonly unknown[] = [];
  // Nobody writes any more, and all read the same: the desk, both apps, and whoever watches.
  await vi.waitFor(async () => {
    const { levelDb } = (await desk.get('/channel/input/1')).body;
    last = [await one.ask('/ch/01/mix/fader'), await other.ask('/ch/01/mix/fader')];
    expect(last[0]).toBe(last[1]);
    one.send('/node', 'ch/01/mix/fader');
    const [line] = await one.values('node');
    expect(Number(String(line).trim().split(' ')[1])).toBeCloseTo(levelDb, 0);
  });
  watched.close();
});

test('scenes: their names, the current one, a recall by number, and a store', async () => {
  const peer = await join();
  peer.send('/save', 'scene', integer(0), 'Opening', '');
  expect(await peer.values('/save')).toEqual(['scene', 1]);
  await vi.waitFor(async () => expect(await peer.ask('/-show/showfile/scene/000/name')).toBe('Opening'));
  await vi.waitFor(async () => expect(await peer.ask('/-show/prepos/current')).toBe(0));
  await desk.patch('/channel/input/1', { levelDb: -7 });
  peer.send('/-action/goscene', integer(0));
  await shows('/channel/input/1', { levelDb: -144 });
  peer.send('/load', 'scene', integer(7));
  expect(await peer.values('/load')).toEqual(['scene', 0]);
});
