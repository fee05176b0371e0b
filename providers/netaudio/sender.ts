// A device of the network that sends, as its sessions describe it: its channels, and what a subscription may call them.
import { mostChannels, type Session, type SessionStream } from './session.ts';

const mostCharacters = 128;

/** A channel that is announced. */
export interface Channel {
  readonly session: Session;
  readonly stream: SessionStream;
  readonly streamName: string;
  /** Its place in the stream, from 1. */
  readonly n: number;
  readonly label: string;
}

export interface SenderFacts {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** Sorted by name, then by id. */
  readonly sessions: readonly Session[];
}

export class Sender implements SenderFacts {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly sessions: readonly Session[];
  #channels: readonly Channel[] | undefined;
  /** By rank of the form, then by text. */
  readonly #byForm: (ReadonlyMap<string, readonly Channel[]> | undefined)[] = forms.map(() => undefined);

  constructor({ id, name, address, sessions }: SenderFacts) {
    this.id = id;
    this.name = name;
    this.address = address;
    this.sessions = sessions;
  }

  /** Made at the first question, as what its channels are called is: most devices of a network are never asked for. */
  get channels(): readonly Channel[] {
    this.#channels ??= this.sessions.flatMap(channelsOf);
    return this.#channels;
  }

  /** Epoch milliseconds of its last announcement. */
  get seenAtMs(): number {
    return Math.max(0, ...this.sessions.map(({ seenAtMs }) => seenAtMs));
  }

  /** The channels that this text may mean, all by the same form; several where it does not say which. */
  called(text: string): readonly Channel[] {
    for (const [rank, form] of forms.entries()) {
      this.#byForm[rank] ??= groupedBy(this.channels, form);
      const found = this.#byForm[rank].get(text);
      if (found !== undefined) return found;
    }
    return [];
  }

  /** The shortest text that means this channel and no other. */
  callOf(channel: Channel): string {
    const [first = '', ...others] = forms.map((form) => form(channel));
    return (
      [first, ...others].find((text) => this.called(text).length === 1 && this.called(text)[0] === channel) ?? first
    );
  }
}

/** What a channel is called: the shorter forms come first. */
const forms: readonly ((channel: Channel) => string)[] = [
  ({ label }) => label,
  ({ streamName, label }) => `${streamName}/${label}`,
  ({ streamName, n }) => `${streamName}/${n}`,
  ({ stream, n }) => `${stream.paths[0]?.address}:${stream.paths[0]?.port}/${n}`,
];

export function channelsOf(session: Session): readonly Channel[] {
  return session.streams.flatMap((stream, place) => {
    const streamName = streamNameOf(session, place);
    return Array.from({ length: Math.min(stream.channels, mostChannels) }, (_, index) => {
      const label = plain(stream.channelLabels[index] ?? '') || `${index + 1}`;
      return { session, stream, streamName, n: index + 1, label };
    });
  });
}

/** A session of several streams has them by number. */
export function streamNameOf({ name, id, streams }: Session, place: number): string {
  const whole = plain(name) || plain(id);
  return streams.length === 1 ? whole : `${whole} ${place + 1}`;
}

/** Names from the network in one line, and not endless. */
export function plain(name: string): string {
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, mostCharacters)
    .trim();
}

function groupedBy(channels: readonly Channel[], form: (channel: Channel) => string) {
  const groups = new Map<string, Channel[]>();
  for (const channel of channels) {
    const text = form(channel);
    const known = groups.get(text);
    if (known === undefined) groups.set(text, [channel]);
    else known.push(channel);
  }
  return groups;
}
