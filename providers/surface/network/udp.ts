// The UDP socket of a surface.
import { createSocket, type SocketOptions } from 'node:dgram';

export interface Listening {
  readonly port: number;
  /** Does nothing once it is closed. */
  send(packet: Uint8Array, port: number, address: string): void;
  close(): void;
}

/** Packets that wait while the process is busy; what comes beyond is lost, as UDP may be. */
const bufferBytes = 1024 * 1024;

/** Rejects with Error in words. */
export function listenUdp(
  host: string,
  port: number,
  take: (packet: Uint8Array, address: string, port: number) => void,
): Promise<Listening> {
  // Addresses are numbers: nothing is looked up, which would take a turn of the loop for each packet.
  const lookup: SocketOptions['lookup'] = (address, _options, found) => found(null, address, 4);
  const socket = createSocket({ type: 'udp4', lookup });
  let isOpen = true;
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
      socket.on('message', (packet, from) => take(packet, from.address, from.port));
      resolve({
        port: socket.address().port,
        // A machine that went away is no error of the surface.
        send: (packet, to, address) => void (isOpen && socket.send(packet, to, address)),
        close: () => {
          isOpen = false;
          socket.close();
        },
      });
    });
  });
}

export function inWords(error: unknown, transport: string, host: string, port: number): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === 'EADDRINUSE' ? 'is in use by another program' : code === 'EACCES' ? 'may not be used' : message;
  return new Error(`port ${port} (${transport}, ${host}) ${why}`);
}
