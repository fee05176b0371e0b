// Messages that are no address of the table: who is there, what a client follows, lines of text, scenes.
import { encodeMessage, integer, type OscArgument, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { OscValue, ReadMessage } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import type { Book, Entry } from './book.ts';
import { leaseMs, type X32Client } from './client.ts';
import type { Clients } from './clients.ts';
import { assignmentsIn, nodeLine, slashed } from './lines.ts';
import type { MeterRequest, Meters } from './meters.ts';
import type { Mirror } from './mirror.ts';
import { ticksOf } from './streams.ts';
import type { Values } from './values.ts';

/** Values of one blob. */
const mostInBlob = 128;
const serverVersion = 'V2.07';

export interface CommandNeeds {
  readonly book: Book;
  readonly clients: Clients;
  readonly mirror: Mirror;
  readonly values: Values;
  readonly meters: Meters;
  readonly nowMs: () => number;
  /** What this machine is called, and its address on the network of the client. */
  readonly deskName: () => string;
  readonly ownAddress: (client: string) => string;
  /** Something is to be sent at a rhythm. */
  readonly ticking: () => void;
  readonly mayRun: () => boolean;
}

type Command = (client: X32Client, values: readonly OscValue[], address: string) => void | Promise<void>;

export class Commands {
  readonly #needs: CommandNeeds;
  readonly #commands: ReadonlyMap<string, Command>;

  constructor(needs: CommandNeeds) {
    const { book, deskName, ownAddress } = needs;
    const { model, firmware } = book.model;
    this.#needs = needs;
    const own = ({ way }: X32Client) => ownAddress(way.address);
    const texts = (...all: readonly string[]) => all.map(text);
    const changes: Command = (client) => this.#follow(client, () => client.followChanges());
    this.#commands = new Map<string, Command>([
      ['/info', (client) => client.answer('/info', texts(serverVersion, deskName(), model, firmware))],
      ['/xinfo', (client) => client.answer('/xinfo', texts(own(client), deskName(), model, firmware))],
      ['/status', (client) => client.answer('/status', texts('active', own(client), deskName()))],
      ['/xremote', changes],
      ['/xremotenfb', changes],
      ['/unsubscribe', (client, [name]) => client.unfollow(nameIn(name))],
      ['/renew', (client, [name]) => client.renew(nameIn(name))],
      ['/node', (client, [address]) => this.#node(client, String(address ?? ''))],
      ['/', (client, [line]) => this.#assign(client, String(line ?? ''))],
      ['/subscribe', (client, [address, factor]) => this.#subscribe(client, String(address ?? ''), factor)],
      ['/formatsubscribe', (client, values) => this.#formatSubscribe(client, values)],
      ['/batchsubscribe', (client, [name, ...rest]) => this.#meters(client, String(name ?? ''), rest)],
      ['/meters', (client, values) => this.#meters(client, String(values[0] ?? ''), values)],
      ['/load', (client, [what, number]) => this.#load(client, what, number)],
      ['/save', (client, [what, number, name]) => this.#save(client, what, number, name)],
    ]);
  }

  /** False for what is none of these. */
  take(client: X32Client, { address, values }: ReadMessage): boolean {
    const command = this.#commands.get(address);
    void command?.(client, values, address);
    return command !== undefined;
  }

  /** Does nothing for a client beyond as many as may follow. */
  #follow(client: X32Client, follow: () => void): void {
    if (this.#needs.clients.mayFollow(client)) follow();
    else client.dropped += 1;
  }

  async #node(client: X32Client, asked: string): Promise<void> {
    const { book, mirror, values } = this.#needs;
    const address = slashed(asked);
    const entry = book.entry(address);
    if (!(await mirror.knows(entry === undefined ? book.node(address) : [entry]))) return;
    const line = nodeLine(address, book, (each) => values.text(each, client));
    // Its answer has no slash, though an address of OSC has.
    if (line !== undefined) client.sendPacket(withoutSlash(encodeMessage({ address: '/node', args: [text(line)] })));
  }

  async #assign(client: X32Client, lines: string): Promise<void> {
    const { book, mirror, values } = this.#needs;
    for (const line of lines.split('\n').slice(0, mostInBlob)) {
      const all = assignmentsIn(line, book);
      if (!(await mirror.knows(all.map(({ entry }) => entry)))) return;
      await Promise.all(all.map((each) => values.assign(client, each)));
    }
    client.answer('/', [text(lines)]);
  }

  async #subscribe(client: X32Client, address: string, factor: OscValue | undefined): Promise<void> {
    if (address.startsWith('/meters/')) {
      this.#meters(client, address, [address, 0, 0, factor ?? 0]);
      return;
    }
    const entry = this.#needs.book.entry(address);
    if (entry === undefined || !(await this.#needs.mirror.knows([entry]))) return;
    const send = () => client.answer(address, [this.#needs.values.argument(entry, client)]);
    this.#stream(client, address, factor, send);
  }

  /** `,ss...iii`: a name, addresses in which `*`s stand for a number, from, to, and the time factor. */
  async #formatSubscribe(client: X32Client, values: readonly OscValue[]): Promise<void> {
    const { book, mirror } = this.#needs;
    const texts = values.filter((each) => typeof each === 'string');
    const [first, last, factor] = values.filter((each) => typeof each === 'number');
    const [name, ...patterns] = texts;
    if (name === undefined || !name.startsWith('/')) return;
    const entries = patterns.flatMap((pattern) => entriesAt(pattern, first ?? 0, last ?? 0, book));
    if (entries.length === 0 || !(await mirror.knows(entries))) return;
    this.#stream(client, name, factor, () => client.answer(name, [this.#blob(client, entries.slice(0, mostInBlob))]));
  }

  /** How many bytes there are, then each value in four, the lowest first; texts have no place in it. */
  #blob(client: X32Client, entries: readonly Entry[]): OscArgument {
    const bytes = new Uint8Array(4 + entries.length * 4);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, bytes.length, true);
    for (const [n, entry] of entries.entries()) {
      const { type, value } = this.#needs.values.argument(entry, client);
      if (type === 'f') view.setFloat32(4 + n * 4, value, true);
      else if (type === 'i') view.setInt32(4 + n * 4, value, true);
    }
    return { type: 'b', value: bytes };
  }

  /** `/meters/6`, two arguments that some have, the time factor. `name`: where it is sent. */
  #meters(client: X32Client, name: string, [address, ...values]: readonly OscValue[]): void {
    const { meters } = this.#needs;
    const [, number] = /^\/meters\/(\d{1,2})$/.exec(String(address)) ?? [];
    if (number === undefined || !name.startsWith('/')) return;
    const numbers = values.filter((each) => typeof each === 'number');
    const count = meters.choices(number);
    // Of three numbers the last is the factor, also where the meter has no argument.
    const factor = numbers.length >= 3 ? numbers[2] : numbers[count];
    const request: MeterRequest = { number, choices: numbers.slice(0, count) };
    if (!meters.has(request)) return;
    const packet = meters.packet(request, name);
    this.#stream(client, name, factor, () => client.sendPacket(packet.bytes));
    if (client.streams.has(name)) meters.open();
  }

  /** Now, and each so many ticks, for ten seconds unless it is renewed. */
  #stream(client: X32Client, name: string, factor: OscValue | undefined, send: () => void): void {
    this.#follow(client, () => {
      const endsMs = this.#needs.nowMs() + leaseMs;
      if (!client.follow(name, { endsMs, ticks: ticksOf(factor), send })) client.dropped += 1;
      else this.#needs.ticking();
    });
  }

  async #load(client: X32Client, what: OscValue | undefined, number: OscValue | undefined): Promise<void> {
    await this.#needs.mirror.knowsLists();
    const id = this.#needs.mirror.around.scenes[Number(number)];
    await this.#run(client, '/load', what, id === undefined ? undefined : `/scenes/${id}/recall`, {});
  }

  async #save(
    client: X32Client,
    what: OscValue | undefined,
    number: OscValue | undefined,
    name: OscValue | undefined,
  ): Promise<void> {
    await this.#needs.mirror.knowsLists();
    const id = this.#needs.mirror.around.scenes[Number(number)];
    const extra = { ...(id === undefined ? {} : { id }), name: String(name ?? `Scene ${number}`).slice(0, 64) };
    await this.#run(client, '/save', what, '/scene/store', extra);
  }

  /** The answer says whether it was done. */
  async #run(
    client: X32Client,
    address: string,
    what: OscValue | undefined,
    task: string | undefined,
    extra: object,
  ): Promise<void> {
    let done = 0;
    try {
      if (task !== undefined && this.#needs.mayRun() && (what === 'scene' || what === 'cue')) {
        await client.writes.patch(task, { ...extra, running: true });
        done = 1;
      }
    } catch {
      // Refused.
    }
    client.answer(address, [text(String(what ?? '')), integer(done)]);
  }
}

/** Undefined for all. */
const nameIn = (name: OscValue | undefined) => (typeof name === 'string' && name !== '' ? name : undefined);

/** Stars stand for a number with as many figures. */
function entriesAt(pattern: string, first: number, last: number, book: Book): readonly Entry[] {
  const [stars] = /\*+/.exec(pattern) ?? [];
  if (stars === undefined) return [book.entry(pattern)].filter((entry) => entry !== undefined);
  const count = Math.min(mostInBlob, Math.max(0, last - first + 1));
  return Array.from({ length: count }, (_, n) =>
    book.entry(pattern.replace(stars, String(first + n).padStart(stars.length, '0'))),
  ).filter((entry) => entry !== undefined);
}

/** `/node` and three zeros become `node` and four. */
function withoutSlash(packet: Uint8Array): Uint8Array {
  const moved = packet.slice();
  moved.set([...packet.subarray(1, 8), 0], 0);
  return moved;
}
