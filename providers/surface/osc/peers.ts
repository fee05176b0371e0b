// The peers of a surface: those that were heard last, and those that follow something.
import type { SurfacePeer } from 'rowdesk/surface';
import { OscRefusal } from '../network/refusal.ts';
import type { Way } from '../network/way.ts';
import { Peer, type PeerNeeds } from './peer.ts';

/** Peers that subscribe at once. */
const mostSubscribed = 16;
const mostPeers = 64;

export class Peers {
  readonly #needs: PeerNeeds;
  /** In the order of their last packets. */
  readonly #peers = new Map<string, Peer>();

  constructor(needs: PeerNeeds) {
    this.#needs = needs;
  }

  at(way: Way): Peer {
    const key = keyOf(way);
    const peer = this.#peers.get(key) ?? new Peer(way, this.#needs);
    this.#peers.delete(key);
    this.#peers.set(key, peer);
    for (const each of this.#peers.values()) {
      if (this.#peers.size <= mostPeers) break;
      if (!each.isSubscribed) this.drop(each.way);
    }
    return peer;
  }

  /** Throws OscRefusal when as many others follow something as may. */
  mayFollow(peer: Peer): void {
    const others = [...this.#peers.values()].filter((each) => each.isSubscribed && each !== peer);
    if (others.length >= mostSubscribed) throw new OscRefusal('too-many-peers', 429);
  }

  drop(way: Way): void {
    const key = keyOf(way);
    const peer = this.#peers.get(key);
    if (peer === undefined) return;
    peer.close();
    this.#peers.delete(key);
  }

  /** Lets go of peers that do not fit any more. */
  keep(fits: (peer: Peer) => boolean): void {
    for (const peer of [...this.#peers.values()]) if (!fits(peer)) this.drop(peer.way);
  }

  /** What the mapping follows ends, unless it is followed again at once; web sockets listen until they close. */
  release(): void {
    for (const peer of this.#peers.values()) if (peer.way.transport !== 'ws') peer.feedback.release();
  }

  expire(): void {
    for (const peer of this.#peers.values()) peer.expire();
  }

  /** Those that follow first: the row has room for as many as may. */
  toRow(): readonly SurfacePeer[] {
    const all = [...this.#peers.values()].reverse();
    const shown = [...all.filter((each) => each.isSubscribed), ...all.filter((each) => !each.isSubscribed)];
    return shown.slice(0, mostSubscribed).map((peer) => peer.toRow());
  }
}

const keyOf = ({ transport, address, port }: Way) => `${transport} ${address}:${port}`;
