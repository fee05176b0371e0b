// Streams that feed the inputs of the device: one order per stream, whichever of its channels are heard.
import { createHash } from 'node:crypto';
import { LinkOffset } from './link-offset.ts';
import type { Encoding, NativeNetwork, ReceiveFigures, ReceiveOrder } from './native.ts';
import type { NetworkClock } from './network-clock.ts';
import { packetFramesOf } from './packet-size.ts';
import { formatFault, receptionOf } from './reception.ts';
import type { Received, ReceiveSource, Reception } from './values.ts';

interface Stream {
  /** Of the order: the same format, addresses and payload type have the same. */
  readonly id: string;
  source: ReceiveSource;
  inputs: readonly { readonly channel: number; readonly input: number }[];
  /** RTP time less media time, as it was last known to be of the clock of this computer. */
  clockOffset: number | null;
  readonly linkOffset: LinkOffset;
}

const nothing: Reception = { status: 'unresolved', reason: '' };
/** Of a reason in the list of all streams. */
const longestReason = 200;

export class ReceivedStreams {
  readonly #native: Pick<NativeNetwork, 'receive' | 'received' | 'unopened'>;
  readonly #clock: NetworkClock;
  /** By input. */
  readonly #sources: (ReceiveSource | null)[];
  #streams: readonly Stream[] = [];
  #rateHz = 0;
  #linkOffsetMs: number | null = 2;

  constructor(native: Pick<NativeNetwork, 'receive' | 'received' | 'unopened'>, clock: NetworkClock, inputs: number) {
    this.#native = native;
    this.#clock = clock;
    this.#sources = Array.from({ length: inputs }, () => null);
  }

  /** input: from 1. */
  set(input: number, source: ReceiveSource | null): void {
    this.#sources[input - 1] = source;
  }

