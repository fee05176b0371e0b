import type { TestHost } from 'rowdesk/testing';
import { MemoryStore } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announce, box, hear, id, plugIn, root, sessionOf, startDesk, streamOf, turns } from './netaudio-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(() => desk.close());

const rx = (n: number) => `${root}/${id}/rx/${n}`;
const subscribe = async (n: number, txDevice: string, txChannelLabel: string) => {
  const answer = await desk.patch(rx(n), { subscription: { txDevice, txChannelLabel } });
  expect(answer.status).toBe(200);
  await turns();
};
const read = async (n: number) => (await desk.get(rx(n))).body;
/** What the device was sent last: the stream's address and the channel. */
const sent = (n: number) => {
  const source = desk.audio.target(box).value(rx(n), 'source') as
    | { paths: { address: string }[]; channel: number }
    | null
    | undefined;
  return source ? `${source.paths[0]?.address} ${source.channel}` : source;
};
const pathTo = (address: string) => [{ address, port: 5004, source: '', ttl: 32 }];

test('a subscription by label is resolved to a channel of a stream, and says whether it comes', async () => {
  await announce(desk, sessionOf());
  expect(await read(2)).toMatchObject({ status: 'unresolved', reason: '', source: null });
  await subscribe(2, 'stage-left', 'Guitar');
  expect(sent(2)).toBe('239.69.1.1 2');
  await hear(desk, 2, 'connected');
  expect(await read(2)).toMatchObject({
    ...{ status: 'connected', reason: '', device: 'stage-left', stream: 'Stage', label: 'Guitar', announced: true },
    source: { encoding: 'L24', rateHz: 48_000, channels: 2, streamId: '1', channel: 2, packetTimeUs: 1000 },
  });
  await hear(desk, 2, 'clock-mismatch', 'It names no clock.');
  expect(await read(2)).toMatchObject({ status: 'clock-mismatch', reason: 'It names no clock.' });
  await subscribe(2, '', '');
  expect(sent(2)).toBeNull();
  expect(await read(2)).toMatchObject({ status: 'unresolved', reason: '' });
});

test('what can not be resolved says what there is', async () => {
  await subscribe(1, 'stage-left', 'Vox');
  expect((await read(1)).reason).toBe('No device called stage-left is announced; no device is announced at all.');
  await announce(desk, sessionOf({ device: 'foh' }));
  expect((await read(1)).reason).toBe('No device called stage-left is announced; announced are foh.');
  await subscribe(1, 'foh', 'Drums');
  expect((await read(1)).reason).toBe('foh has no channel called Drums; it has Vox and Guitar.');
  await subscribe(1, 'foh', '');
  expect((await read(1)).reason).toBe('Name the channel of foh, too: txChannelLabel.');
});

test('two channels of one label are told apart by their stream, and by their place in it', async () => {
  const [one, two] = [streamOf(['Vox', 'Vox']), streamOf(['Vox', 'Keys'], { paths: pathTo('239.69.1.2') })];
  await announce(desk, sessionOf({ streams: [one] }), sessionOf({ id: 'b', name: 'Spare', streams: [two] }));
  await subscribe(1, 'stage-left', 'Vox');
  expect(sent(1)).toBeNull();
  expect((await read(1)).reason).toBe('3 channels are called Vox: subscribe to Spare/Vox, Stage/1 or Stage/2.');
  await subscribe(1, 'stage-left', 'Spare/Vox');
  expect(sent(1)).toBe('239.69.1.2 1');
  await subscribe(2, 'stage-left', 'Stage/2');
  expect(sent(2)).toBe('239.69.1.1 2');
  await subscribe(3, 'stage-left', 'Keys');
  expect(sent(3)).toBe('239.69.1.2 2');
});

test('channels without labels are called by their places', async () => {
  await announce(desk, sessionOf({ streams: [streamOf(['', ''])] }));
  await subscribe(1, 'stage-left', '2');
  expect(sent(1)).toBe('239.69.1.1 2');
});

test('a channel that gets a twin elsewhere stays the one that it was', async () => {
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Vox');
  const twin = sessionOf({ id: 'b', name: 'Spare', streams: [streamOf(['Vox'], { paths: pathTo('239.69.1.2') })] });
  await announce(desk, twin, sessionOf());
  expect(sent(1)).toBe('239.69.1.1 1');
  expect(await read(1)).toMatchObject({ stream: 'Stage', announced: true });
});

