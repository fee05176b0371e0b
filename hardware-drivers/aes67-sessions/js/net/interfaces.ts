// The interfaces of this computer, with their addresses and counters.
import { networkInterfaces } from 'node:os';
import { textOf } from '../../../lib/kernel/js/files.ts';
import type { Link } from '../native.ts';

export interface NetworkInterface {
  readonly name: string;
  readonly mac: string;
  readonly addresses: readonly string[];
  readonly up: boolean;
  readonly speedMbps: number;
  readonly mtu: number;
  readonly rxPackets: number;
  readonly txPackets: number;
  readonly rxBytes: number;
  readonly txBytes: number;
  readonly rxErrors: number;
  readonly txErrors: number;
  readonly rxDropped: number;
  readonly txDropped: number;
}

/** What is asked of the system. */
export interface NetworkSources {
  links(): readonly Link[];
  /** By name of the interface. */
  addresses(): Readonly<Record<string, readonly { readonly address: string }[] | undefined>>;
  /** /proc/net/dev, of the namespace of this process (proc_net(5)). */
  counters(): string;
}

export const systemSources: Omit<NetworkSources, 'links'> = {
  addresses: () => networkInterfaces(),
  counters: () => textOf('/proc/self/net/dev'),
};

/** A computer that holds many containers has hundreds; the row has the first of them. */
const mostInterfaces = 64;

/** All but the loopback, in the kernel's order. */
export function interfacesIn(sources: NetworkSources): readonly NetworkInterface[] {
  const addresses = sources.addresses();
  const counters = countersIn(sources.counters());
  return sources
    .links()
    .filter(({ isLoopback }) => !isLoopback)
    .slice(0, mostInterfaces)
    .map(({ name, mac, isUp, speedMbps, mtu }) => ({
      ...{ name, mac, addresses: (addresses[name] ?? []).map(({ address }) => address) },
      ...{ up: isUp, speedMbps, mtu, ...(counters.get(name) ?? noCounters) },
    }));
}

/** The columns of a line of /proc/net/dev: eight of reception, eight of sending. */
const columns = {
  rxBytes: 0,
  rxPackets: 1,
  rxErrors: 2,
  rxDropped: 3,
  txBytes: 8,
  txPackets: 9,
  txErrors: 10,
  txDropped: 11,
};
type Counters = { readonly [C in keyof typeof columns]: number };
const noCounters = Object.fromEntries(Object.keys(columns).map((name) => [name, 0])) as Counters;

function countersIn(text: string): ReadonlyMap<string, Counters> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, numbers] = /^\s*(\S+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || numbers === undefined) return [];
    const values = numbers.trim().split(/\s+/).map(Number);
    const counters = Object.entries(columns).map(([column, place]) => [column, values[place] ?? 0]);
    return [[name, Object.fromEntries(counters) as Counters] as const];
  });
  return new Map(lines);
}
