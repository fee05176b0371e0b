// Which stream a subscription means now. A subscription names a device and a channel, and never becomes another channel
// in silence: what two channels fit is resolved to the one that it was before, or to none. What a stranger announces of a host
// whose stream is received is not followed.
import { isFollowed, isTrusted } from './followed.ts';
import type { KnownSource } from './known-sources.ts';
import { type Channel, channelsOf, type Sender } from './sender.ts';
import { type ReceiveSource, type Session, sourceOf, speakerOf } from './session.ts';
import type { Subscription } from './subscription.ts';

export interface Resolution {
  /** Null: unresolved. */
  readonly source: ReceiveSource | null;
  /** Why not, or what is unusual. */
  readonly reason: string;
  readonly device: string;
  readonly deviceId: string;
  readonly address: string;
  readonly stream: string;
  readonly label: string;
  /** Its session is announced now. */
  readonly announced: boolean;
  readonly sessionId: string;
  /** The address that announces it. */
  readonly speaker: string;
}

/** What is on the network. */
export interface Announced {
  list(): readonly Sender[];
  called(text: string): readonly Sender[];
  sessions(): readonly Session[];
}

export interface Question {
  readonly subscription: Subscription;
  readonly announced: Announced;
  /** Undefined for none. */
  readonly known: KnownSource | undefined;
  /** The stream that is received by `known` does not come. */
  readonly isSilent: boolean;
}

/** A session that was announced so much longer ago than its like is what is left of a restart. */
const staleMs = 90_000;
const mostNamed = 8;

export function resolve({ subscription, announced, known: last, isSilent }: Question): Resolution {
  const { txDevice, txChannelLabel: text } = subscription;
  if (txDevice === '' && text === '') return unresolved('');
  if (txDevice === '') return unresolved('Name the device that sends, too: txDevice.');
  if (text === '') return unresolved(`Name the channel of ${txDevice}, too: txChannelLabel.`);
  const known = last !== undefined && isOf(last, subscription) ? last : undefined;
  const devices = announced.called(txDevice);
  const called = devices.flatMap((device) => device.called(text).map((channel) => ({ device, channel })));
  const candidates = called.filter(({ channel }) => isFollowed(channel, known));
  const chosen = chosenOf(candidates, known, isSilent);
  if (chosen !== undefined) return resolved(chosen.device, chosen.channel, '');
  const stranger = called.find((each) => !candidates.includes(each))?.channel.session;
  const before = known && resolvedAsBefore(known, announced, stranger);
  if (before?.source) return before;
  if (candidates.length > 1) return unresolved(ambiguous(text, candidates));
  if (before !== undefined) return before;
  return unresolved(devices.length === 0 ? absent(txDevice, announced) : lacking(text, devices));
}

/** It was this subscription that was resolved to it. */
export function isOf({ txDevice, txChannelLabel }: KnownSource, subscription: Subscription): boolean {
  return txDevice === subscription.txDevice && txChannelLabel === subscription.txChannelLabel;
}

interface Candidate {
  readonly device: Sender;
  readonly channel: Channel;
}

function chosenOf(candidates: readonly Candidate[], known: KnownSource | undefined, isSilent: boolean) {
  if (candidates.length <= 1) return candidates[0];
  const newestMs = Math.max(...candidates.map(({ channel }) => channel.session.seenAtMs));
  const same = candidates.filter(({ channel }) => isOfKnown(channel, known));
  const exact = same.length > 1 ? same.filter(({ channel }) => channel.n === known?.source.channel) : same;
  const [before] = exact.length === 1 ? exact : [];
  // A sender that starts anew may announce itself as another one, and what it was is still announced for minutes.
  if (before !== undefined && !(isSilent && isStale(before.channel.session, newestMs))) return before;
  const fresh = candidates.filter(({ channel }) => !isStale(channel.session, newestMs));
  return fresh.length === 1 && areAlike(candidates) ? fresh[0] : before;
}

const isOfKnown = ({ session, stream }: Channel, known: KnownSource | undefined) =>
  session.id === known?.sessionId && stream.id === known.source.streamId;

const isStale = ({ seenAtMs }: Session, newestMs: number) => newestMs - seenAtMs > staleMs;

/** The same channel of the same stream of one device, by their names. */
function areAlike(candidates: readonly Candidate[]): boolean {
  const [first] = candidates;
  return candidates.every(
    ({ device, channel }) =>
      device === first?.device && channel.streamName === first.channel.streamName && channel.n === first.channel.n,
  );
}

