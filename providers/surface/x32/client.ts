// A client of the X32: an address and a port. What it follows ends ten seconds after it asked for the last time.
import type { SurfacePeer } from 'rowdesk/surface';
import { encodeMessage, type OscArgument } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { Value } from '../../../hardware-drivers/lib/x32/js/laws.ts';
import { slashed } from '../../../hardware-drivers/lib/x32/js/lines.ts';
import type { DeskAccess } from '../network/desk-access.ts';
import { Outbox } from '../network/outbox.ts';
import type { Way } from '../network/way.ts';
import { Writes } from '../network/writes.ts';
import { namedMessage } from './named-message.ts';
import type { Stream } from './streams.ts';

export const leaseMs = 10_000;
/** Bytes that a client which follows nothing gets for each of its own: a forged address costs the machine behind it no more. */
const bytesPerByte = 16;
const mostBytes = 65_536;
/** Values by name that a client follows. */
const mostStreams = 48;
/** Values of addresses that stand for nothing. */
const mostRemembered = 4096;

export interface ClientNeeds extends DeskAccess {
  readonly nowMs: () => number;
  readonly after: (ms: number, call: () => void) => () => void;
}

export interface Pending {
  readonly value: Value;
  /** Infinity before the desk has answered. */
  readonly revision: number;
}

export class X32Client {
  readonly way: Way;
  readonly writes: Writes;
  /** By address, the desk's value that the client has, as JSON. */
  readonly knows = new Map<string, string>();
  /** By address, what it writes, until the desk's row is as new as the write. */
  readonly pending = new Map<string, Pending>();
  readonly streams = new Map<string, Stream>();
  dropped = 0;
  readonly #needs: ClientNeeds;
  readonly #outbox: Outbox;
  /** Of addresses that stand for nothing here. */
  readonly #remembered = new Map<string, Value>();
  /** It gets all changes until then. */
  #changesEndMs = 0;
  #lastSeenMs = Date.now();
  #bytes = 0;

  constructor(way: Way, needs: ClientNeeds) {
    this.way = way;
    this.#needs = needs;
    this.#outbox = new Outbox({ after: needs.after, send: (packet) => this.sendPacket(packet) });
    this.writes = new Writes(needs.url, `${needs.actor} ${way.address}:${way.port}`, needs.key);
  }

  heard(bytes: number): void {
    this.#lastSeenMs = Date.now();
    this.#bytes = Math.min(mostBytes, this.#bytes + bytes * bytesPerByte);
  }

  get getsChanges(): boolean {
    return this.#changesEndMs > this.#needs.nowMs();
  }

  get isSubscribed(): boolean {
    return this.streams.size > 0 || this.getsChanges;
  }

  followChanges(): void {
    this.#changesEndMs = this.#needs.nowMs() + leaseMs;
  }

  /** Replaces one of the same name; false when there are too many. */
  follow(name: string, stream: Stream): boolean {
    if (!this.streams.has(name) && this.streams.size >= mostStreams) return false;
    this.streams.set(name, stream);
    return true;
  }

  /** All, or one by its name, with its slash or without. */
  renew(name?: string): void {
    const endsMs = this.#needs.nowMs() + leaseMs;
    for (const [own, stream] of this.streams) if (isNamed(own, name)) stream.endsMs = endsMs;
    if (name === undefined && this.getsChanges) this.#changesEndMs = endsMs;
  }

  unfollow(name?: string): void {
    if (name !== undefined) {
      for (const own of this.streams.keys()) if (isNamed(own, name)) this.streams.delete(own);
      return;
    }
    this.streams.clear();
    this.#changesEndMs = 0;
    this.#forget();
  }

  /** Ends what was not renewed. */
  expire(): void {
    const now = this.#needs.nowMs();
    for (const [name, { endsMs }] of this.streams) if (endsMs <= now) this.streams.delete(name);
    if (!this.isSubscribed) this.#forget();
  }

  remembered(address: string): Value | undefined {
    return this.#remembered.get(address);
  }

  /** While the client follows something. */
  remember(address: string, value: Value): void {
    if (this.isSubscribed && this.#remembered.size < mostRemembered) this.#remembered.set(address, value);
  }

  /** A change: the newest of an address, at most 50 a second. */
  push(address: string, argument: OscArgument): void {
    this.#outbox.put(address, encodeMessage({ address, args: [argument] }));
  }

  /** An answer, at once, to an address or a name. */
  answer(name: string, args: readonly OscArgument[]): void {
    this.sendPacket(namedMessage(name, args));
  }

  sendPacket(packet: Uint8Array): void {
    if (this.isSubscribed) this.way.send(packet);
    else if (this.#bytes < packet.length) this.dropped += 1;
    else {
      this.#bytes -= packet.length;
      this.way.send(packet);
    }
  }

  toRow(): SurfacePeer {
    const { address, port, transport } = this.way;
    const subscriptions = this.streams.size + Number(this.getsChanges);
    const lastSeenAt = new Date(this.#lastSeenMs).toISOString();
    return { address, port, transport, subscriptions, dropped: this.dropped, lastSeenAt };
  }

  close(): void {
    this.unfollow();
    this.#outbox.close();
  }

  #forget(): void {
    this.#remembered.clear();
    this.knows.clear();
    this.pending.clear();
  }
}

const isNamed = (own: string, name: string | undefined) => name === undefined || slashed(own) === slashed(name);
