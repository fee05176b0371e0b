// One request and its answer. All answers of the desk are written here, with the same header fields.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'polka';
import type { Refusal } from '../base/refusals.ts';
import type { Permit } from '../rows/permit.ts';
import { hasVersion, takesGzip } from './negotiation.ts';
import type { PageFile } from './page-files.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

/** No cache may keep an answer, no page of others may embed it, no browser may guess its type. */
const unguessed = ['X-Content-Type-Options', 'nosniff', 'Cross-Origin-Resource-Policy', 'same-origin'];
const always = ['Cache-Control', 'no-store', ...unguessed];
const jsonHead = ['Content-Type', 'application/json', ...always];
/** Below a page, an answer that is none: a browser that shows it loads nothing for it. */
const nothing = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];
const problemHead = ['Content-Type', 'application/problem+json', ...always];
const streamHead = [
  'Content-Type',
  'text/event-stream',
  ...always,
  // Proxies of the nginx family would buffer events otherwise.
  'X-Accel-Buffering',
  'no',
  // The end of a stream is the end of its connection.
  'Connection',
  'close',
];

/** Pages load nothing from elsewhere, run no script but their files, and can't be framed. */
const pageHead = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...unguessed,
];
/** HTML that core makes itself. */
const plainHead = ['Content-Type', 'text/html; charset=utf-8', ...always, 'Content-Security-Policy', plainPolicy];
const startingPage = plainPage(
  'Rowdesk starts',
  '<h1>Rowdesk</h1>\n    <p role="status">The desk starts. This page goes on by itself.</p>',
);

const rowMethods = ['GET', 'HEAD', 'OPTIONS', 'PATCH'];

/** Requests whose body is a stream of its own. */
export const streaming: WeakSet<IncomingMessage> = new WeakSet();

/** The same fields for an answer that is written to a bare socket. */
export const problemFields: readonly string[] = problemHead;

export class Exchange {
  readonly request: Request;
  readonly response: ServerResponse;
  /** Set by the guards: a foreign origin that may read the answer. */
  trustedOrigin: string | undefined;
  /** What answers at this path, for a browser that asks beforehand. */
  methods: readonly string[] = rowMethods;
  /** Set by pages: a refusal has a policy too. */
  isOfPage = false;
  /** What the client may do; undefined: all. */
  permit: Permit | undefined;
  /** The desk has keys. */
  takesKeys = false;
  /** A Set-Cookie that goes with the answer. */
  cookie: string | undefined;
  /** Finds `permit` where the route does not: throws Refusal for a client that may not read. */
  admit: () => void = () => {};
  /** This answer is the last of its connection: the server stops, or the client sends wrong keys. */
  isLast: boolean;

  constructor(request: Request, response: ServerResponse, isLast: boolean) {
    this.request = request;
    this.response = response;
    this.isLast = isLast;
  }

  /** Answers 200. `extra`: more header fields, names and values in turn. */
  json(body: string, extra: readonly string[] = []): void {
    this.#send(200, jsonHead, body, extra);
  }

  /** Answers 200 with a file of a page, or 304 if the browser has it. */
  file({ type, etag, body, gzip, isHashed }: PageFile): void {
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = this.request.headers;
    const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
    const fields = ['ETag', etag, 'Cache-Control', caching, 'Vary', 'Accept-Encoding', ...pageHead];
    if (this.isLast) fields.push('Connection', 'close');
    if (hasVersion(ifNoneMatch, etag)) {
      this.response.writeHead(304, fields).end();
      return;
    }
    const isGzip = gzip !== undefined && takesGzip(String(acceptEncoding ?? ''));
    if (isGzip) fields.push('Content-Encoding', 'gzip');
    const sent = isGzip ? gzip : body;
    this.response.writeHead(200, [...fields, 'Content-Type', type, 'Content-Length', String(sent.length)]).end(sent);
  }

  /** Answers 302: the browser goes on at this path. */
  redirect(path: string): void {
    this.#send(302, ['Location', path, ...always, ...nothing], '', []);
  }

  /** Answers 200 with HTML of `plainPage`. */
  page(html: string): void {
    this.#send(200, plainHead, html, []);
  }

