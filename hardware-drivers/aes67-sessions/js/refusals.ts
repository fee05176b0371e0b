// What was announced and not taken, with its sender and the reason, as the row `/netaudio` has it: the newest, and of one sender
// a few, so that none hides the others.
import type { Reading } from 'rowdesk/driver';
import { cleanText } from './clean-text.ts';
import type { Via } from './session.ts';

export interface Refusal {
  readonly address: string;
  readonly via: Via;
  readonly reason: string;
  /** How often, since it is in the list. */
  readonly count: number;
  /** Unix time of the last one */
  readonly atMs: number;
}

const mostRefusals = 32;
const mostOfSender = 4;
const longestReason = 200;

export class Refusals {
  /** The newest last. */
  readonly #refused = new Map<string, Refusal>();
  #reading: Reading | undefined;

  add({ address, via, reason: words, atMs }: Omit<Refusal, 'count'>): void {
    const reason = words.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').slice(0, longestReason);
    const key = `${via} ${address} ${reason}`;
    const count = (this.#refused.get(key)?.count ?? 0) + 1;
    this.#refused.delete(key);
    const ofSender = [...this.#refused].filter(([, each]) => each.address === address);
    const [oldest] = ofSender.length >= mostOfSender ? ofSender : this.#refused;
    if (oldest && (ofSender.length >= mostOfSender || this.#refused.size >= mostRefusals)) {
      this.#refused.delete(oldest[0]);
    }
    this.#refused.set(key, { address: cleanText(address), via, reason, count, atMs });
    this.#reading = undefined;
  }

  /** Another network, other senders. */
  clear(): void {
    this.#refused.clear();
    this.#reading = undefined;
  }

  observe(): Reading {
    const value = () => [...this.#refused.values()].reverse();
    this.#reading ??= { path: '/netaudio', field: 'refused', value: value(), state: 'applied' };
    return this.#reading;
  }
}
