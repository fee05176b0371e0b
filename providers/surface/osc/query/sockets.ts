// Web sockets of those who listen: commands as JSON in texts, packets of OSC in binary messages, both ways.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Way } from '../../network/way.ts';

const mostSockets = 16;
const largestMessage = 65_536;
/** Who does not read is let go. */
const mostUnread = 1024 * 1024;
/** Who does not answer within two of these is let go. */
const pingMs = 15_000;

export type Command = 'PATH_CHANGED' | 'PATH_ADDED' | 'PATH_REMOVED';

export interface SocketNeeds {
  /** False for a message that is not looked at. */
  readonly admits: (address: string) => boolean;
  readonly take: (way: Way, packet: Uint8Array) => void;
  readonly listen: (way: Way, address: string) => void;
  readonly ignore: (way: Way, address: string) => void;
  readonly lost: (way: Way) => void;
  /** There are so many now. */
  readonly changed: (count: number) => void;
}

export class Sockets {
  readonly #needs: SocketNeeds;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: largestMessage, perMessageDeflate: false });
  readonly #answered = new WeakSet<WebSocket>();
  readonly #pinging: NodeJS.Timeout;

  constructor(needs: SocketNeeds) {
    this.#needs = needs;
    this.#pinging = setInterval(() => this.#ping(), pingMs);
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    if (this.#server.clients.size >= mostSockets) {
      socket.end('HTTP/1.1 429 Too Many\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (open) => this.#open(open, socket));
  }

  tell(command: Command, address: string): void {
    const text = JSON.stringify({ COMMAND: command, DATA: address });
    for (const each of this.#server.clients) if (hasRoom(each)) each.send(text);
  }

  close(): void {
    clearInterval(this.#pinging);
    for (const each of this.#server.clients) each.terminate();
    this.#server.close();
  }

  #open(open: WebSocket, { remoteAddress = '', remotePort = 0 }: Socket): void {
    const { admits, lost, changed } = this.#needs;
    const way: Way = {
      ...{ address: remoteAddress, port: remotePort, transport: 'ws' },
      send: (packet) => {
        if (hasRoom(open)) open.send(packet, { binary: true });
      },
    };
    this.#answered.add(open);
    open.on('pong', () => this.#answered.add(open));
    open.on('error', () => open.terminate());
    open.on('message', (message, isBinary) => {
      if (!admits(remoteAddress)) return;
      const bytes = message as Buffer;
      if (isBinary) this.#needs.take(way, bytes);
      else this.#command(way, bytes.toString());
    });
    open.on('close', () => {
      lost(way);
      changed(this.#server.clients.size);
    });
    changed(this.#server.clients.size);
  }

  /** What is no command of the proposal means nothing. */
  #command(way: Way, text: string): void {
    let given: { readonly COMMAND?: unknown; readonly DATA?: unknown } | null;
    try {
      given = JSON.parse(text);
    } catch {
      return;
    }
    const { COMMAND: command, DATA: address } = given ?? {};
    if (typeof address !== 'string') return;
    if (command === 'LISTEN') this.#needs.listen(way, address);
    else if (command === 'IGNORE') this.#needs.ignore(way, address);
  }

  #ping(): void {
    for (const each of this.#server.clients) {
      if (!this.#answered.delete(each)) each.terminate();
      else each.ping();
    }
  }
}

function hasRoom(open: WebSocket): boolean {
  if (open.readyState !== open.OPEN) return false;
  if (open.bufferedAmount <= mostUnread) return true;
  open.terminate();
  return false;
}
