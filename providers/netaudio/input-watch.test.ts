import { FakeTime, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announce, box, hear, id, plugIn, root, sessionOf, startDesk, streamOf, turns } from './netaudio-double.ts';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startDesk({ providers: ['stagebox', 'netaudio', 'warnings'], time });
  await announce(desk, sessionOf({ streams: [streamOf(['1', '2', '3', '4'])] }));
});
afterEach(() => desk.close());

const subscribe = async (...inputs: readonly number[]) => {
  for (const n of inputs) {
    const subscription = { txDevice: 'stage-left', txChannelLabel: `${((n - 1) % 4) + 1}` };
    expect((await desk.patch(`${root}/${id}/rx/${n}`, { subscription })).status).toBe(200);
  }
  await turns();
};
/** After so many looks. */
const warned = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) time.advance(1000);
  await turns();
  const { warnings } = (await desk.get('/warnings')).body;
  return warnings.filter((each: { id: string }) => each.id.startsWith('netaudio')) as {
    id: string;
    title: string;
    detail: string;
    path: string;
  }[];
};

test('inputs that do not hear their sender are one warning, once that lasts, and end with it', async () => {
  await subscribe(1, 2, 3, 5);
  for (const n of [1, 2, 3, 5]) await hear(desk, n, 'no-signal', 'no packet has come');
  expect(await warned(3)).toEqual([]);
  expect(await warned(1)).toMatchObject([
    {
      id: 'netaudio-not-connected:aes67:stage-left',
      title: 'Inputs do not hear stage-left',
      detail:
        'Inputs 1 to 3 and 5 of AES67 are subscribed to stage-left, and nothing is heard. Input 1 says no-signal: no packet has come',
      path: `${root}/${id}/rx/1`,
    },
  ]);
  for (const n of [1, 2, 3, 5]) await hear(desk, n, 'connected');
  expect(await warned(1)).toEqual([]);
  // Nothing new while it holds for a moment only.
  await hear(desk, 2, 'no-signal');
  expect(await warned(2)).toEqual([]);
  await hear(desk, 2, 'connected');
  expect(await warned(5)).toEqual([]);
});

test('what is not there at all is told of, and a device that is away tells for itself', async () => {
  await desk.patch(`${root}/${id}/rx/1`, { subscription: { txDevice: 'foh', txChannelLabel: 'Vox' } });
  expect(await warned(5)).toMatchObject([
    { detail: expect.stringContaining('Input 1 says unresolved: No device called foh is announced') },
  ]);
  plugIn(desk, false);
  expect(await warned(1)).toEqual([]);
});

test('a hundred senders that are missing are sixteen warnings', async () => {
  plugIn(desk, true, 64);
  for (let n = 1; n <= 64; n += 1) {
    const subscription = { txDevice: `sender-${n}`, txChannelLabel: '1' };
    await desk.patch(`${root}/${id}/rx/${n}`, { subscription });
  }
  expect(await warned(5)).toHaveLength(16);
});

test('a sender by another clock is heard, with a warning', async () => {
  await subscribe(1);
  await hear(desk, 1, 'clock-mismatch', 'it names no clock');
  expect(await warned(5)).toMatchObject([
    {
      id: 'netaudio-clock-mismatch:aes67:stage-left',
      detail:
        'Input 1 of AES67 is heard, by another clock than that of the desk. Input 1 says clock-mismatch: it names no clock',
    },
  ]);
});

test('packets that are missing now are a warning for a minute, those of before none', async () => {
  const received = (lost: number, late: number) => {
    const paths = [{ address: '239.69.1.1', port: 5004, packets: 1000, lost }];
    desk.audio.target(box).report(`${root}/${id}`, 'received', [{ streamId: '1', paths, lost, late }]);
  };
  received(100, 10);
  expect(await warned(5)).toEqual([]);
  for (let late = 11; late < 16; late += 1) {
    received(100, late);
    await warned(1);
  }
  expect(await warned(0)).toMatchObject([
    {
      id: 'netaudio-packets-missing:aes67',
      detail:
        'In the last minute 239.69.1.1: 5 late. For late ones, raise linkOffsetMs or set it to null; for lost ones, look at switches and cables.',
      path: `${root}/${id}`,
    },
  ]);
  received(102, 15);
  expect(await warned(1)).toMatchObject([{ detail: expect.stringContaining('239.69.1.1: 2 lost, 5 late.') }]);
  // A stream that began anew.
  received(0, 0);
  expect(await warned(59)).toHaveLength(1);
  expect(await warned(2)).toEqual([]);
});

test('a desk without a device of the network looks after none, and has no warning of one', async () => {
  await subscribe(1);
  await hear(desk, 1, 'no-signal', 'no packet has come');
  expect(await warned(4)).toHaveLength(1);
  const before = time.timers;
  desk.audio.become({ devices: desk.audio.devices.filter((each) => each.id !== id) });
  expect([time.timers, await warned(0)]).toEqual([before - 1, []]);
  plugIn(desk);
  expect(time.timers).toBe(before);
});
