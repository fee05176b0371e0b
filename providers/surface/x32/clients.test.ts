import { beforeEach, expect, test } from 'vitest';
import type { Way } from '../network/way.ts';
import { Clients } from './clients.ts';

let now: number;
let clients: Clients;
let sent: number;
beforeEach(() => {
  now = 0;
  sent = 0;
  clients = new Clients({
    url: 'http://127.0.0.1:1/api',
    actor: 'surface:x32',
    nowMs: () => now,
    after: () => () => {},
  });
});

const way = (address: string, port: number): Way => ({
  ...{ address, port, transport: 'udp' },
  send: () => {
    sent += 1;
  },
});
const stream = () => ({ endsMs: now + 10_000, ticks: 1, send: () => {} });

test('what a client follows ends after ten seconds, unless it asks again; what it wrote into nothing ends with it', () => {
  const client = clients.at(way('10.0.0.1', 1));
  client.followChanges();
  client.follow('/meters/1', stream());
  client.remember('/ch/01/config/icon', 30);
  now = 9000;
  client.followChanges();
  clients.expire();
  expect(client.toRow().subscriptions).toBe(2);
  now = 10_000;
  clients.expire();
  expect([client.getsChanges, client.streams.size, client.remembered('/ch/01/config/icon')]).toEqual([true, 0, 30]);
  now = 19_000;
  clients.expire();
  expect([client.isSubscribed, client.remembered('/ch/01/config/icon')]).toEqual([false, undefined]);
});

test('/renew goes on with all, or with one by its name', () => {
  const client = clients.at(way('10.0.0.1', 1));
  client.follow('/a', stream());
  client.follow('/b', stream());
  now = 5000;
  client.renew('/a');
  now = 10_000;
  clients.expire();
  expect([...client.streams.keys()]).toEqual(['/a']);
});

test('four clients of an address follow, sixteen in all', () => {
  const follow = (address: string, port: number) => {
    const client = clients.at(way(address, port));
    const may = clients.mayFollow(client);
    if (may) client.followChanges();
    return may;
  };
  expect([1, 2, 3, 4, 5].map((port) => follow('10.0.0.1', port))).toEqual([true, true, true, true, false]);
  expect(follow('10.0.0.1', 1)).toBe(true);
  for (const address of ['10.0.0.2', '10.0.0.3', '10.0.0.4']) for (const port of [1, 2, 3, 4]) follow(address, port);
  expect(follow('10.0.0.5', 1)).toBe(false);
  expect(clients.subscribed).toHaveLength(16);
});

test('a client that follows nothing gets a bounded number of bytes for its own', () => {
  const client = clients.at(way('10.0.0.1', 1));
  client.heard(8);
  for (let n = 0; n < 100; n += 1) client.sendPacket(new Uint8Array(16));
  expect([sent, client.dropped]).toEqual([8, 92]);
});

test('a flood of addresses keeps a bounded number of clients, those that follow first', () => {
  const first = clients.at(way('10.0.0.1', 1));
  first.followChanges();
  for (let port = 1; port < 5000; port += 1) clients.at(way('10.0.0.2', port));
  expect(clients.subscribed).toEqual([first]);
  expect(clients.toRow()).toHaveLength(16);
  expect(clients.at(way('10.0.0.1', 1))).toBe(first);
});
