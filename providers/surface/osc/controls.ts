// Messages that are none of a row: what a peer follows, and how.
import { integer, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { ReadMessage } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { OscRefusal } from '../network/refusal.ts';
import { fieldPattern } from './address.ts';
import type { AddressLists } from './address-lists.ts';
import { refuse } from './dispatch.ts';
import { leaseMs } from './feedback.ts';
import type { MeterForm } from './meters.ts';
import type { Peer } from './peer.ts';
import type { Peers } from './peers.ts';

export interface ControlNeeds {
  readonly peers: Peers;
  readonly lists: AddressLists;
}

type Control = (peer: Peer, word: string, message: ReadMessage) => void | Promise<void>;

export class Controls {
  readonly #needs: ControlNeeds;
  readonly #controls: ReadonlyMap<string, Control>;

  constructor(needs: ControlNeeds) {
    this.#needs = needs;
    this.#controls = new Map<string, Control>([
      ['/subscribe', (peer, pattern) => this.#subscribe(peer, pattern)],
      ['/unsubscribe', (peer, pattern) => peer.unfollow(pattern)],
      ['/renew', (peer) => peer.renew()],
      ['/meters', (peer, pattern, { values }) => this.#meters(peer, pattern, values.slice(1))],
      [
        '/echo',
        (peer, _word, { values }) => {
          peer.echoes = values.length === 0 || Boolean(values[0]);
        },
      ],
    ]);
  }

  /** Does what the message asks for; false for one of a row. */
  take(peer: Peer, message: ReadMessage): boolean {
    const control = this.#controls.get(message.address);
    // `/meters` without a pattern is a question for the row.
    if (control === undefined || (message.address === '/meters' && message.values.length === 0)) return false;
    const [first] = message.values;
    const word = typeof first === 'string' ? first : '';
    const refused = (error: unknown) => refuse(peer, word === '' ? message.address : word, error);
    try {
      Promise.resolve(control(peer, word, message)).catch(refused);
    } catch (error) {
      refused(error);
    }
    return true;
  }

  /** Sends what is at the pattern now, and each change. Rejects with OscRefusal, RangeError. */
  async follow(peer: Peer, pattern: string, forMs?: number): Promise<void> {
    this.#needs.peers.mayFollow(peer);
    const rows = peer.feedback.follows(pattern) ? 1 : await this.#needs.lists.count(fieldPattern(pattern).target);
    if (!peer.isClosed) peer.feedback.subscribe(pattern, forMs, rows);
  }

  async #subscribe(peer: Peer, pattern: string): Promise<void> {
    if (pattern === '') throw new OscRefusal('missing', 422);
    await this.follow(peer, pattern);
    peer.send('/subscribed', [text(pattern), integer(leaseMs / 1000)], `/subscribed ${pattern}`);
  }

  async #meters(peer: Peer, pattern: string, words: readonly unknown[]): Promise<void> {
    if (pattern === '') throw new OscRefusal('missing', 422);
    this.#needs.peers.mayFollow(peer);
    await peer.meters.follow(pattern, formOf(words));
    if (peer.isClosed) peer.meters.close();
  }
}

/** `blob` or `floats`, `pre` or `post`, in any order; a blob of levels behind the faders without them. */
function formOf(words: readonly unknown[]): MeterForm {
  const strange = words.find((word) => !['blob', 'floats', 'pre', 'post'].includes(word as string));
  if (strange !== undefined) throw new OscRefusal('not-an-option', 422);
  return { form: words.includes('floats') ? 'floats' : 'blob', tap: words.includes('pre') ? 'pre' : 'post' };
}
