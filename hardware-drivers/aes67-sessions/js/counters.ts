// Counters of what arrived and of what was refused, as the row `/netaudio` has them.
import type { Reading } from 'rowdesk/driver';

const names = [
  'sapPackets',
  'sapRefused',
  'sdpRefused',
  'mdnsAnswers',
  'mdnsRefused',
  'rtspRequests',
  'rtspRefused',
  'ptpRefused',
] as const;
export type CounterName = (typeof names)[number];

export class Counters {
  readonly #counts = new Map<CounterName, number>(names.map((name) => [name, 0]));
  #reading: Reading | undefined;

  count(name: CounterName): void {
    this.#counts.set(name, this.of(name) + 1);
    this.#reading = undefined;
  }

  of(name: CounterName): number {
    return this.#counts.get(name) ?? 0;
  }

  observe(): Reading {
    this.#reading ??= {
      path: '/netaudio',
      field: 'counters',
      value: Object.fromEntries(this.#counts),
      state: 'applied',
    };
    return this.#reading;
  }
}
