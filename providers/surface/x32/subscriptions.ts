// What a client asks to have sent to it at a rhythm: values of addresses, and levels, under a name of its own.
import type { OscValue } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import type { Book, Entry } from '../../../hardware-drivers/lib/x32/js/book.ts';
import { leaseMs, type X32Client } from './client.ts';
import type { Clients } from './clients.ts';
import type { MeterRequest, Meters } from './meters.ts';
import type { Mirror } from './mirror.ts';
import { ticksOf } from './streams.ts';
import type { Values } from './values.ts';
import { valuesBlob } from './values-blob.ts';

/** Values of one blob. */
const mostInBlob = 128;

export interface SubscriptionNeeds {
  readonly book: Book;
  readonly clients: Clients;
  readonly mirror: Mirror;
  readonly values: Values;
  readonly meters: Meters;
  readonly nowMs: () => number;
  /** Something is to be sent at a rhythm. */
  readonly ticking: () => void;
}

export class Subscriptions {
  readonly #needs: SubscriptionNeeds;

  constructor(needs: SubscriptionNeeds) {
    this.#needs = needs;
  }

  /** All that others change. */
  changes(client: X32Client): void {
    this.#follow(client, () => client.followChanges());
  }

  async address(client: X32Client, address: string, factor: OscValue | undefined): Promise<void> {
    if (address.startsWith('/meters/')) {
      this.meters(client, address, [address, 0, 0, factor ?? 0]);
      return;
    }
    const entry = this.#needs.book.entry(address);
    if (entry === undefined || !(await this.#needs.mirror.knows([entry]))) return;
    const send = () => client.answer(address, [this.#needs.values.argument(entry, client)]);
    this.#stream(client, address, factor, send);
  }

  /** `,ss...iii`: a name, addresses in which `*`s stand for a number, from, to, and the time factor. */
  async format(client: X32Client, values: readonly OscValue[]): Promise<void> {
    const [name, ...patterns] = values.filter((each) => typeof each === 'string');
    const [first, last, factor] = numbersIn(values);
    const entries = patterns.flatMap((pattern) => entriesAt(pattern, first ?? 0, last ?? 0, this.#needs.book));
    await this.#blobs(client, name, entries, factor);
  }

  /** Levels; or what ends the addresses of strips, `/mix/on`, then the ids of the first and the last of them. */
  async batch(client: X32Client, name: string, values: readonly OscValue[]): Promise<void> {
    const { book } = this.#needs;
    const [end] = values;
    const [first = 0, last = 0, factor] = numbersIn(values);
    if (String(end).startsWith('/meters/')) this.meters(client, name, values);
    else {
      const strips = (book.model.stripIds ?? []).slice(Math.max(0, first), Math.max(0, last + 1));
      const entries = strips.map((strip) => book.entry(`${strip}${end}`));
      await this.#blobs(client, name, entries, factor);
    }
  }

  /** `/meters/6`, two arguments that some have, the time factor. `name`: where it is sent. */
  meters(client: X32Client, name: string, [address, ...values]: readonly OscValue[]): void {
    const { meters } = this.#needs;
    const [, number] = /^\/meters\/(\d{1,2})$/.exec(String(address)) ?? [];
    if (number === undefined || name === '') return;
    const numbers = numbersIn(values);
    const count = meters.choices(number);
    // Of three numbers the last is the factor, also where the meter has no argument.
    const factor = numbers.length >= 3 ? numbers[2] : numbers[count];
    const request: MeterRequest = { number, choices: numbers.slice(0, count) };
    if (!meters.has(request)) return;
    const packet = meters.packet(request, name);
    this.#stream(client, name, factor, () => client.sendPacket(packet.bytes));
    if (client.streams.has(name)) meters.open();
  }

  async #blobs(
    client: X32Client,
    name: string | undefined,
    all: readonly (Entry | undefined)[],
    factor: OscValue | undefined,
  ): Promise<void> {
    const { mirror, values } = this.#needs;
    const entries = all.slice(0, mostInBlob);
    const known = entries.filter((entry) => entry !== undefined);
    if (name === undefined || name === '' || known.length === 0 || !(await mirror.knows(known))) return;
    const argument = (entry: Entry | undefined) => (entry === undefined ? undefined : values.argument(entry, client));
    this.#stream(client, name, factor, () => client.answer(name, [valuesBlob(entries.map(argument))]));
  }

  /** Now, and each so many ticks, for ten seconds unless it is renewed. */
  #stream(client: X32Client, name: string, factor: OscValue | undefined, send: () => void): void {
    this.#follow(client, () => {
      const endsMs = this.#needs.nowMs() + leaseMs;
      if (!client.follow(name, { endsMs, ticks: ticksOf(factor), send })) client.dropped += 1;
      else this.#needs.ticking();
    });
  }

  /** Does nothing for a client beyond as many as may follow. */
  #follow(client: X32Client, follow: () => void): void {
    if (this.#needs.clients.mayFollow(client)) follow();
    else client.dropped += 1;
  }
}

const numbersIn = (values: readonly OscValue[]) => values.filter((each) => typeof each === 'number');

/** Stars stand for a number with as many figures. */
function entriesAt(pattern: string, first: number, last: number, book: Book): readonly Entry[] {
  const [stars] = /\*+/.exec(pattern) ?? [];
  if (stars === undefined) return [book.entry(pattern)].filter((entry) => entry !== undefined);
  const count = Math.min(mostInBlob, Math.max(0, last - first + 1));
  return Array.from({ length: count }, (_, n) =>
    book.entry(pattern.replace(stars, String(first + n).padStart(stars.length, '0'))),
  ).filter((entry) => entry !== undefined);
}
