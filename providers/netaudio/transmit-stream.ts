// A stream that the desk sends: as it is set, as the device sends it, and as others are told of it.
import { type Static, Type } from 'rowdesk/provider';

/** Bytes of samples in a packet: what fits into one frame of Ethernet (AES67-2018, 6.3). */
export const mostPayloadBytes = 1440;
export const mostTransmitStreams = 32;
const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

/** A stream that the desk sends. */
export const transmitStream = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9-]{1,32}$' }),
    name: Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\u0000-\\u001f\\u007f]*$', title: 'As announced' }),
    firstChannel: Type.Integer({ minimum: 1, maximum: 64, title: 'The output of the device that its channel 1 is' }),
    channels: Type.Integer({ minimum: 1, maximum: 64 }),
    encoding: Type.Enum(['L16', 'L24']),
    packetTimeUs: Type.Unsafe<125 | 250 | 333 | 1000 | 4000>({ type: 'integer', enum: [125, 250, 333, 1000, 4000] }),
    address: Type.String({
      // Neither this computer, nor what is reserved, nor everybody.
      pattern: `^$|^(1[013-9]\\d|12[0-689]|2[0-2]\\d|23\\d|[1-9]\\d?)(\\.${octet}){3}$`,
      maxLength: 15,
      title: 'A group or a receiver; empty: a group of its own, the same at each start',
    }),
    port: Type.Integer({ minimum: 1024, maximum: 65_535 }),
    payloadType: Type.Integer({ minimum: 96, maximum: 127 }),
    ttl: Type.Integer({ minimum: 1, maximum: 255 }),
    enabled: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type TransmitStream = Static<typeof transmitStream>;

export const transmitted = Type.Object({
  id: Type.String(),
  paths: Type.Array(Type.Object({ address: Type.String(), port: Type.Integer() })),
  packets: Type.Integer({ title: 'Sent' }),
  dropped: Type.Integer({ title: 'That the network did not take' }),
  reason: Type.String({ title: 'Why it is not sent; empty while it is' }),
});
export type Transmitted = Static<typeof transmitted>;

export const announcement = Type.Object({
  id: Type.String(),
  name: Type.String(),
  paths: Type.Array(Type.Object({ address: Type.String(), port: Type.Integer(), ttl: Type.Integer() })),
  encoding: Type.Enum(['L16', 'L24']),
  rateHz: Type.Number({ unit: 'Hz' }),
  channels: Type.Integer(),
  channelLabels: Type.Array(Type.String()),
  payloadType: Type.Integer(),
  packetTimeUs: Type.Integer({ unit: 'us' }),
  packetFrames: Type.Integer({ unit: 'frames' }),
  clock: Type.Union([Type.Null(), Type.Object({ grandmasterId: Type.String(), domain: Type.Integer() })]),
});
export type Announcement = Static<typeof announcement>;
