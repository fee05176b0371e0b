// The UDP socket of a surface.
import { createSocket } from 'node:dgram';
import type { Way } from './peer.ts';

export interface Listening {
  readonly port: number;
  way(address: string, port: number): Way;
  close(): void;
}

export interface Hears {
  admits(address: string): boolean;
  take(way: Way, packet: Uint8Array): void;
}

/** Packets that wait while the process is busy; what comes beyond is lost, as UDP may be. */
const bufferBytes = 1024 * 1024;

/** Rejects with Error in words. */
export function listenUdp(host: string, port: number, hears: Hears): Promise<Listening> {
  const socket = createSocket('udp4');
  const way = (address: string, to: number): Way => ({
    ...{ address, port: to, transport: 'udp' },
    // A machine that went away is no error of the surface.
    send: (packet) => socket.send(packet, to, address, () => {}),
  });
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => reject(inWords(error, 'udp', host, port)));
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      socket.on('error', () => {});
      try {
        socket.setRecvBufferSize(bufferBytes);
      } catch {
        // The system's own size does too.
      }
      socket.on('message', (packet, from) => {
        if (hears.admits(from.address)) hears.take(way(from.address, from.port), packet);
      });
      resolve({ port: socket.address().port, way, close: () => socket.close() });
    });
  });
}

export function inWords(error: unknown, transport: string, host: string, port: number): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === 'EADDRINUSE' ? 'is in use by another program' : code === 'EACCES' ? 'may not be used' : message;
  return new Error(`port ${port} (${transport}, ${host}) ${why}`);
}
