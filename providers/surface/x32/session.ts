// One surface: who may take part, and what messages ask for.
import type { Client } from 'rowdesk/client';
import type { SurfaceGiven, SurfaceSettings } from 'rowdesk/surface';
import { type ReadMessage, readParcels } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { Book } from '../../../hardware-drivers/lib/x32/js/book.ts';
import { assignments } from '../../../hardware-drivers/lib/x32/js/lines.ts';
import type { Model } from '../../../hardware-drivers/lib/x32/js/table/lines.ts';
import { Admitted } from '../network/admitted.ts';
import { deskClient } from '../network/desk-access.ts';
import { RowReport } from '../network/row-report.ts';
import type { Way } from '../network/way.ts';
import { readChanges } from './changes.ts';
import type { X32Client } from './client.ts';
import { Clients } from './clients.ts';
import { Commands } from './commands.ts';
import { Meters } from './meters.ts';
import { Mirror } from './mirror.ts';
import { ownAddress } from './own-address.ts';
import { Ticker } from './streams.ts';
import { Values } from './values.ts';

/** Leases are looked at this often, and the row is written. */
const lookMs = 500;
/** Rows are watched for so long after the last packet of a client. */
const idleMs = 60_000;

export type SessionGiven = Pick<
  SurfaceGiven<object>,
  'url' | 'key' | 'actor' | 'settings' | 'mappingsFolder' | 'report' | 'log'
>;

export class Session {
  readonly #given: SessionGiven;
  readonly #report: RowReport;
  readonly #model: Model;
  readonly #admitted: Admitted;
  readonly #desk: Client;
  readonly #clients: Clients;
  readonly #ticker: Ticker;
  readonly #openWay: (address: string, port: number) => Way;
  readonly #looking: NodeJS.Timeout;
  #settings: SurfaceSettings;
  #parts: Parts;
  #port: number | null = null;
  #heardMs = Number.NEGATIVE_INFINITY;

  /** Throws Error in words for a mapping that can't be used. */
  constructor(given: SessionGiven, model: Model, openWay: (address: string, port: number) => Way) {
    const { url, key, actor, settings } = given;
    this.#given = given;
    this.#report = new RowReport(given.report);
    this.#model = model;
    this.#settings = settings;
    this.#openWay = openWay;
    this.#admitted = new Admitted(settings.addresses, nowMs());
    this.#desk = deskClient(given);
    this.#clients = new Clients({ url, key, actor, nowMs, after });
    const clients = this.#clients;
    this.#ticker = new Ticker(() => clients.subscribed.flatMap(({ streams }) => [...streams.values()]));
    this.#parts = this.#made(settings);
    this.#looking = setInterval(() => this.#look(), lookMs);
  }

  /** Rows are read at once: what changes right behind the first packet of a client is known as a change. */
  opened(port: number): void {
    this.#port = port;
    this.#heardMs = nowMs();
    this.#parts.mirror.open();
    this.#look();
  }

  /** Throws Error in words, and changes nothing, for a mapping that can't be used. */
  change(settings: SurfaceSettings): void {
    if (settings.mapping !== this.#settings.mapping) {
      const parts = this.#made(settings);
      this.#closeParts();
      this.#parts = parts;
      this.#clients.keep(() => false);
    }
    this.#settings = settings;
    this.#admitted.change(settings.addresses);
    this.#clients.keep(({ way }) => this.#admitted.isListed(way.address));
    this.#look();
  }

  /** False, at next to no cost, for a packet that is not looked at. */
  admits(address: string): boolean {
    return this.#admitted.admits(address, nowMs());
  }

  take(way: Way, packet: Uint8Array): void {
    const client = this.#clients.at(this.#admitted.answers(way, this.#openWay));
    client.heard(packet.length);
    this.#report.heard();
    this.#heardMs = nowMs();
    try {
      for (const { messages } of readParcels(packet)) for (const message of messages) this.#run(client, message);
    } catch {
      client.dropped += 1;
    }
  }

  close(): void {
    clearInterval(this.#looking);
    this.#closeParts();
    this.#clients.keep(() => false);
    this.#desk.close();
  }

  #made(settings: SurfaceSettings): Parts {
    const { url, key, actor, mappingsFolder, log } = this.#given;
    const access = { url, key, actor };
    const book = new Book(this.#model, readChanges(mappingsFolder, settings.mapping));
    const followers = () => this.#clients.subscribed.filter(({ getsChanges }) => getsChanges);
    const mirror: Mirror = new Mirror({ ...access, book, changed: (entry) => values.changed(entry) });
    const role = () => this.#settings.role;
    const values: Values = new Values({
      ...{ mirror, role, followers },
      contract: (path) => this.#desk.options(path),
      say: (message) => log('info', message),
    });
    const meters = new Meters(book, access);
    const commands = new Commands({
      ...{ book, mirror, values, meters, nowMs, ownAddress, clients: this.#clients },
      deskName: () => String(mirror.rowAt('/console')?.row.name ?? 'Rowdesk'),
      ticking: () => this.#ticker.start(),
      mayRun: () => role() === 'run',
    });
    return { book, mirror, values, meters, commands };
  }

  #run(client: X32Client, message: ReadMessage): void {
    const { book, commands, mirror } = this.#parts;
    if (message.unreadable !== '') {
      client.dropped += 1;
      return;
    }
    mirror.open();
    if (commands.take(client, message)) return;
    const entries = book.node(message.address);
    if (entries.length > 0 || book.entry(message.address) !== undefined) void this.#ofTable(client, message);
  }

  /** A question without arguments, of an address or of a node; else what is written. */
  async #ofTable(client: X32Client, { address, values: given }: ReadMessage): Promise<void> {
    const { book, mirror, values } = this.#parts;
    const entry = book.entry(address);
    const entries = entry === undefined ? book.node(address) : [entry];
    if (!(await mirror.knows(entries))) client.dropped += 1;
    else if (given.length === 0) {
      client.answer(
        address,
        entries.map((each) => values.argument(each, client)),
      );
    } else for (const each of assignments(address, given, book)) void values.assign(client, each);
  }

  #closeParts(): void {
    this.#ticker.stop();
    this.#parts.mirror.close();
    this.#parts.meters.close();
  }

  #look(): void {
    this.#clients.expire();
    const subscribed = this.#clients.subscribed;
    if (subscribed.every(({ streams }) => streams.size === 0)) this.#parts.meters.close();
    if (subscribed.length === 0 && nowMs() - this.#heardMs > idleMs) this.#parts.mirror.close();
    this.#report.show({
      port: this.#port,
      peers: this.#clients.toRow(),
      strangers: this.#admitted.strangers(),
      reason: '',
    });
  }
}

/** What a mapping decides. */
interface Parts {
  readonly book: Book;
  readonly mirror: Mirror;
  readonly values: Values;
  readonly meters: Meters;
  readonly commands: Commands;
}

const nowMs = () => performance.now();

function after(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}
