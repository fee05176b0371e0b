// A program or device that speaks to the desk: what it follows, what it writes, and what is sent to it.
import type { SurfacePeer } from 'rowdesk/surface';
import { encodeMessage, integer, type OscArgument, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { Budget } from '../network/budget.ts';
import type { DeskAccess } from '../network/desk-access.ts';
import { Outbox } from '../network/outbox.ts';
import type { Way } from '../network/way.ts';
import { Writes } from '../network/writes.ts';
import type { AddressLists } from './address-lists.ts';
import type { DeskRows } from './desk-rows.ts';
import { Feedback } from './feedback.ts';
import { Meters } from './meters.ts';

/** A packet beyond this is none of UDP: a peer on TCP gets it. */
const largestPacket = 60_000;
/** What a peer without a subscription gets: an address that was forged costs the machine behind it no more. */
const packetsPerS = 50;
const bytesPerByte = 4;
const mostBytes = 65_536;
/** Addresses that a program on a web socket listens to one by one. */
const mostListened = 1024;

export interface PeerNeeds extends DeskAccess {
  readonly rows: DeskRows;
  readonly lists: AddressLists;
  readonly nowMs: () => number;
  readonly after: (ms: number, call: () => void) => () => void;
  /** The address that a peer on this way knows a field by, and its value there. */
  readonly outgoing: (way: Way, path: string, field: string, value: unknown) => Outgoing;
}

export interface Outgoing {
  readonly address: string;
  readonly argument: OscArgument;
}

export class Peer {
  readonly way: Way;
  readonly feedback: Feedback;
  readonly writes: Writes;
  readonly meters: Meters;
  /** What the peer writes is sent back to it too. */
  echoes = false;
  dropped = 0;
  isClosed = false;
  /** Milliseconds since 1970. */
  #lastSeenMs = Date.now();
  readonly #needs: PeerNeeds;
  readonly #outbox: Outbox;
  readonly #packets: Budget;
  #bytes = 0;

  constructor(way: Way, needs: PeerNeeds) {
    const { rows, lists, nowMs, after, url, key, actor } = needs;
    this.way = way;
    this.#needs = needs;
    this.#packets = new Budget(packetsPerS, packetsPerS, nowMs());
    this.#outbox = new Outbox({ after, send: (packet) => this.#sendNow(packet) });
    this.writes = new Writes(url, `${actor} ${way.address}:${way.port}`, key);
    this.feedback = new Feedback({
      ...{ rows, nowMs },
      ...(way.transport === 'ws' ? { mostAddresses: mostListened } : {}),
      send: (path, field, value) => this.show(path, field, value),
      isMoving: (path, field) => !this.echoes && this.writes.isMoving(path, field),
    });
    this.meters = new Meters({ rows, lists, nowMs, send: (address, args, key) => this.send(address, args, key) });
  }

  /** A packet of the peer came. */
  heard(bytes: number): void {
    this.#lastSeenMs = Date.now();
    this.#bytes = Math.min(mostBytes, this.#bytes + bytes * bytesPerByte);
  }

  get isSubscribed(): boolean {
    return this.#followed > 0;
  }

  renew(): void {
    this.feedback.renew();
    this.meters.renew();
  }

  /** Ends what was followed by this pattern; with '' all. */
  unfollow(pattern: string): void {
    if (pattern !== '') {
      this.feedback.unsubscribe(pattern);
      this.meters.end(pattern);
      return;
    }
    this.feedback.close();
    this.meters.close();
  }

  /** Ends what was not renewed. */
  expire(): void {
    this.feedback.expire();
    this.meters.expire();
  }

  /** Sends a field, by the name that the peer knows. */
  show(path: string, field: string, value: unknown): void {
    const { address, argument } = this.#needs.outgoing(this.way, path, field, value);
    this.send(address, [argument]);
  }

  send(address: string, args: readonly OscArgument[], key = address): void {
    const packet = encodeMessage({ address, args });
    if (packet.length <= largestPacket || this.way.transport !== 'udp') this.#outbox.put(key, packet);
    else this.send('/refusal', [text(address), text('too-large'), integer(413)], `/refusal ${address}`);
  }

  toRow(): SurfacePeer {
    const { address, port, transport } = this.way;
    const lastSeenAt = new Date(this.#lastSeenMs).toISOString();
    return { address, port, transport, subscriptions: this.#followed, dropped: this.dropped, lastSeenAt };
  }

  /** What the peer has written goes on: a program may send, and leave at once. */
  close(): void {
    this.isClosed = true;
    this.unfollow('');
    this.#outbox.close();
  }

  get #followed(): number {
    return this.feedback.size + this.meters.size;
  }

  #sendNow(packet: Uint8Array): void {
    if (!this.#mayGet(packet.length)) this.dropped += 1;
    else this.way.send(packet);
  }

  #mayGet(bytes: number): boolean {
    if (this.way.transport !== 'udp' || this.isSubscribed) return true;
    if (this.#bytes < bytes || !this.#packets.take(1, this.#needs.nowMs())) return false;
    this.#bytes -= bytes;
    return true;
  }
}