  /** Answers a browser 503 with a page that asks again after a second. */
  starting(): void {
    this.#send(503, [...plainHead, 'Refresh', '1', 'Retry-After', '1'], startingPage, []);
  }

  problem(refusal: Refusal): void {
    const body = JSON.stringify(refusal.toProblem(this.request.url as string));
    const extra = refusalFields(refusal);
    if (this.isOfPage) extra.push(...nothing);
    this.#send(refusal.status, problemHead, body, extra);
  }

  /** Begins the answer with a file; its bytes are written to the response. */
  beginFile({ bytes, name }: { readonly bytes: number; readonly name: string }, type: string): void {
    const called = `attachment; filename="${name.replace(/[^A-Za-z0-9._ -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;
    const fields = ['Content-Type', type, 'Content-Length', String(bytes), 'Content-Disposition', called];
    if (this.isLast) fields.push('Connection', 'close');
    this.response.writeHead(200, [...fields, ...always, ...nothing, ...this.#crossOrigin()]);
  }

  /** The body takes as long as it takes, while it makes progress. */
  streams(): void {
    streaming.add(this.request);
  }

  /** Begins an event stream; its header goes out with the first write to the response. */
  beginStream(): void {
    // The body ends with the connection (RFC 9112, 6.3), so an event is one buffer, without a chunk's header and end.
    this.response.useChunkedEncodingByDefault = false;
    this.response.writeHead(200, [...streamHead, ...this.#crossOrigin()]);
    this.response.socket?.setNoDelay(true);
  }

  #send(status: number, head: readonly string[], body: string, extra: readonly string[]): void {
    const fields = [...head, 'Content-Length', String(Buffer.byteLength(body)), ...extra];
    if (this.isLast) fields.push('Connection', 'close');
    if (this.cookie !== undefined) fields.push('Set-Cookie', this.cookie);
    if (this.trustedOrigin !== undefined) fields.push(...this.#crossOrigin());
    const { response } = this;
    response.writeHead(status, fields);
    const { socket } = response;
    // Behind a pipelined answer that is not written yet there is no socket.
    if (socket === null) {
      response.end(body);
      return;
    }
    // Header and body as one text in one write: `end` with a body would add an empty one, and gather both.
    socket.cork();
    response.write(body);
    socket.uncork();
    response.end();
  }

  /** CORS, for origins that the configuration trusts, and no others. */
  #crossOrigin(): string[] {
    if (this.trustedOrigin === undefined) return [];
    const fields = [
      'Access-Control-Allow-Origin',
      this.trustedOrigin,
      'Vary',
      'Origin',
      'Access-Control-Expose-Headers',
      'ETag, Allow, Accept-Patch, Retry-After, Rowdesk-Revision, Rowdesk-Durable',
    ];
    if (this.request.headers['access-control-request-method'] !== undefined) {
      fields.push('Access-Control-Allow-Methods', this.methods.join(', '));
      const headers = 'Content-Type, If-Match, Rowdesk-Actor, Last-Event-ID';
      fields.push('Access-Control-Allow-Headers', this.takesKeys ? `${headers}, Authorization` : headers);
      fields.push('Access-Control-Max-Age', '600');
    }
    return fields;
  }
}

/** Header fields that belong to a refusal: what would be allowed, what the version is, when to try again. */
function refusalFields({ code, params, status }: Refusal): string[] {
  const fields: string[] = [];
  if (status === 401) fields.push('WWW-Authenticate', 'Bearer realm="rowdesk"');
  if (Array.isArray(params.allow)) fields.push('Allow', params.allow.join(', '));
  if (code === 'unsupported-media-type') {
    if (typeof params.accept === 'string') fields.push('Accept', params.accept);
    else fields.push('Accept-Patch', 'application/json');
  }
  if (code === 'precondition-failed' && typeof params.etag === 'string') fields.push('ETag', params.etag);
  if (typeof params.retryAfterS === 'number') fields.push('Retry-After', String(params.retryAfterS));
  // What is left of the body is not worth reading.
  if (code === 'body-too-large' || code === 'request-timeout') fields.push('Connection', 'close');
  return fields;
}
