// Sessions of devices that publish by mDNS. They outlive the socket: an interface that loses its link for a moment loses no
// session, and one that stays away loses them when their records expire.
import { isInSubnet } from '../address.ts';
import type { LocalInterface } from '../interfaces.ts';
import { Browser, type BrowserParts } from './browser.ts';
import { Descriptions, type DescriptionsParts } from './descriptions.ts';
import type { Answer, Question, Records } from './records.ts';

export interface NeighboursParts extends Omit<DescriptionsParts, 'local'> {}

export class Neighbours {
  readonly #browser: Browser;
  readonly #descriptions: Descriptions;
  #local: LocalInterface | undefined;
  #ask: BrowserParts['ask'] = () => {};

  constructor(parts: NeighboursParts) {
    this.#browser = new Browser({
      nowMs: () => parts.timers.nowMs(),
      isReachable: (address) => this.#local !== undefined && isInSubnet(address, this.#local),
      ask: (questions, known) => this.#ask(questions, known),
      refused: (address, reason) => {
        parts.counters.count('mdnsRefused');
        parts.refusals.add({ address, via: 'mdns', reason, atMs: parts.timers.wallMs() });
      },
    });
    this.#descriptions = new Descriptions({ ...parts, local: () => this.#local });
  }

  /** From now on questions go out here. */
  attach(local: LocalInterface, ask: (questions: Question[], known: Answer[]) => void): void {
    this.#local = local;
    this.#ask = ask;
    this.#browser.soon();
  }

  detach(): void {
    this.#local = undefined;
    this.#ask = () => {};
  }

  take(records: Records, sender: string): void {
    this.#browser.take(records, sender);
  }

  /** Asks again within a second. */
  scan(): void {
    this.#browser.soon();
  }

  tick(): void {
    this.#browser.tick();
    this.#descriptions.tick(this.#browser.instances);
  }

  /** Forgets all sessions. */
  close(): void {
    this.detach();
    this.#descriptions.close();
  }
}
