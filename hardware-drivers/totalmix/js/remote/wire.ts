// The UDP socket of a remote: it hears one host only, and counts what it drops.
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { decodePacket, encodeBundle, type OscMessage } from '../../../lib/osc/js/packet.ts';
import type { RemoteSettings } from '../settings.ts';
import { Budget, type Dropped } from './drops.ts';

export interface WireEvents {
  heard(messages: readonly OscMessage[]): void;
  /** The socket is closed, in words. */
  failed(reason: string): void;
}

/** The way to TotalMix FX and back. */
export interface Wire {
  readonly dropped?: Dropped;
  /** One packet; it may be lost. */
  send(messages: readonly OscMessage[]): void;
  close(): void;
}

export type OpenWire = (settings: RemoteSettings, events: WireEvents) => Wire;

export class UdpWire implements Wire {
  readonly #settings: RemoteSettings;
  readonly #events: WireEvents;
  #socket: Socket | undefined;
  #address = '';
  #isClosed = false;
  #foreign = 0;
  #malformed = 0;
  #flooding = 0;
  readonly #budget = new Budget();

  /** Finds the host and listens; both may fail later, by `failed`. */
  constructor(settings: RemoteSettings, events: WireEvents) {
    this.#settings = settings;
    this.#events = events;
    lookup(settings.host, (error, address, family) => {
      if (this.#isClosed) return;
      if (error) this.#fail(`the host ${settings.host} is not known (${error.code})`);
      else this.#listen(address, family === 6 ? 'udp6' : 'udp4');
    });
  }

  get dropped(): Dropped {
    return { foreign: this.#foreign, malformed: this.#malformed, flooding: this.#flooding };
  }

  send(messages: readonly OscMessage[]): void {
    // Without an answer the remote says that itself: a packet that can't leave is one that is lost.
    this.#socket?.send(encodeBundle(messages), this.#settings.port, this.#address, () => {});
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
    this.#socket = undefined;
  }

  #listen(address: string, type: 'udp4' | 'udp6'): void {
    const { listenPort } = this.#settings;
    const socket = createSocket({ type });
    this.#address = address;
    this.#socket = socket;
    socket.on('message', (packet, { address: from }) => this.#hear(packet, from));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      const reason = isTaken ? 'another program listens there' : error.message;
      this.#fail(`UDP port ${listenPort} can't be opened: ${reason}`);
    });
    // A remote on this computer needs no door to others.
    const isLocal = address.startsWith('127.') || address === '::1';
    socket.bind({ port: listenPort, ...(isLocal && { address }) });
  }

  #hear(packet: Uint8Array, from: string): void {
    if (from !== this.#address) {
      this.#foreign++;
      return;
    }
    if (!this.#budget.allows(packet.length, performance.now())) {
      this.#flooding++;
      return;
    }
    let messages: readonly OscMessage[];
    try {
      messages = decodePacket(packet);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#malformed++;
      return;
    }
    this.#events.heard(messages);
  }

  #fail(reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#events.failed(reason);
  }
}
