// What a stream that is sent may be. Each test leaves the desk without one, so that one host has them all.
import type { TestHost } from 'rowdesk/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { id, root, startDesk, streamToSend as stream } from './netaudio-double.ts';

let desk: TestHost;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const own = `${root}/${id}`;
const transmit = (...streams: object[]) => desk.patch(own, { transmit: streams });

test.each([
  [{ channels: 9 }, 'channels 1 to 9 are asked for, and the device has 8 outputs.', 8],
  [
    { channels: 8, packetTimeUs: 4000 },
    '8 channels of L24 at 4000 us and 48000 Hz are 4608 bytes in a packet; at most 2 fit into 1440.',
    2,
  ],
  [{ address: '224.0.0.5' }, '224.0.0.5 is of the groups for routing', undefined],
])('a stream with %j is refused with what is allowed', async (fields, words, most) => {
  const { status, body } = await transmit(stream, { ...stream, id: 'b', name: 'B', ...fields });
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect(body.detail).toContain(`transmit/1/${Object.keys(fields)[0]}: ${words}`);
  expect(body.params.most).toBe(most);
  expect((await desk.get(own)).body.transmit).toEqual([]);
});

test.each([
  ...['127.0.0.1', '0.1.2.3', '255.255.255.255', '240.0.0.1', '300.1.1.1', '1.2.3', '01.2.3.4', 'host'].map(
    (address) => ({ address }),
  ),
  ...[{ port: 80 }, { payloadType: 95 }, { ttl: 0 }, { packetTimeUs: 500 }, { name: 'a\nb' }, { id: 'FOH' }],
])('a stream with %j is refused', async (fields) => {
  const { status, body } = await transmit(stream, { ...stream, id: 'b', name: 'B', ...fields });
  expect([status, body.errors[0].field]).toEqual([422, `transmit/1/${Object.keys(fields)[0]}`]);
});

test.each(['239.1.2.3', '10.0.0.1', '1.1.1.1', '126.0.0.1', '128.0.0.1', '192.168.100.200', '223.255.255.255'])(
  'a stream to %s is taken',
  async (address) => {
    expect((await transmit({ ...stream, address })).status).toBe(200);
    expect((await transmit()).status).toBe(200);
  },
);
