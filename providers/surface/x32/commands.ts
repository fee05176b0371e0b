// Messages that are no address of the table: who is there, what a client follows, lines of text, scenes.
import { integer, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { OscValue, ReadMessage } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { assignmentsIn, nodeLine, slashed } from '../../../hardware-drivers/lib/x32/js/lines.ts';
import type { X32Client } from './client.ts';
import { type SubscriptionNeeds, Subscriptions } from './subscriptions.ts';

/** Lines of one text. */
const mostLines = 128;
const serverVersion = 'V2.07';

export interface CommandNeeds extends SubscriptionNeeds {
  /** What this machine is called, and its address on the network of the client. */
  readonly deskName: () => string;
  readonly ownAddress: (client: string) => string;
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
    const subscriptions = new Subscriptions(needs);
    const changes: Command = (client) => subscriptions.changes(client);
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
      ['/subscribe', (client, [address, factor]) => subscriptions.address(client, String(address ?? ''), factor)],
      ['/formatsubscribe', (client, values) => subscriptions.format(client, values)],
      ['/batchsubscribe', (client, [name, ...rest]) => subscriptions.batch(client, String(name ?? ''), rest)],
      ['/meters', (client, values) => subscriptions.meters(client, String(values[0] ?? ''), values)],
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

  async #node(client: X32Client, asked: string): Promise<void> {
    const { book, mirror, values } = this.#needs;
    const address = slashed(asked);
    const entry = book.entry(address);
    if (!(await mirror.knows(entry === undefined ? book.node(address) : [entry]))) return;
    const line = nodeLine(address, book, (each) => values.text(each, client));
    // Its answer has no slash, though an address of OSC has.
    if (line !== undefined) client.answer('node', [text(line)]);
  }

  async #assign(client: X32Client, lines: string): Promise<void> {
    const { book, mirror, values } = this.#needs;
    for (const line of lines.split('\n').slice(0, mostLines)) {
      const all = assignmentsIn(line, book);
      if (!(await mirror.knows(all.map(({ entry }) => entry)))) return;
      await Promise.all(all.map((each) => values.assign(client, each)));
    }
    client.answer('/', [text(lines)]);
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