/** By its origin where the names no longer say it; by what is known of it while it is not announced. */
function resolvedAsBefore(known: KnownSource, announced: Announced, stranger: Session | undefined): Resolution {
  const session = announced.sessions().find(({ id }) => id === known.sessionId);
  if (session === undefined) return unannounced(known, announced, stranger);
  const device = announced.list().find(({ sessions }) => sessions.includes(session));
  const alike = channelsOf(session).filter((channel) => channel.label === known.label && isFollowed(channel, known));
  if (alike.length === 0 && !isTrusted(session, known)) return unannounced(known, announced, session);
  const [channel] =
    alike.length > 1 ? alike.filter((each) => isOfKnown(each, known) && isSamePlace(each, known)) : alike;
  if (device !== undefined && channel !== undefined) {
    const call = device.callOf(channel);
    const words = `It is ${call} of ${device.name} now, and ${known.txChannelLabel} of ${known.txDevice} no more: subscribe to that.`;
    return resolved(device, channel, words);
  }
  return unresolved(`${known.stream} of ${known.device} has no channel called ${known.label} any more.`);
}

const isSamePlace = ({ n }: Channel, known: KnownSource) => n === known.source.channel;

/** The sound may go on where nothing announces it; what another device sends to the same place is not it. */
function unannounced(known: KnownSource, announced: Announced, stranger: Session | undefined): Resolution {
  // A stranger that announces for this host has no say here either.
  const isOfHost = (session: Session) =>
    !isTrusted(session, known) && (session.id === known.sessionId || session.address === known.address);
  const isTaken = (session: Session) =>
    !isOfHost(session) &&
    session.streams.some(({ paths }) => paths.some((path) => known.source.paths.some((own) => isSameFlow(path, own))));
  const other = announced.sessions().find(isTaken);
  if (other !== undefined) {
    const words = `${known.device} does not announce ${known.stream} any more, and ${other.device} sends ${other.name} to its address.`;
    return unresolved(words);
  }
  const { source, device, deviceId = '', address = '', stream, label, sessionId, speaker = '' } = known;
  const words = `${device} does not announce ${stream} now; it is received as it was announced last.`;
  const reason = stranger === undefined ? words : `${words} ${insteadOf(stranger)}`;
  return { source, reason, device, deviceId, address, stream, label, announced: false, sessionId, speaker };
}

const insteadOf = (session: Session) =>
  `${speakerOf(session)} announces it otherwise, and is not its host: to follow that, end the subscription and subscribe again.`;

type Path = ReceiveSource['paths'][number];
/** Two senders to one group are told apart where both say from where they send. */
const isSameFlow = (a: Path, b: Path) =>
  a.address === b.address && a.port === b.port && (a.source === '' || b.source === '' || a.source === b.source);

function resolved(device: Sender, channel: Channel, reason: string): Resolution {
  const { session, stream, streamName, n, label } = channel;
  const { name, id: deviceId, address } = device;
  const found = { device: name, deviceId, address, stream: streamName, label, announced: true, sessionId: session.id };
  return { source: sourceOf(stream, n), reason, ...found, speaker: speakerOf(session) };
}

const noDevice = { device: '', deviceId: '', address: '' } as const;
const nothing = {
  source: null,
  ...noDevice,
  stream: '',
  label: '',
  announced: false,
  sessionId: '',
  speaker: '',
} as const;
const unresolved = (reason: string): Resolution => ({ ...nothing, reason });

function ambiguous(text: string, candidates: readonly Candidate[]): string {
  const isOneDevice = new Set(candidates.map(({ device }) => device)).size === 1;
  const named = candidates.map(({ device, channel }) =>
    isOneDevice ? device.callOf(channel) : `${device.callOf(channel)} of ${device.id}`,
  );
  return `${candidates.length} channels are called ${text}: subscribe to ${listed(named, 'or')}.`;
}

function absent(txDevice: string, announced: Announced): string {
  const names = announced.list().map(({ name }) => name);
  const others = names.length === 0 ? 'no device is announced at all' : `announced are ${listed(names, 'and')}`;
  return `No device called ${txDevice} is announced; ${others}.`;
}

function lacking(text: string, devices: readonly Sender[]): string {
  const [device] = devices as readonly [Sender, ...Sender[]];
  const names = device.channels.map((channel) => device.callOf(channel));
  return `${device.name} has no channel called ${text}; it has ${listed(names, 'and')}.`;
}

function listed(names: readonly string[], word: string): string {
  const shown = [...new Set(names)].slice(0, mostNamed);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} ${word} ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} ${word} ${shown.at(-1)}` : (shown[0] ?? 'none');
}
