// Whose announcements an input follows: those of the host that it hears, and never a stranger's in its name.
import type { TestHost } from 'rowdesk/testing';
import { MemoryStore } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announce, box, id, root, sessionOf, startDesk, streamOf, turns } from './netaudio-double.ts';
import { networkTarget } from './paths.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(() => desk.close());

const rx = `${root}/${id}/rx/1`;
const subscribe = async (txDevice: string, txChannelLabel: string) => {
  expect((await desk.patch(rx, { subscription: { txDevice, txChannelLabel } })).status).toBe(200);
  await turns();
};
const read = async () => (await desk.get(rx)).body;
const group = async () => (await read()).source?.paths[0].address;
const to = (address: string) => [
  streamOf(['Vox', 'Guitar'], { paths: [{ address, port: 5004, source: '', ttl: 32 }] }),
];

const host = '10.77.0.2';
const [stranger, other] = ['10.77.0.66', '10.77.0.67'];
const ofHost = sessionOf({ sender: host });
const forged = (sender = stranger, address = '239.66.6.6') => sessionOf({ sender, version: '9', streams: to(address) });

test("after its host's announcement is gone an input stays with what the host said, and the row names the stranger", async () => {
  await announce(desk, ofHost);
  await subscribe('stage-left', 'Vox');
  await announce(desk, forged());
  expect(await group()).toBe('239.69.1.1');
  expect(desk.audio.target(box).value(rx, 'source')).toMatchObject({ paths: [{ address: '239.69.1.1' }] });
  expect(await read()).toMatchObject({ announced: false, device: 'stage-left', label: 'Vox' });
  expect((await read()).reason).toContain(
    `it is received as it was announced last. ${stranger} announces it otherwise, and is not its host`,
  );
  const { sessions } = (await desk.get(`${root}/stage-left`)).body;
  expect(sessions).toMatchObject([{ announcedBy: stranger }]);
  // The host is heard again, with a new group.
  await announce(desk, sessionOf({ sender: host, version: '10', streams: to('239.69.1.5') }));
  expect(await read()).toMatchObject({ announced: true, reason: 'The device has not taken it yet.' });
  expect(await group()).toBe('239.69.1.5');
});

test('another session in the name of the host is not followed either, and takes no address from it', async () => {
  await announce(desk, ofHost);
  await subscribe('stage-left', 'Vox');
  await announce(desk, sessionOf({ id: 'new', sender: stranger, streams: to('239.66.6.6') }));
  expect(await group()).toBe('239.69.1.1');
  expect((await read()).reason).toContain(`${stranger} announces it otherwise`);
  // To the same group in another format.
  const [stream] = to('239.69.1.1');
  await announce(desk, sessionOf({ sender: stranger, streams: [{ ...stream, encoding: 'L16' } as never] }));
  expect(await read()).toMatchObject({ announced: false, source: { encoding: 'L24' } });
});

test('it stays so over a restart, and ends where the operator subscribes anew', async () => {
  const store = new MemoryStore();
  await desk.close();
  desk = await startDesk({ store });
  await announce(desk, ofHost);
  await subscribe('stage-left', 'Vox');
  await desk.close();
  desk = await startDesk({ store: new MemoryStore(store.contents()) });
  await announce(desk, forged());
  expect(await group()).toBe('239.69.1.1');
  await subscribe('', '');
  await subscribe('stage-left', 'Vox');
  expect(await group()).toBe('239.66.6.6');
  expect(await read()).toMatchObject({ announced: true, reason: 'The device has not taken it yet.' });
  // From now on that sender is followed, and the next stranger is not.
  await announce(desk, forged(stranger, '239.66.6.7'));
  expect(await group()).toBe('239.66.6.7');
  await announce(desk, forged(other, '239.67.6.7'));
  expect(await group()).toBe('239.66.6.7');
});

test('a program that announces for a device is followed, and so is the device itself', async () => {
  await announce(desk, forged(other, '239.69.1.1'));
  await subscribe('stage-left', 'Vox');
  expect(await group()).toBe('239.69.1.1');
  await announce(desk, forged(other, '239.69.1.2'));
  expect(await group()).toBe('239.69.1.2');
  await announce(desk, forged());
  expect(await group()).toBe('239.69.1.2');
  await announce(desk, sessionOf({ sender: host, streams: to('239.69.1.3') }));
  expect(await group()).toBe('239.69.1.3');
});

test('a sender that repeats what the host said is no reason to follow it when it says another thing', async () => {
  await announce(desk, ofHost);
  await subscribe('stage-left', 'Vox');
  await announce(desk, sessionOf({ sender: stranger }));
  expect(await read()).toMatchObject({ announced: true, reason: 'The device has not taken it yet.' });
  await announce(desk, forged());
  expect(await group()).toBe('239.69.1.1');
});

test('sessions of subscribed inputs keep their places at the observer, announced or not', async () => {
  const kept = () => desk.audio.target(networkTarget).value(`${root}/${id}`, 'kept');
  await announce(desk, ofHost, sessionOf({ id: 'b', name: 'Spare', device: 'foh', address: '10.77.0.3' }));
  expect(kept()).toEqual([]);
  await subscribe('stage-left', 'Vox');
  expect(kept()).toEqual([ofHost.id]);
  await announce(desk);
  expect(kept()).toEqual([ofHost.id]);
  expect((await desk.get(`${root}/${id}`)).body.kept).toEqual([ofHost.id]);
  await subscribe('', '');
  expect(kept()).toEqual([]);
});
