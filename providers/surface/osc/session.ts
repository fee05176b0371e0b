// One surface: who may take part, what messages ask for, and what its row shows.
import type { Client } from 'rowdesk/client';
import type { SurfaceGiven, SurfaceSettings } from 'rowdesk/surface';
import { type Parcel, type ReadMessage, readParcels } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { Admitted } from '../network/admitted.ts';
import { deskClient } from '../network/desk-access.ts';
import { RowReport } from '../network/row-report.ts';
import { argumentFor } from '../network/values.ts';
import type { Way } from '../network/way.ts';
import { AddressLists } from './address-lists.ts';
import { Bundles } from './bundles.ts';
import { Controls } from './controls.ts';
import { DeskRows } from './desk-rows.ts';
import { Dispatch, refuse } from './dispatch.ts';
import { type Mapping, readMapping } from './mapping.ts';
import type { Peer } from './peer.ts';
import { Peers } from './peers.ts';
import type { QueryTo } from './query/query.ts';
import { writeTogether } from './together.ts';

/** Leases are looked at this often, and the row is written. */
const lookMs = 500;
/** As often as the desk sends a row. */
const intervalMs = 20;

export type SessionGiven = Pick<
  SurfaceGiven<object>,
  'url' | 'key' | 'actor' | 'settings' | 'mappingsFolder' | 'report' | 'hostNames' | 'trustedOrigins'
>;

export class Session {
  readonly #given: SessionGiven;
  readonly #report: RowReport;
  readonly #client: Client;
  readonly #rows: DeskRows;
  readonly #lists: AddressLists;
  readonly #dispatch: Dispatch;
  readonly #peers: Peers;
  readonly #controls: Controls;
  readonly #bundles = new Bundles();
  readonly #admitted: Admitted;
  readonly #openWay: (address: string, port: number) => Way;
  readonly #looking: NodeJS.Timeout;
  #settings: SurfaceSettings;
  #mapping: Mapping;
  #port: number | null = null;
  #queryPort: number | null = null;
  #reason = '';

