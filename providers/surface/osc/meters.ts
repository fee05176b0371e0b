// Levels for peers that ask for them: of each kind of strip one message with a float for each strip, or all in one blob.
import type { Watched } from 'rowdesk/client';
import { float, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { DeskRows } from './desk-rows.ts';
import type { Peer } from './peer.ts';

const path = '/meters';
const silentDb = -144;

interface Level {
  readonly kind: string;
  readonly index: number;
  readonly postDb: readonly number[];
}

export class Meters {
  readonly #rows: DeskRows;
  readonly #peers = new Set<Peer>();
  readonly #orders = new Map<Peer, string>();
  #stop: (() => void) | undefined;

  constructor(rows: DeskRows) {
    this.#rows = rows;
  }

  /** Sends levels to the peer until its time ends. */
  add(peer: Peer): void {
    this.#peers.add(peer);
    this.#orders.delete(peer);
    this.#stop ??= this.#rows.watch(path, (watched) => this.#take(watched));
  }

  /** Lets go of peers whose time has ended. */
  expire(nowMs: number): void {
    for (const peer of this.#peers) if (peer.metersEndMs <= nowMs) this.remove(peer);
  }

  remove(peer: Peer): void {
    this.#peers.delete(peer);
    this.#orders.delete(peer);
    if (this.#peers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #take({ row, life }: Watched): void {
    const { levels } = row as { readonly levels?: readonly Level[] };
    if (life !== 'live' || levels === undefined) return;
    const order = JSON.stringify(levels.map(({ kind, index }) => `${kind}/${index}`));
    for (const peer of this.#peers) {
      if (peer.metersAs === 'floats') sendFloats(peer, levels);
      else {
        if (this.#orders.get(peer) !== order) peer.send('/meters/order', [text(order)]);
        this.#orders.set(peer, order);
        peer.send('/meters', [{ type: 'b', value: blobOf(levels) }]);
      }
    }
  }
}

/** The louder leg behind the fader. */
const levelOf = ({ postDb }: Level) => Math.max(silentDb, ...postDb);

/** A strip stands at its index: one that has no level is silent. */
function sendFloats(peer: Peer, levels: readonly Level[]): void {
  const kinds = new Map<string, number[]>();
  for (const level of levels) {
    const own = kinds.get(level.kind) ?? [];
    while (own.length < level.index) own.push(silentDb);
    own[level.index - 1] = levelOf(level);
    kinds.set(level.kind, own);
  }
  for (const [kind, own] of kinds) peer.send(`/meters/${kind}`, own.map(float));
}

/** Floats of 32 bits, big-endian as all of OSC, in the order of /meters/order. */
function blobOf(levels: readonly Level[]): Uint8Array {
  const bytes = new Uint8Array(levels.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [n, level] of levels.entries()) view.setFloat32(n * 4, levelOf(level));
  return bytes;
}
