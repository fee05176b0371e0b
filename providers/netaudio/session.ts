// What is announced on the network, as the observer of sessions reports it.
import { documentCheck, type FieldsOf, type Static, type TSchema, Type } from 'rowdesk/provider';

/** Channels of a stream. */
export const mostChannels = 64;

const receivedPath = {
  address: Type.String({ maxLength: 64, title: 'Where the stream goes: a group, or one receiver' }),
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  source: Type.String({ maxLength: 64, title: 'Where it comes from; empty for anywhere' }),
};
const announcedPath = { ...receivedPath, ttl: Type.Integer({ minimum: 0, maximum: 255 }) };
const pathsOf = <P extends Record<string, TSchema>>(path: P) =>
  Type.Array(Type.Object(path), { minItems: 1, maxItems: 2, title: 'One, or two that carry the same (ST 2022-7)' });

const streamClock = Type.Object({
  kind: Type.Enum(['ptp', 'local', 'unknown']),
  grandmasterId: Type.String({ maxLength: 64 }),
  domain: Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 255 })]),
});

/** What a receiver needs of a stream. */
export const streamFormat = {
  paths: pathsOf(announcedPath),
  encoding: Type.String({ maxLength: 16 }),
  rateHz: Type.Integer({ minimum: 1, maximum: 1_000_000, unit: 'Hz' }),
  channels: Type.Integer({ minimum: 1, maximum: 1024 }),
  payloadType: Type.Integer({ minimum: 0, maximum: 127 }),
  packetTimeUs: Type.Integer({ minimum: 0, maximum: 1_000_000, unit: 'us', title: '0 where it is not said' }),
  clock: streamClock,
  mediaClockOffset: Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 0xffff_ffff })]),
};

/** A stream of a session, 1 to 64 channels of one format. */
export const SessionStream = Type.Object({
  id: Type.String({ maxLength: 256 }),
  ...streamFormat,
  channelLabels: Type.Array(Type.String({ maxLength: 256 }), { maxItems: 1024 }),
});
export type SessionStream = Static<typeof SessionStream>;

export const Session = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 512, title: 'The same for all announcements of the session' }),
  name: Type.String({ maxLength: 1024 }),
  device: Type.String({ maxLength: 512, title: 'Its name on the network, else its address' }),
  address: Type.String({ maxLength: 64 }),
  sender: Type.Optional(
    Type.String({ maxLength: 64, title: 'Where it comes from; another one than address where its host says nothing' }),
  ),
  via: Type.Array(Type.Enum(['sap', 'mdns']), { maxItems: 2 }),
  streams: Type.Array(SessionStream, { maxItems: 64 }),
  version: Type.String({ maxLength: 256 }),
  seenAtMs: Type.Number({ minimum: 0, maximum: 8.64e15 }),
  ours: Type.Boolean(),
});
export type Session = Static<typeof Session>;

/** What an input of the desk receives: a channel of a stream. */
export const receiveSource = {
  ...streamFormat,
  paths: pathsOf(receivedPath),
  streamId: Type.String({ maxLength: 256 }),
  channel: Type.Integer({ minimum: 1, maximum: 1024, title: 'Of the stream, from 1' }),
};
export type ReceiveSource = FieldsOf<typeof receiveSource>;

const fits = documentCheck(Session);

/** A report says one slot anew, and the values of the others are the objects that they were. */
const known = new WeakMap<object, Session | undefined>();

/** A session that the observer reported; undefined for an empty slot, and for what is none. */
export function sessionIn(value: unknown): Session | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!known.has(value)) known.set(value, fits(value as Session) ? (value as Session) : undefined);
  return known.get(value);
}

const contents = new WeakMap<Session, string>();

/** All of it as text, but when it was seen and its version. */
export function contentOf(session: Session): string {
  const made = contents.get(session) ?? JSON.stringify(withoutTime(session));
  contents.set(session, made);
  return made;
}

const withoutTime = ({ seenAtMs: _seenAtMs, version: _version, ...rest }: Session) => rest;

/** Of a stream for one of its channels. */
export function sourceOf(stream: SessionStream, channel: number): ReceiveSource {
  const { paths, encoding, rateHz, channels, payloadType, packetTimeUs, clock, mediaClockOffset, id } = stream;
  return {
    paths: paths.map(({ address, port, source }) => ({ address, port, source })),
    ...{ encoding, rateHz, channels, payloadType, packetTimeUs, clock, mediaClockOffset, streamId: id, channel },
  };
}

/** The address that says what this session is. */
export const speakerOf = ({ sender, address }: Session): string => sender || address;
