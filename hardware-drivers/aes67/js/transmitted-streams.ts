// Streams that the outputs of the device feed.
import { isMulticast, type Sender, usualAddress, usualSsrc } from './addresses.ts';
import type { Interfaces } from './interfaces.ts';
import type { NativeNetwork, StreamPath, TransmitOrder } from './native.ts';
import { packetFramesOf, payloadFault } from './packet-size.ts';
import type { TransmitStream, Transmitted } from './values.ts';

export class TransmittedStreams {
  readonly #native: Pick<NativeNetwork, 'transmit' | 'transmitted' | 'unopened'>;
  /** The id of the device. */
  readonly #device: string;
  #rateHz = 0;
  #paths = 1;
  #hardwareAddress = '';
  streams: readonly TransmitStream[] = [];
  /** 0 to 63. */
  dscp = 34;

  constructor(native: Pick<NativeNetwork, 'transmit' | 'transmitted' | 'unopened'>, device: string) {
    this.#native = native;
    this.#device = device;
  }

  /** rateHz: of the device, 0 while it does not run. */
  order(rateHz: number, { paths, hardwareAddress }: Pick<Interfaces, 'paths' | 'hardwareAddress'>): void {
    this.#rateHz = rateHz;
    this.#paths = paths;
    this.#hardwareAddress = hardwareAddress;
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
      ssrc: usualSsrc(this.#senderOf(id)),
      dscp: this.dscp,
    };
  }

  /** A unicast address is of one network. */
  #pathsOf({ id, address, port }: TransmitStream): readonly StreamPath[] {
    const count = address === '' || isMulticast(address) ? this.#paths : 1;
    return ([0, 1] as const).slice(0, count).map((path) => ({
      ...{ address: address || usualAddress(this.#senderOf(id), path), port, source: '' },
    }));
  }

  #senderOf(stream: string): Sender {
    return { hardwareAddress: this.#hardwareAddress, device: this.#device, stream };
  }
}