test('a sender that is not announced any more sounds on, and is found again where it is then', async () => {
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Vox');
  await hear(desk, 1, 'connected');
  await announce(desk);
  expect(sent(1)).toBe('239.69.1.1 1');
  expect(await read(1)).toMatchObject({
    ...{ status: 'connected', announced: false },
    reason: 'stage-left does not announce Stage now; it is received as it was announced last.',
  });
  // After hours: another version, another place, and its labels in another order.
  const moved = streamOf(['Guitar', 'Vox'], { paths: pathTo('239.69.9.9') });
  await announce(desk, sessionOf({ id: 'new', address: '10.77.0.9', version: '9', streams: [moved] }));
  expect(sent(1)).toBe('239.69.9.9 2');
  expect(await read(1)).toMatchObject({ status: 'connected', reason: '', announced: true });
});

test('a renamed session, and a renamed device, are found by their origin, and the row says the new name', async () => {
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Stage/Vox');
  await hear(desk, 1, 'connected');
  await announce(desk, sessionOf({ name: 'Front' }));
  expect(sent(1)).toBe('239.69.1.1 1');
  expect((await read(1)).reason).toBe(
    'It is Vox of stage-left now, and Stage/Vox of stage-left no more: subscribe to that.',
  );
  await announce(desk, sessionOf({ name: 'Front', device: 'foh' }));
  expect(await read(1)).toMatchObject({ device: 'foh', stream: 'Front', label: 'Vox', announced: true });
  // The origin with other labels is not the channel any more.
  await announce(desk, sessionOf({ device: 'foh', streams: [streamOf(['Bass', 'Guitar'])] }));
  expect(sent(1)).toBeNull();
  expect((await read(1)).reason).toBe('Front of foh has no channel called Vox any more.');
});

test('an address that somebody else took is not taken for the sender that is gone', async () => {
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Vox');
  await announce(desk, sessionOf({ id: 'c', name: 'Radio', device: 'other' }));
  expect(sent(1)).toBeNull();
  expect(await read(1)).toMatchObject({
    status: 'unresolved',
    reason: 'stage-left does not announce Stage any more, and other sends Radio to its address.',
  });
});

test('a sender that began anew replaces what is still announced of it, once that is silent', async () => {
  const at = Date.UTC(2026, 0, 1);
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Vox');
  await hear(desk, 1, 'connected');
  const again = sessionOf({ id: 'b', streams: [streamOf(['Vox', 'Guitar'], { paths: pathTo('239.69.1.2') })] });
  await announce(desk, sessionOf(), { ...again, seenAtMs: at + 120_000 });
  expect(sent(1)).toBe('239.69.1.1 1');
  await hear(desk, 1, 'no-signal');
  expect(sent(1)).toBe('239.69.1.2 1');
  await announce(desk, { ...again, seenAtMs: at + 150_000 });
  expect(sent(1)).toBe('239.69.1.2 1');
});

test('two devices of one name have ids of their own, and a channel of both is none', async () => {
  const other = sessionOf({
    id: 'b',
    address: '10.77.0.3',
    streams: [streamOf(['Vox'], { paths: pathTo('239.69.1.2') })],
  });
  await announce(desk, sessionOf(), other);
  const { devices } = (await desk.get(root)).body;
  expect(devices.map((each: { id: string }) => each.id)).toEqual([id, 'stage-left-10-77-0-2', 'stage-left-10-77-0-3']);
  await subscribe(1, 'stage-left', 'Vox');
  expect(sent(1)).toBeNull();
  expect((await read(1)).reason).toBe(
    '2 channels are called Vox: subscribe to Vox of stage-left-10-77-0-2 or Vox of stage-left-10-77-0-3.',
  );
  await subscribe(1, 'stage-left-10-77-0-3', 'Vox');
  expect(sent(1)).toBe('239.69.1.2 1');
  await subscribe(2, 'stage-left', 'Guitar');
  expect(sent(2)).toBe('239.69.1.1 2');
});

test('a desk that starts receives at once what it received, before anything is announced', async () => {
  const store = new MemoryStore();
  await desk.close();
  desk = await startDesk({ store });
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Vox');
  await desk.close();
  desk = await startDesk({ store: new MemoryStore(store.contents()) });
  await turns();
  expect(sent(1)).toBe('239.69.1.1 1');
  expect(await read(1)).toMatchObject({ device: 'stage-left', stream: 'Stage', label: 'Vox', announced: false });
});

test('a device that is away, or refuses a source, gives no signal, with the reason', async () => {
  await announce(desk, sessionOf());
  await subscribe(1, 'stage-left', 'Vox');
  await hear(desk, 1, 'connected');
  plugIn(desk, false);
  expect(await read(1)).toMatchObject({ status: 'no-signal', reason: 'AES67 is not there.' });
  plugIn(desk);
  desk.audio.target(box).refuse(rx(2), 'source', 'the group can not be joined: e0 is down');
  await subscribe(2, 'stage-left', 'Guitar');
  expect(await read(2)).toMatchObject({ status: 'no-signal', reason: 'the group can not be joined: e0 is down' });
});
