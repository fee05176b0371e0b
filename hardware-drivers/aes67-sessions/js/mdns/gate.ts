// The socket under the library of mDNS: what should not reach the library is counted and dropped here, before it is decoded.
import type { RemoteInfo, Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';

/** RFC 6762, section 17. */
const longestPacket = 9_000;

/** What multicast-dns calls of a socket. */
type Used = 'bind' | 'send' | 'address' | 'close' | 'addMembership' | 'dropMembership';
type UsedSetters = 'setMulticastInterface' | 'setMulticastTTL' | 'setMulticastLoopback';

/** `admits` counts what it refuses. */
export function gated(
  socket: Socket,
  admits: (packet: Buffer, from: RemoteInfo) => boolean,
): Pick<Socket, Used | UsedSetters> & EventEmitter {
  const gate = new EventEmitter();
  socket.on('listening', () => gate.emit('listening'));
  socket.on('error', (error) => gate.emit('error', error));
  socket.on('message', (packet, from) => {
    if (packet.length <= longestPacket && admits(packet, from)) gate.emit('message', packet, from);
  });
  const own = (name: Used | UsedSetters) => (socket[name] as (...args: unknown[]) => unknown).bind(socket);
  const names = ['bind', 'send', 'address', 'close', 'addMembership', 'dropMembership'] as const;
  const setters = ['setMulticastInterface', 'setMulticastTTL', 'setMulticastLoopback'] as const;
  return Object.assign(gate, Object.fromEntries([...names, ...setters].map((name) => [name, own(name)]))) as never;
}