  /** Null: each stream by what is seen of it. */
  set linkOffsetMs(ms: number | null) {
    if (ms === null) for (const { linkOffset } of this.#streams) linkOffset.forget();
    this.#linkOffsetMs = ms;
  }

  /** Orders what the inputs have now. rateHz: of the device, 0 while it does not run. */
  order(rateHz: number): void {
    const before = rateHz === this.#rateHz ? this.#streams : [];
    this.#rateHz = rateHz;
    const streams = new Map<string, Stream>();
    for (const [place, source] of this.#sources.entries()) {
      if (source === null) continue;
      const id = idOf(source);
      const known = streams.get(id) ?? before.find((each) => each.id === id);
      const stream = streams.get(id) ?? this.#streamOf(id, source, known);
      stream.inputs = [...stream.inputs, { channel: source.channel, input: place + 1 }];
      streams.set(id, stream);
    }
    this.#streams = [...streams.values()];
    this.#native.receive(this.#streams.flatMap((stream) => this.#orderOf(stream)));
  }

  /** Once a second: raises link offsets that are chosen by what is seen. */
  look(): void {
    if (this.#linkOffsetMs !== null || this.#rateHz === 0) return;
    const figures = this.#figures();
    const raised = this.#streams.filter(({ id, linkOffset }) => {
      const seen = figures.get(id);
      return seen !== undefined && linkOffset.look(seen);
    });
    if (raised.length > 0) this.order(this.#rateHz);
  }

  /** The longest of the streams; without a stream, of one to come. */
  get latencyFrames(): number {
    if (this.#rateHz === 0) return 0;
    const offsets = this.#streams.map(({ linkOffset }) => linkOffset);
    if (offsets.length === 0) offsets.push(new LinkOffset(this.#rateHz, 0));
    return Math.max(...offsets.map((offset) => offset.frames(this.#linkOffsetMs)));
  }

  /** How each input and each stream is received now. `away`: why no interface is open; '' while one is. */
  read(away: string): { readonly inputs: readonly Reception[]; readonly received: readonly Received[] } {
    const figures = this.#figures();
    const unopened = new Map(this.#native.unopened().receive.map((each) => [each.id, each]));
    const receptions = new Map<string, Reception>();
    const received = this.#streams.map((stream): Received => {
      const { id, source } = stream;
      const { reason = '', isPartial = false } = unopened.get(id) ?? {};
      const clockFault = this.#clock.differs(source.clock);
      const given = { source, rateHz: this.#rateHz, away, unopened: reason, isPartial, clockFault };
      const reception = receptionOf({ ...given, figures: figures.get(id) });
      receptions.set(id, reception);
      return this.#receivedOf(stream, reception, figures.get(id));
    });
    const inputs = this.#sources.map((source) => (source && receptions.get(idOf(source))) ?? nothing);
    return { inputs, received };
  }

  #streamOf(id: string, source: ReceiveSource, known: Stream | undefined): Stream {
    const { rateHz, packetTimeUs, mediaClockOffset } = source;
    // Media time goes on by holdover, and across a change of the grandmaster: what is aligned by its clock stays so.
    const isAligned = known !== undefined && known.clockOffset === mediaClockOffset;
    const clockOffset = isAligned || this.#clock.differs(source.clock) === '' ? mediaClockOffset : null;
    const linkOffset = known?.linkOffset ?? new LinkOffset(rateHz, packetFramesOf(rateHz, packetTimeUs));
    return { id, source, inputs: [], clockOffset, linkOffset };
  }

  #orderOf({ id, source, inputs, clockOffset, linkOffset }: Stream): readonly ReceiveOrder[] {
    const { rateHz, paths, encoding, channels, payloadType, packetTimeUs } = source;
    if (this.#rateHz === 0 || formatFault(source, this.#rateHz) !== '') return [];
    const packetFrames = packetFramesOf(rateHz, packetTimeUs);
    const format = { encoding: encoding as Encoding, channels, payloadType, packetFrames, clockOffset };
    return [{ id, paths, ...format, inputs, linkOffsetFrames: linkOffset.frames(this.#linkOffsetMs) }];
  }

  #figures(): ReadonlyMap<string, ReceiveFigures> {
    return new Map(this.#native.received().map((each) => [each.id, each]));
  }

  #receivedOf({ source, linkOffset }: Stream, { status, reason }: Reception, figures = unseen): Received {
    const frames = linkOffset.frames(this.#linkOffsetMs);
    return {
      streamId: source.streamId,
      status,
      reason: reason.slice(0, longestReason),
      paths: source.paths.map(({ address, port }, path) => ({
        ...{ address, port, packets: figures.pathPackets[path] ?? 0, lost: figures.pathLost[path] ?? 0 },
      })),
      packets: figures.packets,
      lost: figures.lost,
      late: figures.late,
      doubled: figures.doubled,
      reordered: figures.reordered,
      malformed: figures.malformed,
      outside: figures.outside,
      foreign: figures.foreign,
      slips: figures.slips,
      concealedFrames: figures.concealedFrames,
      transitP50Us: Math.round(figures.transitP50Us),
      transitP999Us: Math.round(figures.transitP999Us),
      transitMaxUs: Math.round(figures.transitMaxUs),
      linkOffsetMs: Math.round((frames * 1e6) / source.rateHz) / 1000,
    };
  }
}

const unseen: ReceiveFigures = {
  ...{ packets: 0, lost: 0, late: 0, doubled: 0, reordered: 0, malformed: 0, foreign: 0, slips: 0, concealedFrames: 0 },
  outside: 0,
  ...{ overrun: 0, socketErrors: 0, pathPackets: [], pathLost: [], transitP50Us: 0, transitP999Us: 0, transitMaxUs: 0 },
  ...{ hasSignal: false, isLearned: false, ssrc: 0, seenPacketFrames: 0 },
};

function idOf({ paths, encoding, rateHz, channels, payloadType, packetTimeUs }: ReceiveSource): string {
  const places = paths.map(({ address, port, source }) => [address, port, source]);
  const key = JSON.stringify([places, encoding, rateHz, channels, payloadType, packetTimeUs]);
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
