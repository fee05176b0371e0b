// Asking a service over HTTP. Not by fetch: bringing that up takes Node longer than all else of a command, and
// following an event stream by it costs a surface more.
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Answer, Asked } from '../client/transport.ts';

/** The connection broke, or nobody takes one; `message` says why. */
export class ConnectionLost extends Error {
  constructor(error: Error) {
    super(error.message || (error as NodeJS.ErrnoException).code);
    this.name = 'ConnectionLost';
  }
}

/** The head of an answer; its body is read once, whole or in pieces. Both reject with ConnectionLost. */
class HttpAnswer implements Answer {
  readonly status: number;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.status = message.statusCode ?? 0;
    this.#message = message;
  }

  /** `name` in lower case. */
  header(name: string): string | undefined {
    return this.#message.headers[name]?.toString();
  }

  async text(): Promise<string> {
    const pieces: Uint8Array[] = [];
    await this.read((piece) => void pieces.push(piece));
    return Buffer.concat(pieces).toString('utf8');
  }

  /** Until its end. */
  read(use: (piece: Uint8Array) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => reject(new ConnectionLost(error));
      // The agent's limit is for connections at rest: a stream would set its timer anew with each piece.
      this.#message.socket.setTimeout(0);
      this.#message.on('data', (piece: Uint8Array) => {
        try {
          use(piece);
        } catch (error) {
          this.#message.destroy();
          reject(error);
        }
      });
      this.#message.once('end', resolve).once('error', lost);
      const brokenOff = () => lost(new Error('the answer broke off'));
      this.#message.once('close', brokenOff);
      // Between its head and now.
      if (this.#message.destroyed) brokenOff();
    });
  }
}

/** Sends one request, GET where no method is named. Rejects with ConnectionLost; follows no redirection. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, body, signal }: Partial<Asked> & Pick<Asked, 'signal'>,
): Promise<Answer> {
  const open: typeof request = url.startsWith('https:') ? (await import('node:https')).request : request;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asking: ClientRequest = open(url, { method, headers: { ...headers, ...length }, signal });
    asking.once('response', (message) => resolve(new HttpAnswer(message)));
    asking.on('error', (error) => reject(new ConnectionLost(error)));
    asking.end(body);
  });
}
