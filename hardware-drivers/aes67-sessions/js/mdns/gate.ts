// The socket under the library of mDNS: what should not reach the library is counted and dropped here, before it is decoded.
// A record costs more than its bytes: six of them may point to a name of 120 labels, which the library reads anew for each.
import type { RemoteInfo, Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import { Rates } from '../rates.ts';

/** RFC 6762, section 17. */
const longestPacket = 9_000;
const headerBytes = 12;
/** Questions and records of a packet, as its header counts them: the library decodes that many. */
const mostRecords = 256;

/** What strangers may have the library decode: so many packets, and so many records in them. */
export class Budget {
  readonly #packets = new Rates({ each: { atOnce: 200, perSecond: 50 }, all: { atOnce: 1_000, perSecond: 400 } });
  readonly #records = new Rates({ each: { atOnce: 2_000, perSecond: 500 }, all: { atOnce: 8_000, perSecond: 2_000 } });

  allows(packet: Buffer, sender: string, nowMs: number): boolean {
    if (packet.length < headerBytes || packet.length > longestPacket) return false;
    const records = [4, 6, 8, 10].reduce((sum, at) => sum + packet.readUInt16BE(at), 0);
    if (records > mostRecords) return false;
    return this.#packets.allows(sender, nowMs) && this.#records.allows(sender, nowMs, records);
  }
}

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
    if (admits(packet, from)) gate.emit('message', packet, from);
  });
  const own = (name: Used | UsedSetters) => (socket[name] as (...args: unknown[]) => unknown).bind(socket);
  const names = ['bind', 'send', 'address', 'close', 'addMembership', 'dropMembership'] as const;
  const setters = ['setMulticastInterface', 'setMulticastTTL', 'setMulticastLoopback'] as const;
  return Object.assign(gate, Object.fromEntries([...names, ...setters].map((name) => [name, own(name)]))) as never;
}
