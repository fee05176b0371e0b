// The TCP port of a surface. Answers go back on the connection, framed as the peer frames.
import { createServer, type Socket } from 'node:net';
import { inWords } from '../network/udp.ts';
import type { Way } from '../network/way.ts';
import { framed, Unframer } from './framing.ts';

const mostConnections = 32;
/** A peer that does not read is let go. */
const mostUnread = 1024 * 1024;

export interface HearsConnections {
  /** False for a packet that is not looked at. */
  admits(address: string): boolean;
  take(way: Way, packet: Uint8Array): void;
  isListed(address: string): boolean;
  lost(way: Way): void;
}

/** Rejects with Error in words. */
export function listenTcp(host: string, port: number, hears: HearsConnections): Promise<{ close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    socket.on('error', () => socket.destroy());
    // A stranger is noted as one, and gets nothing.
    if (!hears.isListed(remoteAddress) || sockets.size >= mostConnections) {
      hears.admits(remoteAddress);
      socket.destroy();
      return;
    }
    sockets.add(socket);
    const frames = new Unframer();
    const way: Way = {
      ...{ address: remoteAddress, port: remotePort, transport: 'tcp' },
      send: (packet) => {
        if (socket.writableLength > mostUnread) socket.destroy();
        else if (!socket.destroyed) socket.write(framed(packet, frames.framing ?? 'slip'));
      },
    };
    socket.on('data', (bytes) => {
      try {
        for (const packet of frames.take(bytes)) if (hears.admits(remoteAddress)) hears.take(way, packet);
      } catch {
        socket.destroy();
      }
    });
    socket.once('close', () => {
      sockets.delete(socket);
      hears.lost(way);
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(inWords(error, 'tcp', host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      server.on('error', () => {});
      resolve({
        close: () => {
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      });
    });
  });
}
