// Describes the desk's own sessions to RAVENNA receivers: OPTIONS and DESCRIBE of `/by-name/NAME` and `/by-id/ID`. There is
// no SETUP: streams go to groups, and a receiver joins.
import { createServer, type Server, type Socket } from 'node:net';
import type { Counters } from '../counters.ts';
import { giverOf } from '../shares.ts';
import type { Timers } from '../timers.ts';
import { type Message, MessageReader, writeMessage } from './message.ts';

export const firstPort = 8554;
const portsTried = 16;
const mostConnections = 16;
const mostOfClient = 4;
const idleMs = 10_000;
const mostRequests = 64;
const bounds = { head: 8_192, body: 8_192 };

export interface RtspServerParts {
  readonly address: string;
  /** The description at a path, percent-decoded; undefined where there is none. */
  readonly descriptionAt: (path: string) => string | undefined;
  readonly counters: Counters;
  readonly timers: Pick<Timers, 'after'>;
  /** Whether a client of this address may ask. */
  readonly admits: (address: string) => boolean;
  readonly listening: (port: number) => void;
  readonly failed: (reason: string) => void;
}

export class RtspServer {
  readonly #parts: RtspServerParts;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  #port = firstPort;

  constructor(parts: RtspServerParts) {
    this.#parts = parts;
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket));
    this.#server.on('listening', () => parts.listening(this.#port));
    this.#server.on('error', (error: NodeJS.ErrnoException) => this.#failed(error));
    this.#server.listen(this.#port, parts.address);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#connections) socket.destroy();
  }

  /** Another program may have the port: the next one is as good, since mDNS names it. */
  #failed(error: NodeJS.ErrnoException): void {
    this.#port++;
    if (error.code === 'EADDRINUSE' && this.#port < firstPort + portsTried) {
      this.#server.listen(this.#port, this.#parts.address);
    } else this.#parts.failed(`RTSP at ${this.#parts.address}: ${error.message}`);
  }

  #serve(socket: Socket): void {
    const { counters, timers, admits } = this.#parts;
    const { remoteAddress = '' } = socket;
    if (!admits(remoteAddress) || !this.#hasRoomFor(remoteAddress)) {
      counters.count('rtspRefused');
      socket.destroy();
      return;
    }
    this.#connections.add(socket);
    const reader = new MessageReader(bounds);
    let requests = 0;
    let cancel = timers.after(idleMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      cancel();
      this.#connections.delete(socket);
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.add(chunk);
        for (let message = reader.next(); message; message = reader.next()) {
          cancel();
          cancel = timers.after(idleMs, () => socket.destroy());
          counters.count('rtspRequests');
          if (++requests > mostRequests) throw new Error('too many requests');
          socket.write(this.#answer(message));
        }
      } catch {
        counters.count('rtspRefused');
        socket.removeAllListeners('data');
        socket.end(writeMessage('RTSP/1.0 400 Bad Request', {}));
      }
    });
  }

  /** Places are shared by address: addresses that ask nothing keep out no other one. */
  #hasRoomFor(address: string): boolean {
    const owners = [...this.#connections].map((each) => each.remoteAddress ?? '');
    if (owners.filter((each) => each === address).length >= mostOfClient) return false;
    if (owners.length < mostConnections) return true;
    const giver = giverOf(owners, { address, isKept: false });
    const [oldest] = [...this.#connections].filter((each) => each.remoteAddress === giver);
    if (giver === undefined || oldest === undefined) return false;
    this.#connections.delete(oldest);
    oldest.destroy();
    return true;
  }

  #answer({ start, fields }: Message): Buffer {
    const [, method, url] = /^([A-Z_]{1,16}) (\S{1,1024}) RTSP\/1\.\d$/.exec(start) ?? [];
    const sequence = fields.get('cseq') ?? '';
    if (method === undefined || url === undefined || !/^\d{1,10}$/.test(sequence)) throw new Error('no request');
    const own = { CSeq: sequence };
    if (method === 'OPTIONS') return writeMessage('RTSP/1.0 200 OK', { ...own, Public: 'OPTIONS, DESCRIBE' });
    if (method !== 'DESCRIBE') {
      return this.#refuse('RTSP/1.0 405 Method Not Allowed', { ...own, Allow: 'OPTIONS, DESCRIBE' });
    }
    const path = pathOf(url);
    const text = path === undefined ? undefined : this.#parts.descriptionAt(path);
    if (text === undefined) return this.#refuse('RTSP/1.0 404 Not Found', own);
    const place = { 'Content-Type': 'application/sdp', 'Content-Base': url };
    return writeMessage('RTSP/1.0 200 OK', { ...own, ...place }, text);
  }

  #refuse(start: string, fields: Readonly<Record<string, string>>): Buffer {
    this.#parts.counters.count('rtspRefused');
    return writeMessage(start, fields);
  }
}

function pathOf(url: string): string | undefined {
  const path = /^(?:rtsp:\/\/[^/]{1,255})?(\/.*)$/i.exec(url)?.[1];
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
