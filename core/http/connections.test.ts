import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './connections.ts';

class SocketDouble extends EventEmitter {
  isDestroyed = false;
  readonly remoteAddress: string;
  readonly localAddress = '192.0.2.100';

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

function come(connections: Connections, address: string, count: number): SocketDouble[] {
  return Array.from({ length: count }, () => {
    const socket = new SocketDouble(address);
    connections.admit(socket as unknown as Socket);
    return socket;
  });
}
const refused = (sockets: readonly SocketDouble[]) => sockets.filter(({ isDestroyed }) => isDestroyed).length;

test('one address holds so many connections, however it is spelled, and others theirs', () => {
  const connections = new Connections(100, 3);
  const first = come(connections, '192.0.2.1', 2);
  expect(refused(come(connections, '::ffff:192.0.2.1', 2))).toBe(1);
  expect(refused(come(connections, '192.0.2.2', 3))).toBe(0);
  first[0]?.destroy();
  expect(refused(come(connections, '192.0.2.1', 2))).toBe(1);
});

test('loopback is exempt, and who is gone is forgotten', () => {
  const connections = new Connections(100, 1);
  expect(refused([...come(connections, '127.0.0.1', 5), ...come(connections, '::1', 5)])).toBe(0);
  for (const socket of come(connections, '192.0.2.1', 1)) socket.destroy();
  expect(connections.size).toBe(0);
});

test('a host of IPv6 has one limit, whichever address of its /64 it comes from', () => {
  const connections = new Connections(100, 3);
  const all = Array.from({ length: 5 }, (_, n) => come(connections, `2001:db8:0:1::${n + 1}`, 1)).flat();
  expect(refused(all)).toBe(2);
  expect(refused(come(connections, '2001:db8:0:2::1', 3))).toBe(0);
});

test('strangers may fill the house, and the desk still reaches itself', () => {
  const connections = new Connections(4, 2);
  const strangers = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].flatMap((address) => come(connections, address, 2));
  expect(refused(strangers)).toBe(2);
  const own = ['127.0.0.1', '::1', '192.0.2.100', '::ffff:192.0.2.100'];
  expect(refused(own.flatMap((address) => come(connections, address, 5)))).toBe(0);
  strangers[0]?.destroy();
  expect(refused(come(connections, '192.0.2.3', 2)), 'its own connections take no place of others').toBe(1);
});
