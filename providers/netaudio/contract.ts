// The fields of the rows of network audio.
import { type Static, Type } from 'rowdesk/provider';
import { streamFormat } from './session.ts';
import { statuses } from './subscription.ts';
import { announcement, mostTransmitStreams, transmitStream, transmitted } from './transmit-stream.ts';

/** Ids of devices of the desk come from outside, where they may hold colons. */
export const deviceId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });
/** The desk's own devices have 64 at most; a device of the network may send more. */
export const channelNumber = Type.Integer({ minimum: 1, maximum: 512 });

/** Sessions and streams of a device that its row lists. */
export const mostListed = 32;
const mostStreamsListed = 8;

const address = Type.String({ title: 'IPv4; empty where it is not known' });
const count = (title: string) => Type.Integer({ title });
const us = (title: string) => Type.Number({ unit: 'us', title });

export const device = {
  id: Type.String(),
  name: Type.String({ title: 'As the device calls itself on the network' }),
  model: Type.String({ title: 'Empty where the device does not say it' }),
  address,
  rate: Type.Number({ unit: 'Hz', title: '0 where it is not known' }),
  latencyMs: Type.Union([Type.Null(), Type.Number({ unit: 'ms' })], {
    title: 'From the moment of a sample at the sender to its play: the link offset; null for a device of others',
  }),
  txChannels: count('That it sends'),
  rxChannels: count('That it receives; 0 for a device of others, which do not say it'),
  clockRole: Type.Enum(['leader', 'follower', 'unknown'], { title: 'leader: its clock is that of the network' }),
  locked: Type.Boolean({ title: 'It follows the clock of the network that the desk follows, or is that clock' }),
  online: Type.Boolean({ title: 'Announced now, or a device of the desk that is there' }),
};

const refused = Type.Object({
  address: Type.String({ title: 'The sender' }),
  via: Type.Enum(['sap', 'mdns']),
  reason: Type.String(),
  count: count('How often, since it is listed'),
  lastAt: Type.String({ title: 'ISO 8601' }),
});
export type Refused = Static<typeof refused>;

const crowd = Type.Object({
  address: Type.String({ title: 'The sender with the most sessions' }),
  sessions: count('Of that sender'),
  without: count('Announcements that found no place, or took that of another session'),
});
export type Crowd = Static<typeof crowd>;

export const devices = {
  devices: Type.Array(Type.Object({ ...device, own: Type.Boolean({ title: 'A device of this desk' }) }), {
    title: "The desk's own devices first, then those that send, by name, then those away that inputs are subscribed to",
  }),
  deviceCount: count('How many there are, listed or not'),
  counters: Type.Record(Type.String(), Type.Number(), {
    title: 'What the observer of sessions has received and refused since its start; empty without one',
  }),
  refused: Type.Array(refused, {
    maxItems: mostListed,
    title: 'Announcements that the desk did not take, the newest first',
  }),
  crowd: Type.Union([Type.Null(), crowd], {
    title: 'More sessions are announced than there are places, 256, shared by address; null where there is room',
  }),
};

const received = Type.Object({
  streamId: Type.String(),
  status: Type.Enum([...statuses]),
  reason: Type.String(),
  paths: Type.Array(
    Type.Object({ address: Type.String(), port: Type.Integer(), packets: count('Received'), lost: count('Missing') }),
  ),
  packets: count('Received, each once'),
  lost: count('Never came: played as a gap'),
  late: count('Came after their time'),
  doubled: count('Came twice on one path'),
  reordered: count('Came behind a later one'),
  malformed: count('Not of the announced form'),
  outside: count('Of a time too far ahead or behind to be held'),
  foreign: count('Of another sender or payload type'),
  slips: count('Alignments anew, with a fade'),
  concealedFrames: count('Frames played as a gap'),
  transitP50Us: us('From the moment of the last sample to the arrival: half of the last 10 s'),
  transitP999Us: us('The same: 999 of 1,000'),
  transitMaxUs: us('The same: the longest'),
  linkOffsetMs: Type.Number({ unit: 'ms', title: 'What holds' }),
});
export type Received = Static<typeof received>;

const network = Type.Object({
  interfaces: Type.Array(Type.String(), { title: 'One, or two for redundancy; none: no socket is open' }),
  utcOffsetS: Type.Union([Type.Null(), Type.Integer({ unit: 's' })], {
    title: 'TAI less UTC; null: not known, what the device has stays',
  }),
  ptp: Type.Object({
    state: Type.String(),
    grandmasterId: Type.String(),
    domain: Type.Integer(),
    reason: Type.String(),
  }),
});
export type NetworkOfBox = Static<typeof network>;

/** A device of the desk. */
export const ownSettings = {
  transmit: Type.Array(transmitStream, {
    maxItems: mostTransmitStreams,
    uniqueBy: ['id'],
    default: [],
    title: 'The streams that it sends',
  }),
  linkOffsetMs: Type.Unsafe<number | null>({
    anyOf: [{ type: 'number', minimum: 0.25, maximum: 100, unit: 'ms' }, { type: 'null' }],
    default: 2,
    unit: 'ms',
    title: 'How long after its moment a sample is played; null: the desk chooses by what it sees',
  }),
  dscp: Type.Integer({ minimum: 0, maximum: 63, default: 34, title: 'The class of its packets at switches' }),
};
export const own = {
  ...device,
  ...ownSettings,
  problem: Type.String({ title: 'What the device does not take, with the reason; empty while it takes all' }),
  received: Type.Array(received),
  transmitted: Type.Array(transmitted),
  mediaClock: Type.Union(
    [Type.Null(), Type.Object({ deviationPpm: Type.Number({ unit: 'ppm' }), steps: count('Of the computer') })],
    {
      title: 'The clock of the network against that of the computer, and its steps',
    },
  ),
  network,
  announced: Type.Array(announcement, { title: 'What is told to others of the streams that are sent' }),
  kept: Type.Array(Type.String(), { title: 'Sessions that keep their place: those that its inputs are subscribed to' }),
};

const { paths, encoding, rateHz, channels, payloadType, packetTimeUs, clock } = streamFormat;

/** A device of others. */
export const sender = {
  ...device,
  firstSeenAt: Type.String({ title: 'In this run, ISO 8601; empty for never' }),
  lastSeenAt: Type.String({ title: 'Of its last announcement in this run, ISO 8601; empty for never' }),
  subscriptions: Type.Array(
    Type.Object({
      id: Type.String({ title: 'The device of the desk' }),
      n: count('Its input'),
      txChannelLabel: Type.String(),
    }),
    { title: 'The inputs of the desk that are subscribed to it' },
  ),
  sessions: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      announcedBy: Type.String({
        title: 'Where its description comes from; not its address: another one speaks for it',
      }),
      via: Type.Array(Type.String()),
      streams: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String({ title: 'What a subscription calls it' }),
          ...{ paths, encoding, rateHz, channels, payloadType, packetTimeUs, clock },
          labels: Type.Array(Type.String(), { title: 'What a subscription calls its channels' }),
        }),
        { maxItems: mostStreamsListed },
      ),
    }),
    { maxItems: mostListed },
  ),
  sessionCount: count('How many there are, listed or not'),
};
export const streamsListed = mostStreamsListed;
