// The addresses of a desk as OSCQuery: nodes, attributes, guards, and web sockets.
import { once } from 'node:events';
import { request } from 'node:http';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { encodeMessage, float } from '../../../../hardware-drivers/lib/osc/js/packet.ts';
import { type ReadMessage, readParcels } from '../../../../hardware-drivers/lib/osc/js/parcel.ts';
import { type OpenedSurface, openOsc } from '../osc-fixture.ts';

const level = '/channel/input/1/levelDb';

let desk: TestHost;
let surface: OpenedSurface;
let sockets: WebSocket[];
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'meters', 'streams', 'surface', 'warnings'] });
  surface = await openOsc(desk.url);
  await expect.poll(() => surface.report().queryPort).toBeGreaterThan(0);
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await surface.close();
  await desk.close();
});

const port = () => surface.report().queryPort as number;

/** The status, and the body as JSON where there is one. */
async function asked(target: string, headers: Record<string, string> = {}, localAddress = '127.0.0.1') {
  const sent = request({ host: '127.0.0.1', port: port(), path: target, headers, localAddress, agent: false });
  sent.end();
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const part of answer) text += part;
  return {
    status: answer.statusCode as number,
    headers: answer.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const body = async (target: string) => (await asked(target)).body;

test('a field is a node with its type, range, unit and value, as OPTIONS and GET have them', async () => {
  await desk.patch('/channel/input/1', { levelDb: -6.5, name: 'Vox' });
  const { fields } = (await desk.send('OPTIONS', '/channel/input/1')).body;
  expect(await body(level)).toEqual({
    ...{ FULL_PATH: level, TYPE: 'f', ACCESS: 3, VALUE: [-6.5], UNIT: ['gain.db'], CLIPMODE: ['none'] },
    RANGE: [{ MIN: fields.levelDb.minimum, MAX: fields.levelDb.maximum }],
    ...{ DESCRIPTION: fields.levelDb.title, TAGS: ['channel'] },
  });
  expect(await body('/channel/input/1/name?VALUE')).toEqual({ VALUE: ['Vox'] });
  expect(await body('/channel/input/1/dcas?VALUE')).toEqual({ VALUE: ['[]'] });
  expect(await body('/channel/input/1/index?TYPE&ACCESS')).toEqual({ TYPE: 'i', ACCESS: 1 });
  expect(await body('/console/locked?RANGE')).toEqual({ RANGE: [{ VALS: ['none', 'surface', 'all'] }] });
});

test('a part of the tree has its rows, their fields, and the rows below them', async () => {
  const strip = await body('/channel/input/1');
  expect([strip.FULL_PATH, strip.ACCESS, strip.CONTENTS.muted.TYPE]).toEqual(['/channel/input/1', 0, 'T']);
  expect(strip.CONTENTS.sends.CONTENTS.mix.CONTENTS[1].CONTENTS.levelDb.FULL_PATH).toBe(
    '/channel/input/1/sends/mix/1/levelDb',
  );
  const { CONTENTS: banks } = await body('/channel/dca');
  expect(Object.keys(banks)).toContain('8');
  expect(await body('/channel/dca/8?CONTENTS')).toEqual({ CONTENTS: banks[8].CONTENTS });
});

test('what is computed for watchers only has no value in the tree, and one when it is asked for by itself', async () => {
  const { levels } = (await body('/meters')).CONTENTS;
  expect([levels.TYPE, levels.VALUE, levels.TAGS]).toEqual(['s', undefined, ['meters', 'continuous', 'onDemand']]);
});

test('the host says where OSC goes and what it can', async () => {
  await desk.patch('/console', { name: 'FOH' });
  const info = await body('/anything?HOST_INFO');
  expect(info).toMatchObject({ NAME: 'FOH', OSC_PORT: surface.port, OSC_TRANSPORT: 'UDP' });
  expect(info.EXTENSIONS).toMatchObject({ VALUE: true, RANGE: true, LISTEN: true, PATH_CHANGED: true });
});

test.each([
  ['/nowhere', 404],
  ['/channel/input/1/nothing?VALUE', 404],
  ['/channel/input/1?VALUE', 204],
  [`${level}?CRITICAL`, 204],
  [`${level}?COLOUR`, 400],
  ['/channel?TYPE', 200],
])('%s answers %i', async (target, status) => {
  expect((await asked(target)).status).toBe(status);
});

test('a role that may not write has nodes that are read only', async () => {
  await surface.change({ role: 'view' });
  expect(await body(`${level}?ACCESS`)).toEqual({ ACCESS: 1 });
  await surface.change({ role: 'mix' });
  expect(await body(`${level}?ACCESS`)).toEqual({ ACCESS: 3 });
  expect(await body('/console/name?ACCESS')).toEqual({ ACCESS: 1 });
});

test('the guards of the desk hold: its names as Host, its own and trusted pages, methods that read', async () => {
  const statusOf = async (headers: Record<string, string>) => (await asked(`${level}?TYPE`, headers)).status;
  expect(await statusOf({ host: `desk.example.org:${port()}` })).toBe(200);
  expect(await statusOf({ host: `evil.example:${port()}` })).toBe(421);
  expect(await statusOf({ origin: 'https://evil.example' })).toBe(403);
  const trusted = await asked(`${level}?TYPE`, { origin: 'https://panel.example.org' });
  expect([trusted.status, trusted.headers['access-control-allow-origin']]).toEqual([200, 'https://panel.example.org']);
  const posted = await fetch(`http://127.0.0.1:${port()}/`, { method: 'POST' });
  expect(posted.status).toBe(405);
});

test('a machine that is not listed gets no answer, and is shown', async () => {
  await surface.change({ addresses: ['192.0.2.1'] });
  await expect.poll(() => surface.report().queryPort).toBeGreaterThan(0);
  await expect(asked('/', {}, '127.0.0.2')).rejects.toThrow();
  await expect.poll(() => surface.report().strangers.map(({ address }) => address)).toEqual(['127.0.0.2']);
});

/** A program on a web socket: what it hears, as messages of OSC and as commands. */
async function join(headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/`, { headers });
  sockets.push(socket);
  const heard: ReadMessage[] = [];
  const commands: { readonly COMMAND: string; readonly DATA: string }[] = [];
  socket.on('message', (message, isBinary) => {
    if (isBinary) heard.push(...readParcels(message as Buffer).flatMap(({ messages }) => messages));
    else commands.push(JSON.parse(message.toString()));
  });
  await once(socket, 'open');
  return {
    socket,
    heard,
    commands,
    command: (COMMAND: string, DATA: string) => socket.send(JSON.stringify({ COMMAND, DATA })),
  };
}

const valuesOf = (heard: readonly ReadMessage[], address: string) =>
  heard.filter((each) => each.address === address).map(({ values }) => values[0]);

test('who listens hears the value and each change until IGNORE, and writes by packets of OSC', async () => {
  const { socket, heard, command } = await join();
  command('LISTEN', level);
  await expect.poll(() => valuesOf(heard, level)).toEqual([-144]);
  await desk.patch('/channel/input/1', { levelDb: -7 });
  await expect.poll(() => valuesOf(heard, level).at(-1)).toBe(-7);
  socket.send(encodeMessage({ address: '/channel/input/2/levelDb', args: [float(-9)] }));
  await expect.poll(async () => (await desk.get('/channel/input/2')).body.levelDb).toBe(-9);
  expect((await desk.get('/surface/osc')).status).toBe(200);
  await expect.poll(() => surface.report().peers[0]).toMatchObject({ transport: 'ws', subscriptions: 1 });
  command('IGNORE', level);
  await expect.poll(() => surface.report().peers[0]).toMatchObject({ subscriptions: 0 });
  socket.send('no JSON');
  command('LISTEN', '/channel/{');
  await expect.poll(() => valuesOf(heard, '/refusal')).toEqual(['/channel/{']);
});

test('a page of others opens no web socket, and one that closes is no peer any more', async () => {
  await expect(join({ origin: 'https://evil.example' })).rejects.toThrow('403');
  const { socket, command } = await join();
  command('LISTEN', level);
  await expect.poll(() => surface.report().peers).toHaveLength(1);
  socket.close();
  await expect.poll(() => surface.report().peers).toHaveLength(0);
});

test('rows that come and go are said, and a plugin that is exchanged is a change of its rows', async () => {
  const { commands } = await join();
  const effect = '/channel/fxSend/1/chain/processors/effect';
  const said = (command: string, begin: string) =>
    commands.some(({ COMMAND, DATA }) => COMMAND === command && DATA.startsWith(begin));
  // What there is at first is read in turns.
  for (let n = 0; !said('PATH_CHANGED', `${effect}/values`); n += 1) {
    await desk.patch(effect, { plugin: n % 2 === 0 ? 'builtin:reverb' : 'builtin:delay' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const titleCode = { code: 'walk', params: {} };
  desk.host.warnings.raise({ id: 'walk', title: 'Walk', titleCode, detail: '', severity: 'info', path: '' });
  await expect.poll(() => said('PATH_ADDED', '/warnings/walk')).toBe(true);
  desk.host.warnings.clear('walk');
  await expect.poll(() => said('PATH_REMOVED', '/warnings/walk')).toBe(true);
});
