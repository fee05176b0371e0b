// A small client for tests: rows over HTTP, as any client uses them.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { readEvents } from '../base/read-events.ts';
import type { Fields } from '../rows/definitions.ts';
import type { RowOptions } from '../service/row-access.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
  readonly body: any;
}

export interface RowEvent {
  readonly event: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly row: any;
}

/** An open watch. */
export interface Watched {
  /** All events so far without beats, oldest first. */
  readonly events: readonly RowEvent[];
  /** The next event not yet taken, without beats. Rejects when the stream has ended. */
  next(): Promise<RowEvent>;
  close(): void;
}

export class TestClient {
  /** `http://127.0.0.1:8700/api` */
  readonly url: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string) {
    this.url = url;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  async options(path: string): Promise<RowOptions> {
    return (await this.send('OPTIONS', path)).body;
  }

  patch(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('PATCH', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  async send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    // Ten times less work than fetch: a walk over all rows sends tens of thousands.
    const sent = request(this.url + path, { method, headers, agent: this.#agent });
    sent.end(body === undefined ? undefined : Buffer.from(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const received = await text(response);
    const isJson = /json/.test(response.headers['content-type'] ?? '') && received !== '';
    return {
      status: response.statusCode ?? 0,
      headers: new Headers(response.headers as Record<string, string>),
      body: isJson ? JSON.parse(received) : received,
    };
  }

  /** Closes its connections. */
  end(): void {
    this.#agent.destroy();
  }

  /** Resolves once the stream is open; throws an Error when the row can't be watched. */
  async watch(path: string): Promise<Watched> {
    const leaving = new AbortController();
    // Not fetch: in Node 20 it opens another connection as it leaves a stream, and the service waits for that when it ends.
    const sent = request(`${this.url}${path}?watch=1`, { agent: false });
    sent.end();
    const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
    if (incoming.statusCode !== 200) throw new Error(`${path} can not be watched: ${await text(incoming)}`);
    const response = new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
    const events: RowEvent[] = [];
    let taken = 0;
    let hasEnded = false;
    let wake = () => {};
    const end = () => {
      hasEnded = true;
      wake();
    };
    readEvents(response, leaving.signal, ({ event = 'message', id, data }) => {
      if (event !== 'beat') events.push({ event, id, row: JSON.parse(data) as Fields });
      wake();
    }).then(end, end);
    const next = async (): Promise<RowEvent> => {
      while (events.length === taken) {
        if (hasEnded) throw new Error(`the stream of ${path} has ended`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return events[taken++] as RowEvent;
    };
    return { events, next, close: () => leaving.abort() };
  }
}
