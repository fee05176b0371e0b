// Each way in which the state of the desk refuses a body that its OPTIONS allow: 409, 423, 424, never 422.

import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTime, MemoryStore, startTestHost } from '../../core/testing.ts';
import { streamToSend } from '../../providers/netaudio/netaudio-double.ts';
import { shippedProviders } from '../harness/whole-desk.ts';
import { forbiddenCodes } from './forbidden.ts';
import { RawClient } from './raw-client.ts';

const reproduced = new Set<string>();
let client: RawClient;
beforeEach(async () => {
  client = await RawClient.open();
});
afterEach(() => client.desk.close());
afterAll(() => expect([...reproduced].sort()).toEqual([...forbiddenCodes].sort()));

/** Refused with this code, and with this reason where one is named. */
async function forbidden(path: string, body: object, status: number, code: string, reason?: string): Promise<void> {
  const reply = await client.patch(path, body);
  expect([reply.status, reply.code, reason && reply.body.params.reason], JSON.stringify(reply.body)).toEqual([
    status,
    code,
    reason,
  ]);
  reproduced.add(code);
}

const taken = async (path: string, body: object) => expect((await client.patch(path, body)).status, path).toBe(200);

test('a locked console, but for mutes, panic and the lock itself', async () => {
  await taken('/console', { locked: 'all' });
  await forbidden('/channel/input/1', { levelDb: -6 }, 423, 'console-locked');
  await taken('/channel/input/1', { muted: true });
  await taken('/safety/panic', { scope: 'mains' });
  await taken('/safety/panic', { scope: null });
  await taken('/console', { locked: 'none' });
});

test('a preamp of a strip whose source has none', async () => {
  await taken('/channel/input/1', { sourceId: '' });
  await forbidden('/channel/input/1/preamp', {}, 424, 'device-absent');
});

test('a task that runs, and one that does not', async () => {
  await forbidden('/discovery/scan', { running: false }, 409, 'not-running');
  await taken('/discovery/scan', { running: true, timeoutMs: 30_000 });
  await forbidden('/discovery/scan', { running: true }, 409, 'already-running');
  await taken('/discovery/scan', { running: false });
});

test('a tap right after another', async () => {
  await taken('/console/bpm/tap', { running: true });
  client.time.advance(100);
  await forbidden('/console/bpm/tap', { running: true }, 409, 'conflict', 'too-soon');
});

test('bands of a strip without an equaliser', async () => {
  await forbidden('/channel/dca/1/eq/bands/sort', { running: true }, 409, 'conflict', 'no-equaliser');
});

test('a link that would be on at one strip of a pair only', async () => {
  const strips = [1, 2].map((index) => ({ kind: 'input', index, stereoLink: index === 2 }));
  await forbidden('/channel', { strips }, 409, 'conflict', 'linked-pair');
});

test('a paste from an empty slot, onto nothing, and of what the slot does not hold', async () => {
  const targets = [{ kind: 'input', index: 2 }];
  await forbidden('/clipboard/1/paste', { running: true, targets }, 409, 'conflict', 'slot-empty');
  await taken('/clipboard/1', { from: { kind: 'input', index: 1 }, areas: ['fader'] });
  await forbidden('/clipboard/1/paste', { running: true, targets: [] }, 409, 'conflict', 'no-target');
  await forbidden('/clipboard/1/paste', { running: true, targets, areas: ['eq'] }, 409, 'conflict', 'not-in-slot');
});

test('what is to be deleted, recalled or imported and is not there', async () => {
  for (const path of ['/patches/delete', '/scene/delete', '/session/delete']) {
    await forbidden(path, { running: true, id: 'nowhere' }, 409, 'conflict');
  }
  await taken('/scene/position', { id: 'walk' });
  await forbidden('/scene/go', { running: true }, 409, 'conflict', 'no-scene');
  await forbidden('/scene/back', { running: true }, 409, 'conflict', 'no-scene');
  await forbidden('/session/import', { running: true, file: null }, 409, 'conflict', 'no-file');
});

test('streams of the network that do not fit, and inputs that the device lacks', async () => {
  const stream = { ...streamToSend, channels: 8, packetTimeUs: 4000 };
  await forbidden('/netaudio/aes67', { transmit: [stream] }, 409, 'conflict', 'payload');
  await forbidden(
    '/netaudio/aes67',
    { transmit: [{ ...stream, firstChannel: 64 }] },
    409,
    'conflict',
    'no-such-output',
  );
  const order = { running: true, firstRx: 8, count: 2 };
  await forbidden('/netaudio/aes67/subscribe', order, 409, 'conflict', 'no-such-input');
});

test('a patch that closes a loop', async () => {
  await taken('/patch/cables', { cables: [{ output: 'virtual-32x16:out-1', input: 'virtual-32x16:in-5' }] });
  await taken('/patch/outputs', {
    outputs: [{ strip: { kind: 'main', index: 1 }, leg: 'left', portId: 'virtual-32x16:out-1', levelDb: 0 }],
  });
  await forbidden('/channel/input/5', { sourceId: 'virtual-32x16:in-5' }, 409, 'conflict');
});

test('an undo of what others did, and a revert of what was overtaken', async () => {
  await taken('/channel/input/1', { name: 'One' });
  const { id } = (await client.ask('GET', '/history')).body.entries[0];
  client.time.advance(5_000);
  await taken('/channel/input/1', { name: 'Another' });
  await forbidden(`/history/entries/${id}/revert`, { running: true }, 409, 'overtaken');
  await client.desk.host.rows.open('/channel/input/2').patch({ name: 'Two' }, { actor: 'somebody else' });
  await forbidden('/history/cursor/undo', { running: true }, 409, 'override-needed');
});

test('a scene, while the store can not be written', async () => {
  const store = new MemoryStore();
  const desk = await startTestHost({ providers: shippedProviders, store, time: new FakeTime() });
  store.failWhen(() => true);
  const answer = await desk.patch('/scene/store', { running: true, name: 'Never' });
  let row = answer.body;
  while (row.running) row = (await desk.get('/scene/store')).body;
  expect((answer.status === 200 ? row.refusal : answer.body).code).toBe('store-unavailable');
  reproduced.add('store-unavailable');
  await desk.close();
});

test('a scan of a plugin that is not there, and a backup that has not come in', async () => {
  await forbidden('/plugins/scan', { running: true, again: 'nothing' }, 409, 'conflict', 'no-such-plugin');
  await forbidden('/backup/restore', { running: true, id: 'unknown0123456789' }, 409, 'conflict', 'no-file');
});
