// A program or device that speaks to the desk: what it follows, what it writes, and what is sent to it.
import type { SurfacePeer } from 'rowdesk/surface';
import { encodeMessage, integer, type OscArgument, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { Budget } from './budget.ts';
import type { DeskRows } from './desk-rows.ts';
import { Feedback } from './feedback.ts';
import { Outbox } from './outbox.ts';
import { Writes } from './writes.ts';

/** A packet beyond this is none of UDP: a peer on TCP gets it. */
const largestPacket = 60_000;
/** What a peer without a subscription gets: an address that was forged costs the machine behind it no more. */
const packetsPerS = 50;
const bytesPerByte = 4;
const mostBytes = 65_536;

/** The way to a peer. */
export interface Way {
  readonly address: string;
  readonly port: number;
  readonly transport: 'udp' | 'tcp';
  send(packet: Uint8Array): void;
}

export interface PeerNeeds {
  readonly rows: DeskRows;
  readonly url: string;
  readonly actor: string;
  readonly nowMs: () => number;
  readonly after: (ms: number, call: () => void) => () => void;
  /** The address that the peer knows a field by, and its value there. */
  readonly outgoing: (path: string, field: string, value: unknown) => Outgoing | undefined;
}

export interface Outgoing {
  readonly address: string;
  readonly argument: OscArgument;
}

export class Peer {
  readonly way: Way;
  readonly feedback: Feedback;
  readonly writes: Writes;
  /** What the peer writes is sent back to it too. */
  echoes = false;
  dropped = 0;
  /** Milliseconds since 1970. */
  #lastSeenMs = Date.now();
  readonly #needs: PeerNeeds;
  readonly #outbox: Outbox;
  readonly #packets: Budget;
  #bytes = 0;

  constructor(way: Way, needs: PeerNeeds) {
    const { rows, nowMs, after, url, actor } = needs;
    this.way = way;
    this.#needs = needs;
    this.#packets = new Budget(packetsPerS, packetsPerS, nowMs());
    this.#outbox = new Outbox({ after, send: (packet) => this.#sendNow(packet) });
    this.writes = new Writes(url, `${actor} ${way.address}:${way.port}`);
    this.feedback = new Feedback({
      ...{ rows, nowMs },
      send: (path, field, value) => this.show(path, field, value),
      isMoving: (path, field) => !this.echoes && this.writes.isMoving(path, field),
    });
  }

  /** A packet of the peer came. */
  heard(bytes: number): void {
    this.#lastSeenMs = Date.now();
    this.#bytes = Math.min(mostBytes, this.#bytes + bytes * bytesPerByte);
  }

  get isSubscribed(): boolean {
    return this.feedback.size > 0;
  }

  /** Sends a field, by the name that the peer knows. */
  show(path: string, field: string, value: unknown): void {
    const outgoing = this.#needs.outgoing(path, field, value);
    if (outgoing !== undefined) this.send(outgoing.address, [outgoing.argument]);
  }

  send(address: string, args: readonly OscArgument[], key = address): void {
    const packet = encodeMessage({ address, args });
    if (packet.length <= largestPacket || this.way.transport === 'tcp') this.#outbox.put(key, packet);
    else this.send('/refusal', [text(address), text('too-large'), integer(413)], `/refusal ${address}`);
  }

  toRow(): SurfacePeer {
    const { address, port, transport } = this.way;
    const lastSeenAt = new Date(this.#lastSeenMs).toISOString();
    return { address, port, transport, subscriptions: this.feedback.size, dropped: this.dropped, lastSeenAt };
  }

  /** What the peer has written goes on: a program may send, and leave at once. */
  close(): void {
    this.feedback.close();
    this.#outbox.close();
  }

  #sendNow(packet: Uint8Array): void {
    if (!this.#mayGet(packet.length)) this.dropped += 1;
    else this.way.send(packet);
  }

  #mayGet(bytes: number): boolean {
    if (this.way.transport === 'tcp' || this.isSubscribed) return true;
    if (this.#bytes < bytes || !this.#packets.take(1, this.#needs.nowMs())) return false;
    this.#bytes -= bytes;
    return true;
  }
}
