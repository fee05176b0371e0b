// A server on a free port for tests of this folder, and a client that sends given bytes, right or wrong.
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Access } from '../access/access.ts';
import { Value } from '../base/typebox.ts';
import type { Log, Time } from '../services.ts';
import { systemTime } from '../system/time.ts';
import { HttpLimits } from './limits.ts';
import type { ProvidedPage } from './provided-page.ts';
import type { RowApi } from './row-api.ts';
import { HttpServer } from './server.ts';

export class LogDouble implements Log {
  readonly lines: { level: string; fields: object; message: string }[] = [];
  debug = (fields: object, message: string) => void this.lines.push({ level: 'debug', fields, message });
  info = (fields: object, message: string) => void this.lines.push({ level: 'info', fields, message });
  warn = (fields: object, message: string) => void this.lines.push({ level: 'warn', fields, message });
  error = (fields: object, message: string) => void this.lines.push({ level: 'error', fields, message });
}

export const limits = (more: Partial<HttpLimits> = {}): HttpLimits => ({
  ...(Value.Default(HttpLimits, {}) as HttpLimits),
  ...more,
});

export interface Fixture {
  readonly server: HttpServer;
  readonly port: number;
  readonly log: LogDouble;
  send(method: string, path: string, options?: SendOptions): Promise<Received>;
  /** Writes bytes to a connection and reads all that comes until it ends. */
  raw(bytes: string): Promise<string>;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

export interface FixtureOptions {
  readonly limits?: Partial<HttpLimits>;
  readonly trustedOrigins?: readonly string[];
  readonly hostNames?: readonly string[];
  readonly time?: Time;
  /** Gives the OpenAPI description. */
  readonly describe?: () => object;
  readonly pages?: readonly ProvidedPage[];
  /** Default: a desk without keys. */
  readonly access?: Access;
}

export async function startServer(rows: RowApi | undefined, options: FixtureOptions = {}): Promise<Fixture> {
  const log = new LogDouble();
  const access =
    options.access ??
    new Access({
      ...{ log, time: options.time ?? systemTime(log) },
      warnings: { raise: () => {}, clear: () => {} },
      seal: () => Buffer.alloc(32),
    });
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    limits: limits(options.limits),
    hostNames: options.hostNames ?? [],
    trustedOrigins: options.trustedOrigins ?? [],
    epoch: 'epoch',
    time: options.time ?? systemTime(log),
    log,
    access,
  });
  const { port } = await server.listen();
  const { describe = () => ({ openapi: '3.1.0' }), pages } = options;
  if (rows !== undefined) server.serve(rows, describe, () => [], pages);
  return {
    server,
    port,
    log,
    send: (method, path, given = {}) => send(port, method, path, given),
    raw: async (bytes) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(bytes);
      return text(socket);
    },
  };
}

async function send(port: number, method: string, path: string, { headers, body }: SendOptions): Promise<Received> {
  const given = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: given as Record<string, string> });
  // As bytes: Node would write the header in the encoding of a text.
  request.end(body === undefined ? undefined : Buffer.from(body));
  const [response] = await once(request, 'response');
  const received = await text(response);
  const isJson = /json/.test(response.headers['content-type'] ?? '') && received !== '';
  const json = isJson ? JSON.parse(received) : undefined;
  return { status: response.statusCode, headers: response.headers, text: received, json };
}
