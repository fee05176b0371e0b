// The sockets of SAP: one per group to listen with, one per interface to send with. Binding to the group itself lets other
// programs listen beside the desk, and keeps packets to other addresses away.
import type { Socket, SocketOptions } from 'node:dgram';
import type { LocalInterface } from '../interfaces.ts';
import type { SapOutlet } from './announcer.ts';
import { sapGroups, sapPort } from './packet.ts';

export type CreateSocket = (options: SocketOptions) => Socket;

export interface SapSockets {
  readonly outlets: readonly SapOutlet[];
  close(): void;
}

/** RFC 2974, section 3. */
const ttl = 255;
/** Packets that wait for their socket. */
const mostWaiting = 256;

/** Problems (a port that another program holds alone, an interface that left) are said once each, by `failed`. */
export function openSap(
  create: CreateSocket,
  interfaces: readonly LocalInterface[],
  received: (packet: Buffer, sender: string) => void,
  failed: (reason: string) => void,
): SapSockets {
  const sockets: Socket[] = [];
  const open = (bind: { address: string; port: number }, ready: (socket: Socket) => void) => {
    const socket = create({ type: 'udp4', reuseAddr: true });
    sockets.push(socket);
    const place = `${bind.address}:${bind.port}`;
    socket.on('error', (error) => failed(`SAP at ${place}: ${error.message}`));
    socket.bind({ ...bind, exclusive: true }, () => {
      try {
        ready(socket);
      } catch (error) {
        failed(`SAP at ${place}: ${(error as Error).message}`);
      }
    });
    return socket;
  };
  for (const group of sapGroups) {
    open({ address: group, port: sapPort }, (socket) => {
      for (const { address } of interfaces) socket.addMembership(group, address);
    }).on('message', (packet, { address }) => received(packet, address));
  }
  const outlets = interfaces.map(({ address }) => outletOf(address, open, failed));
  return {
    outlets,
    // Node hands a packet to the kernel one turn after `send`: a deletion that was just sent still goes out.
    close: () => setImmediate(() => sockets.forEach((socket) => void socket.close())),
  };
}

function outletOf(
  address: string,
  open: (bind: { address: string; port: number }, ready: (socket: Socket) => void) => Socket,
  failed: (reason: string) => void,
): SapOutlet {
  let isReady = false;
  const waiting: Buffer[] = [];
  const socket = open({ address, port: 0 }, (ready) => {
    ready.setMulticastInterface(address);
    ready.setMulticastTTL(ttl);
    isReady = true;
    for (const packet of waiting.splice(0)) send(packet);
  });
  function send(packet: Buffer): void {
    if (!isReady) {
      if (waiting.length < mostWaiting) waiting.push(packet);
      return;
    }
    socket.send(packet, sapPort, sapGroups[0], (error) => {
      if (error) failed(`SAP from ${address}: ${error.message}`);
    });
  }
  return { address, send };
}
