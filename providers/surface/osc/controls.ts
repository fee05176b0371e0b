// Messages that are none of a row: what a peer follows, and how.
import { integer, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { ReadMessage } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { refuse } from './dispatch.ts';
import { leaseMs } from './feedback.ts';
import type { Peer } from './peer.ts';
import type { Peers } from './peers.ts';
import { OscRefusal } from './refusal.ts';

export interface ControlNeeds {
  readonly peers: Peers;
}

type Control = (peer: Peer, word: string, message: ReadMessage) => void;

export class Controls {
  readonly #needs: ControlNeeds;
  readonly #controls: ReadonlyMap<string, Control>;

  constructor(needs: ControlNeeds) {
    this.#needs = needs;
    this.#controls = new Map<string, Control>([
      ['/subscribe', (peer, pattern) => this.#subscribe(peer, pattern)],
      [
        '/unsubscribe',
        (peer, pattern) => (pattern === '' ? peer.feedback.close() : peer.feedback.unsubscribe(pattern)),
      ],
      [
        '/renew',
        (peer) => {
          peer.feedback.renew();
        },
      ],
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
    if (control === undefined) return false;
    const [first] = message.values;
    const word = typeof first === 'string' ? first : '';
    try {
      control(peer, word, message);
    } catch (error) {
      refuse(peer, word === '' ? message.address : word, error);
    }
    return true;
  }

  #subscribe(peer: Peer, pattern: string): void {
    if (pattern === '') throw new OscRefusal('missing', 422);
    this.#needs.peers.mayFollow(peer);
    peer.feedback.subscribe(pattern);
    peer.send('/subscribed', [text(pattern), integer(leaseMs / 1000)], `/subscribed ${pattern}`);
  }
}
