// The HTTP port of a surface: its addresses as OSCQuery, and web sockets of those who listen. The desk's guards hold.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Unreachable } from 'rowdesk/client';
import { type AllowedRequests, Hosts, isRefusal, RequestGuards } from 'rowdesk/surface';
import { Budget } from '../../network/budget.ts';
import { OscRefusal } from '../../network/refusal.ts';
import { inWords } from '../../network/udp.ts';
import type { Answers } from './answers.ts';
import { HttpAnswer } from './http-answer.ts';

const mostConnections = 64;
const longestUrl = 2048;
const headerBytes = 16_384;
const headersMs = 10_000;
/** Of all machines together. */
const requestsPerS = 500;
const mostAtOnce = 1000;
/** Parts of the tree that are written at once, and that wait. */
const mostWriting = 4;
const mostWaiting = 32;

export interface QueryNeeds extends AllowedRequests {
  readonly answers: Answers;
  /** False for a machine that is not listed, which is noted as a stranger. */
  readonly admits: (address: string) => boolean;
  /** Takes over the connection of a web socket. */
  readonly upgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => void;
}

export class QueryServer {
  readonly #needs: QueryNeeds;
  readonly #server: Server;
  readonly #budget = new Budget(requestsPerS, mostAtOnce, performance.now());
  readonly #waiting: (() => void)[] = [];
  #writing = 0;
  #guards: RequestGuards | undefined;

  constructor(needs: QueryNeeds) {
    this.#needs = needs;
    this.#server = createServer({ headersTimeout: headersMs, requestTimeout: headersMs, maxHeaderSize: headerBytes });
    // The guards count Host fields themselves.
    this.#server.maxHeadersCount = 0;
    this.#server.maxConnections = mostConnections;
    this.#server.on('connection', (socket) => {
      if (!needs.admits(socket.remoteAddress ?? '')) socket.destroy();
    });
    this.#server.on('request', (request, response) => void this.#take(request, response));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as Socket, head));
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  /** Resolves to the port. Rejects with Error in words. */
  listen(host: string, port: number): Promise<number> {
    const { hostNames, trustedOrigins } = this.#needs;
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error) => reject(inWords(error, 'http', host, port)));
      this.#server.listen(port, host, () => {
        this.#server.removeAllListeners('error');
        this.#server.on('error', () => {});
        const { port: own } = this.#server.address() as AddressInfo;
        this.#guards = new RequestGuards(new Hosts(own, hostNames), trustedOrigins, longestUrl);
        resolve(own);
      });
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let origin: string | undefined;
    try {
      origin = this.#guards?.check(request);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      new HttpAnswer(response, undefined).json(error.toProblem(request.url ?? ''), error.status);
      return;
    }
    const answer = new HttpAnswer(response, origin);
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer.empty(405, { allow: 'GET, HEAD' });
    if (!this.#budget.take(1, performance.now())) return answer.empty(429, { 'retry-after': '1' });
    const [path = '', query = ''] = (request.url ?? '').split('#')[0]?.split('?') ?? [];
    const address = path.replace(/\/+$/, '');
    try {
      await this.#inTurn(() => this.#needs.answers.answer(address, query, answer));
    } catch (error) {
      if (response.headersSent) response.destroy();
      else if (error instanceof OscRefusal) answer.empty(error.status);
      else answer.empty(error instanceof Unreachable ? 503 : 500);
    }
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    try {
      this.#guards?.check(request);
    } catch (error) {
      const status = isRefusal(error) ? error.status : 500;
      socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#needs.upgrade(request, socket, head);
  }

  async #inTurn(run: () => Promise<void>): Promise<void> {
    if (this.#writing >= mostWriting) {
      if (this.#waiting.length >= mostWaiting) throw new OscRefusal('busy', 429);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#writing += 1;
    try {
      await run();
    } finally {
      this.#writing -= 1;
      this.#waiting.shift()?.();
    }
  }
}
