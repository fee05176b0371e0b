// Streams that the outputs of the device feed.
import { isMulticast, usualAddress, usualSsrc } from './addresses.ts';
import type { NativeNetwork, StreamPath, TransmitOrder } from './native.ts';
import { packetFramesOf, payloadFault } from './packet-size.ts';
import type { TransmitStream, Transmitted } from './values.ts';

interface Names {
  /** Of the computer, and of the device. */
  readonly host: string;
  readonly device: string;
}

export class TransmittedStreams {
  readonly #native: Pick<NativeNetwork, 'transmit' | 'transmitted' | 'unopened'>;
  readonly #names: Names;
  #rateHz = 0;
  #paths = 1;
  streams: readonly TransmitStream[] = [];
  /** 0 to 63. */
  dscp = 34;

  constructor(native: Pick<NativeNetwork, 'transmit' | 'transmitted' | 'unopened'>, names: Names) {
    this.#native = native;
    this.#names = names;
  }

  /** rateHz: of the device, 0 while it does not run. paths: 2 with a second interface. */
  order(rateHz: number, paths: number): void {
    this.#rateHz = rateHz;
    this.#paths = paths;
    this.#native.transmit(this.streams.filter((each) => this.#fault(each) === '').map((each) => this.#orderOf(each)));
  }

  /** `away`: why no interface is open; '' while one is. */
  read(away: string): readonly Transmitted[] {
    const figures = new Map(this.#native.transmitted().map((each) => [each.id, each]));
    const unopened = new Map(this.#native.unopened().transmit.map((each) => [each.id, each]));
    return this.streams.map((stream): Transmitted => {
      const { id } = stream;
      const { packets = 0, dropped = 0, reason: refusal = '' } = figures.get(id) ?? {};
      const reason = this.#fault(stream) || away || (unopened.get(id)?.reason ?? refusal);
      const paths = this.#pathsOf(stream).map(({ address, port }) => ({ address, port }));
      return { id, paths, packets, dropped, reason };
    });
  }

  /** Why a stream is not sent; '' where it is. */
  #fault(stream: TransmitStream): string {
    if (!stream.enabled) return 'it is not enabled';
    if (this.#rateHz === 0) return 'the device does not run';
    return payloadFault(stream, this.#rateHz);
  }

  #orderOf(stream: TransmitStream): TransmitOrder {
    const { id, encoding, channels, firstChannel, payloadType, packetTimeUs, ttl } = stream;
    return {
      id,
      paths: this.#pathsOf(stream).map((path) => ({ ...path, ttl })),
      encoding,
      outputs: Array.from({ length: channels }, (_, index) => firstChannel + index),
      payloadType,
      packetFrames: packetFramesOf(this.#rateHz, packetTimeUs),
      ssrc: usualSsrc(this.#names.host, this.#names.device, id),
      dscp: this.dscp,
    };
  }

  /** A unicast address is of one network. */
  #pathsOf({ id, address, port }: TransmitStream): readonly StreamPath[] {
    const { host, device } = this.#names;
    const count = address === '' || isMulticast(address) ? this.#paths : 1;
    return ([0, 1] as const).slice(0, count).map((path) => ({
      ...{ address: address || usualAddress(host, device, id, path), port, source: '' },
    }));
  }
}
