// The clients of a surface: those that were heard last. Four of an address and sixteen in all follow something.
import type { SurfacePeer } from 'rowdesk/surface';
import type { Way } from '../network/way.ts';
import { type ClientNeeds, X32Client } from './client.ts';

const mostOfAddress = 4;
const mostSubscribed = 16;
const mostClients = 64;

export class Clients {
  readonly #needs: ClientNeeds;
  /** In the order of their last packets. */
  readonly #clients = new Map<string, X32Client>();

  constructor(needs: ClientNeeds) {
    this.#needs = needs;
  }

  at(way: Way): X32Client {
    const key = keyOf(way);
    const client = this.#clients.get(key) ?? new X32Client(way, this.#needs);
    this.#clients.delete(key);
    this.#clients.set(key, client);
    for (const each of this.#clients.values()) {
      if (this.#clients.size <= mostClients) break;
      if (!each.isSubscribed) this.#drop(each);
    }
    return client;
  }

  /** False when as many others follow something as may. */
  mayFollow(client: X32Client): boolean {
    if (client.isSubscribed) return true;
    const others = this.subscribed;
    const ofAddress = others.filter(({ way }) => way.address === client.way.address);
    return others.length < mostSubscribed && ofAddress.length < mostOfAddress;
  }

  get subscribed(): readonly X32Client[] {
    return [...this.#clients.values()].filter(({ isSubscribed }) => isSubscribed);
  }

  keep(fits: (client: X32Client) => boolean): void {
    for (const client of [...this.#clients.values()]) if (!fits(client)) this.#drop(client);
  }

  expire(): void {
    for (const client of this.#clients.values()) client.expire();
  }

  toRow(): readonly SurfacePeer[] {
    const all = [...this.#clients.values()].reverse();
    const shown = [...all.filter((each) => each.isSubscribed), ...all.filter((each) => !each.isSubscribed)];
    return shown.slice(0, mostSubscribed).map((client) => client.toRow());
  }

  #drop(client: X32Client): void {
    client.close();
    this.#clients.delete(keyOf(client.way));
  }
}

const keyOf = ({ address, port }: Way) => `${address}:${port}`;
