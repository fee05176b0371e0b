// Says by mDNS where the surface is, while other machines may take part: `_oscjson._tcp` and `_osc._udp` (RFC 6763).
import { hostname, networkInterfaces } from 'node:os';
import makeMdns from 'multicast-dns';
import { Budget } from './budget.ts';

type Mdns = ReturnType<typeof makeMdns>;
type Query = Parameters<Parameters<Mdns['on']>[1]>[0];

const ttl = 120;
/** Questions of a network that are looked at. */
const questionsPerS = 50;
const mostAtOnce = 200;
/** A network that comes later is found. */
const lookMs = 5000;
const services = '_services._dns-sd._udp.local';

export interface Announced {
  readonly name: string;
  readonly oscPort: number;
  /** Null where the tree can't be browsed. */
  readonly queryPort: number | null;
}

export class Announcement {
  readonly #records: (address: string) => readonly Record<string, unknown>[];
  readonly #sockets = new Map<string, Mdns>();
  readonly #budget = new Budget(questionsPerS, mostAtOnce, performance.now());
  readonly #looking: NodeJS.Timeout;

  constructor(announced: Announced) {
    this.#records = (address) => recordsOf(announced, address);
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#look();
  }

  close(): void {
    clearInterval(this.#looking);
    for (const [address, mdns] of this.#sockets) {
      const answers = this.#records(address).map((record) => ({ ...record, ttl: 0 }));
      mdns.respond({ answers } as never, () => mdns.destroy());
    }
    this.#sockets.clear();
  }

  /** A socket for each network, since the address of the answer is another one on each. */
  #look(): void {
    const addresses = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
    );
    for (const [address, mdns] of this.#sockets) {
      if (addresses.includes(address)) continue;
      mdns.destroy();
      this.#sockets.delete(address);
    }
    for (const address of addresses) if (!this.#sockets.has(address)) this.#sockets.set(address, this.#open(address));
  }

  #open(address: string): Mdns {
    const mdns = makeMdns({ interface: address, bind: '0.0.0.0', reuseAddr: true });
    // A network without multicast is not told.
    mdns.on('error', () => {});
    mdns.on('warning', () => {});
    mdns.on('ready', () => mdns.respond({ answers: this.#records(address) } as never));
    mdns.on('query', (query: Query) => this.#answer(mdns, address, query));
    return mdns;
  }

  #answer(mdns: Mdns, address: string, query: Query): void {
    if (!this.#budget.take(1, performance.now())) return;
    const asked = (query as { readonly questions?: readonly { readonly name: string; readonly type: string }[] })
      .questions;
    const records = this.#records(address);
    const isAsked = (record: Record<string, unknown>) =>
      (asked ?? []).some(
        ({ name, type }) =>
          name.toLowerCase() === String(record.name).toLowerCase() && (type === record.type || type === 'ANY'),
      );
    const answers = records.filter(isAsked);
    if (answers.length === 0) return;
    mdns.respond({ answers, additionals: records.filter((record) => !isAsked(record)) } as never);
  }
}

function recordsOf({ name, oscPort, queryPort }: Announced, address: string): readonly Record<string, unknown>[] {
  const target = `${hostname().split('.')[0]}.local`;
  const types = [
    { type: '_osc._udp.local', port: oscPort },
    ...(queryPort === null ? [] : [{ type: '_oscjson._tcp.local', port: queryPort }]),
  ];
  return [
    ...types.flatMap(({ type, port }) => [
      { name: type, type: 'PTR', ttl, data: `${name}.${type}` },
      { name: `${name}.${type}`, type: 'SRV', ttl, flush: true, data: { port, target, priority: 0, weight: 0 } },
      { name: `${name}.${type}`, type: 'TXT', ttl, flush: true, data: ['txtvers=1'] },
      { name: services, type: 'PTR', ttl, data: type },
    ]),
    { name: target, type: 'A', ttl, data: address },
  ];
}
