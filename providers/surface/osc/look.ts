// Looks for programs that announce themselves as speakers of OSC by mDNS. Asks, and changes nothing.
import makeMdns from 'multicast-dns';
import type { FoundSurface, Looking } from 'rowdesk/surface';

/** What a service of this type is, and how sure that is. */
const services: Readonly<Record<string, { readonly confidencePercent: number; readonly why: string }>> = {
  '_oscjson._tcp.local': { confidencePercent: 90, why: 'it announces a tree of OSC addresses (_oscjson._tcp)' },
  '_osc._udp.local': { confidencePercent: 80, why: 'it announces that it takes OSC (_osc._udp)' },
};
const mostFound = 32;
const mostRecords = 1024;

/** As multicast-dns gives it. */
export interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly data?: unknown;
}

/** Resolves after the time of the look, with what answered. */
export function lookForOsc({ timeoutMs }: Looking): Promise<readonly FoundSurface[]> {
  const records: DnsRecord[] = [];
  return new Promise((resolve) => {
    const mdns = makeMdns();
    setTimeout(() => mdns.destroy(() => resolve(foundIn(records))), timeoutMs);
    // A machine without a network finds nothing.
    mdns.on('error', () => {});
    mdns.on('warning', () => {});
    mdns.on('response', ({ answers, additionals }) => {
      const all = [...answers, ...additionals] as readonly DnsRecord[];
      records.push(...all.slice(0, mostRecords - records.length));
    });
    const ask = () =>
      mdns.query(
        Object.keys(services).map((name) => ({ name, type: 'PTR' as const })),
        () => {},
      );
    mdns.on('ready', ask);
  });
}

/** The services in what was answered: a name of a type, its host and port, the address of the host. */
export function foundIn(records: readonly DnsRecord[]): readonly FoundSurface[] {
  const of = (type: string, name: string) => records.find((each) => each.type === type && each.name === name)?.data;
  const found = new Map<string, FoundSurface>();
  for (const { name, type, data } of records) {
    const service = services[name];
    if (type !== 'PTR' || service === undefined || typeof data !== 'string') continue;
    const { port, target } = (of('SRV', data) ?? {}) as { readonly port?: unknown; readonly target?: unknown };
    const address = typeof target === 'string' ? of('A', target) : undefined;
    if (found.size >= mostFound) break;
    found.set(data, {
      kind: 'osc',
      label: data.slice(0, -name.length - 1).slice(0, 256),
      address: typeof address === 'string' ? address.slice(0, 64) : '',
      port: Number.isInteger(port) ? (port as number) : null,
      ...service,
    });
  }
  return [...found.values()];
}