  /** `openWay` makes the way to a peer that has not spoken. Throws Error for a mapping that can't be used. */
  constructor(given: SessionGiven, openWay: (address: string, port: number) => Way) {
    const { url, key, actor, settings, mappingsFolder } = given;
    this.#given = given;
    this.#report = new RowReport(given.report);
    this.#settings = settings;
    this.#openWay = openWay;
    this.#mapping = readMapping(mappingsFolder, settings.mapping);
    this.#admitted = new Admitted(settings.addresses, nowMs());
    this.#client = deskClient(given, { intervalMs });
    this.#rows = new DeskRows(this.#client, nowMs);
    this.#lists = new AddressLists(this.#client, nowMs);
    this.#dispatch = new Dispatch({ rows: this.#rows, lists: this.#lists, role: () => this.#settings.role });
    this.#peers = new Peers({
      ...{ rows: this.#rows, lists: this.#lists, url, key, actor, nowMs, after },
      outgoing: ({ transport }, path, field, value) => {
        const plain = { address: `${path}/${field}`, value };
        // A program on a web socket has the addresses of the desk's own tree.
        const mapped = transport === 'ws' ? undefined : this.#mapping.outgoing(plain.address, value);
        const { address, value: own } = mapped ?? plain;
        return { address, argument: argumentFor(this.#rows.fieldNow(path, field), own) };
      },
    });
    this.#controls = new Controls({ peers: this.#peers, lists: this.#lists });
    this.#looking = setInterval(() => this.#look(), lookMs);
  }

  /** Listens at this port from now on. */
  opened(port: number): void {
    this.#port = port;
    this.#follow();
    this.#look();
  }

  /** What browsing the addresses needs of the session. `opened` is called as a port is there, or not. */
  queryNeeds(opened: (port: number | null) => void): QueryTo {
    const { hostNames, trustedOrigins } = this.#given;
    return {
      ...{ rows: this.#rows, lists: this.#lists, hostNames, trustedOrigins },
      role: () => this.#settings.role,
      oscPort: () => this.#port,
      isListed: (address) => this.isListed(address),
      admits: (address) => this.admits(address),
      take: (way, packet) => this.take(way, packet),
      listen: (way, address) => this.#listen(way, address),
      ignore: (way, address) => this.#peers.at(way).feedback.unsubscribe(address),
      lost: (way) => this.lost(way),
      opened: (port, reason) => {
        this.#queryPort = port;
        this.#reason = reason;
        this.#look();
        opened(port);
      },
    };
  }

  /** Throws Error in words, and changes nothing, for a mapping that can't be used. */
  change(settings: SurfaceSettings): void {
    this.#mapping = readMapping(this.#given.mappingsFolder, settings.mapping);
    this.#settings = settings;
    this.#admitted.change(settings.addresses);
    this.#peers.keep(({ way }) => this.#admitted.isListed(way.address));
    this.#peers.release();
    this.#follow();
    this.#look();
  }

  /** False, at next to no cost, for a packet that is not looked at. */
  admits(address: string): boolean {
    return this.#admitted.admits(address, nowMs());
  }

  /** Of a machine that is on the list. */
  isListed(address: string): boolean {
    return this.#admitted.isListed(address);
  }

  take(way: Way, packet: Uint8Array): void {
    const peer = this.#peers.at(this.#admitted.answers(way, this.#openWay));
    peer.heard(packet.length);
    this.#report.heard();
    let parcels: readonly Parcel[];
    try {
      parcels = readParcels(packet);
    } catch {
      peer.dropped += 1;
      return;
    }
    for (const parcel of parcels) this.#takeParcel(peer, parcel);
  }

  /** The connection to a peer has ended. */
  lost(way: Way): void {
    this.#peers.drop(way);
  }

  close(): void {
    clearInterval(this.#looking);
    this.#bundles.close();
    this.#peers.keep(() => false);
    this.#client.close();
  }

  /** Until the way is lost. */
  #listen(way: Way, address: string): void {
    const peer = this.#peers.at(way);
    peer.heard(address.length);
    const refused = (error: unknown) => refuse(peer, address, error);
    this.#controls.follow(peer, address, Number.POSITIVE_INFINITY).catch(refused);
  }

  #takeParcel(peer: Peer, { messages, isBundle, atMs }: Parcel): void {
    try {
      this.#bundles.at(atMs, () => this.#run(peer, messages, isBundle));
    } catch (error) {
      for (const { address } of messages) refuse(peer, address, error);
    }
  }

  /** What a bundle writes is one commit; questions and subscriptions in it are by themselves. */
  #run(peer: Peer, messages: readonly ReadMessage[], isBundle: boolean): void {
    const ofRows = messages.filter((message) => !this.#controls.take(peer, message)).map((each) => this.#atDesk(each));
    const together = ofRows.filter(({ values }) => values.length > 0 && (isBundle || isObject(values[0])));
    if (together.length > 0) void this.#together(peer, together);
    for (const message of ofRows) if (!together.includes(message)) void this.#dispatch.take(peer, message);
  }

  async #together(peer: Peer, messages: readonly ReadMessage[]): Promise<void> {
    const found = await Promise.all(
      messages.map((message) =>
        this.#dispatch.writesOf(message).catch((error: unknown) => {
          refuse(peer, message.address, error);
          return undefined;
        }),
      ),
    );
    // All or none.
    const writes = found.filter((each) => each !== undefined);
    if (writes.length === found.length) await writeTogether(peer, this.#rows, writes.flat());
  }

  #atDesk(message: ReadMessage): ReadMessage {
    return { ...message, ...this.#mapping.incoming(message.address, message.values) };
  }

  /** Addresses with a port follow what the mapping says, without a lease. */
  #follow(): void {
    if (this.#port === null || this.#mapping.follow.length === 0) return;
    for (const [address, port] of this.#admitted.doors) {
      const peer = this.#peers.at(this.#openWay(address, port));
      for (const pattern of this.#mapping.follow) {
        const refused = (error: unknown) => refuse(peer, pattern, error);
        this.#controls.follow(peer, pattern, Number.POSITIVE_INFINITY).catch(refused);
      }
    }
  }

  #look(): void {
    this.#peers.expire();
    this.#report.show({
      port: this.#port,
      queryPort: this.#queryPort,
      peers: this.#peers.toRow(),
      strangers: this.#admitted.strangers(),
      reason: this.#reason,
    });
  }
}

const nowMs = () => performance.now();

function after(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** JSON for a whole row is written at once. */
const isObject = (value: unknown) => typeof value === 'string' && value.startsWith('{');
