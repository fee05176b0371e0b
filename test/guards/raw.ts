// Requests byte by byte, right or wrong, as no client library would send them.
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  /** Of a refusal, '' otherwise. */
  readonly code: string;
  readonly text: string;
}

/** Sends these bytes and reads until the connection ends. A reset counts as its end. */
export async function sendRaw(port: number, bytes: string | Buffer, host = '127.0.0.1'): Promise<RawAnswer> {
  const socket = connect(port, host);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return parse(await readAll(socket));
}

/** A request of these lines with an optional body, after which the server is to close. */
export function request(lines: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  return [...lines, ...length, 'Connection: close', '', body].join('\r\n');
}

/** All that comes until the connection ends. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
  });
}

function parse(text: string): RawAnswer {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0);
  return { status, code: /"code":"([a-z-]+)"/.exec(text)?.[1] ?? '', text };
}
