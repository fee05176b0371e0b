// A small HTTP server in place of the service, for the tests of this folder.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Terminal } from './terminal.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (heard: ReceivedRequest, response: ServerResponse) => void;

export interface FakeService {
  readonly url: string;
  readonly heard: ReceivedRequest[];
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and keeps what it was asked. */
export async function fakeService(answer: Answer): Promise<FakeService> {
  const heard: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url = '', headers } = request;
    heard.push({ method, url, headers, body });
    answer({ method, url, headers, body }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/api`, heard, close };
}

export function answerJson(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}

/** A terminal that keeps what was written. */
export function fakeTerminal(width?: number): Terminal & { readonly out: string; readonly err: string } {
  let out = '';
  let err = '';
  return {
    width,
    data: (text) => {
      out += text;
    },
    talk: (text) => {
      err += `${text}\n`;
    },
    get out() {
      return out;
    },
    get err() {
      return err;
    },
  };
}
