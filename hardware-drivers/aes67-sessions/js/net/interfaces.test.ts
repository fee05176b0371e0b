import { expect, test } from 'vitest';
import { interfacesIn } from './interfaces.ts';

const dev = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:       1       1    0    0    0     0          0         0        1       1    0    0    0     0       0          0
  eth0:1283924   14574    1    2    0     0          0         0   132490    1543    3    4    0     0       0          0`;

const link = { isLoopback: false, isUp: true, mac: '82:5c:70:61:12:7d', mtu: 1500, speedMbps: 1000 };
const sources = {
  links: () => [
    { ...link, name: 'lo', isLoopback: true },
    { ...link, name: 'eth0' },
    { ...link, name: 'eth1', isUp: false },
  ],
  addresses: () => ({ lo: [{ address: '127.0.0.1' }], eth0: [{ address: '10.77.0.2' }, { address: 'fe80::1' }] }),
  counters: () => dev,
};

test('an interface has its addresses and the counters of the kernel, and the loopback is none', () => {
  const { isLoopback: _, isUp: __, ...facts } = link;
  expect(interfacesIn(sources)).toEqual([
    {
      ...{ name: 'eth0', ...facts, up: true, addresses: ['10.77.0.2', 'fe80::1'] },
      ...{ rxBytes: 1_283_924, rxPackets: 14_574, rxErrors: 1, rxDropped: 2 },
      ...{ txBytes: 132_490, txPackets: 1543, txErrors: 3, txDropped: 4 },
    },
    {
      ...{ name: 'eth1', ...facts, up: false, addresses: [] },
      ...{ rxBytes: 0, rxPackets: 0, rxErrors: 0, rxDropped: 0, txBytes: 0, txPackets: 0, txErrors: 0, txDropped: 0 },
    },
  ]);
});

test('of hundreds of interfaces the first 64 are listed', () => {
  const links = () => Array.from({ length: 300 }, (_, place) => ({ ...link, name: `veth${place}` }));
  expect(interfacesIn({ ...sources, links })).toHaveLength(64);
});
