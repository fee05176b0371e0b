// Devices of the network that inputs are subscribed to, while nothing announces them.
import { MemoryStore, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announce, id, plugIn, root, sessionOf, startDesk, turns } from './netaudio-double.ts';

let desk: TestHost;
let store: MemoryStore;
beforeEach(async () => {
  store = new MemoryStore();
  desk = await startDesk({ store });
});
afterEach(() => desk.close());

const subscribe = async (n: number, txDevice: string, txChannelLabel: string) => {
  const subscription = { txDevice, txChannelLabel };
  expect((await desk.patch(`${root}/${id}/rx/${n}`, { subscription })).status).toBe(200);
  await turns();
};
const others = async () =>
  (await desk.get(root)).body.devices
    .filter(({ own }: { own: boolean }) => !own)
    .map(({ id, online }: { id: string; online: boolean }) => [id, online]);

test('a device that is announced no more stays in the list as long as an input is subscribed to it', async () => {
  await announce(desk, sessionOf(), sessionOf({ id: 'b', device: 'foh', address: '10.77.0.3' }));
  await subscribe(1, 'stage-left', 'Vox');
  await subscribe(3, 'stage-left', 'Guitar');
  await announce(desk);
  expect(await others()).toEqual([['stage-left', false]]);
  expect((await desk.get(`${root}/stage-left`)).body).toEqual({
    ...{ id: 'stage-left', name: 'stage-left', model: '', address: '10.77.0.2', rate: 48_000, latencyMs: null },
    ...{ txChannels: 0, rxChannels: 0, clockRole: 'unknown', locked: false, online: false },
    ...{ firstSeenAt: '2026-01-01T00:00:00.000Z', lastSeenAt: '2026-01-01T00:00:00.000Z' },
    ...{ sessions: [], sessionCount: 0 },
    subscriptions: [
      { id, n: 1, txChannelLabel: 'Vox' },
      { id, n: 3, txChannelLabel: 'Guitar' },
    ],
  });
  expect((await desk.get(`${root}/foh`)).status).toBe(404);
  await subscribe(1, '', '');
  expect(await others()).toEqual([['stage-left', false]]);
  await subscribe(3, '', '');
  expect(await others()).toEqual([]);
  expect((await desk.get(`${root}/stage-left`)).status).toBe(404);
});

test('it is the same row when the device comes back, and its watchers see both', async () => {
  await announce(desk, sessionOf());
  await subscribe(2, 'stage-left', 'Vox');
  const watched = await desk.watch(`${root}/stage-left`);
  expect((await watched.next()).row).toMatchObject({ online: true, subscriptions: [{ n: 2 }] });
  await announce(desk);
  expect((await watched.next()).row).toMatchObject({ online: false, subscriptions: [{ n: 2 }] });
  await announce(desk, sessionOf());
  expect((await watched.next()).row).toMatchObject({ online: true, txChannels: 2 });
  watched.close();
});

test('it is there after a restart of the desk, and what was never announced is not', async () => {
  await announce(desk, sessionOf({ device: 'Stage left' }));
  await subscribe(1, 'Stage left', 'Vox');
  await subscribe(2, 'nobody', 'Vox');
  await desk.close();
  desk = await startDesk({ store: new MemoryStore(store.contents()) });
  plugIn(desk);
  await turns();
  expect(await others()).toEqual([['stage-left', false]]);
  expect((await desk.get(`${root}/stage-left`)).body).toMatchObject({
    ...{ name: 'Stage left', address: '10.77.0.2', firstSeenAt: '', lastSeenAt: '' },
    subscriptions: [{ id, n: 1, txChannelLabel: 'Vox' }],
  });
});

test('another device that takes its place and its name is the one in the list', async () => {
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Vox');
  await announce(desk, sessionOf({ id: 'b', address: '10.77.0.9', name: 'Other' }));
  expect(await others()).toEqual([['stage-left', true]]);
});
