// Rows over HTTP: one request, one answer.
import type { Contract, Row } from './contract.ts';
import { Refused, Unreachable } from './errors.ts';
import { type Answer, type Asked, byFetch, type Transport } from './transport.ts';

const answerWithinMs = 10_000;

/** What PATCH answers. */
export interface Patched<R = Row> {
  /** The row after the write. */
  readonly row: R;
  /** False while the store can't be written: the write is in effect, and in memory only. */
  readonly isDurable: boolean;
  /** The desk's revision that holds the write. */
  readonly revision: number;
}

export interface RequestsOptions {
  /** The writer's name in the history, header `Rowdesk-Actor`; without it the client's address. */
  readonly actor?: string;
  readonly transport?: Transport;
}

export class Requests {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly #transport: Transport;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the base with `/api`, `http://desk.local:8700/api`. Throws TypeError for one that is none. */
  constructor(url: string, { actor, transport = byFetch }: RequestsOptions = {}) {
    this.baseUrl = new URL(url).href.replace(/\/+$/, '');
    this.#transport = transport;
    this.#headers = actor === undefined ? {} : { 'rowdesk-actor': utf8Header(actor) };
  }

  /** The address of a row given as `/channel/input/1`, with or without the leading slash or `/api`. */
  address(path: string): string {
    const bare = path.replace(/^\/*(api(?=\/|$))?\/*/, '');
    return `${this.baseUrl}/${bare.split('/').map(encodeOnce).join('/')}`;
  }

  async get(path: string): Promise<Row> {
    return (await this.#read('GET', path)) as Row;
  }

  async options(path: string): Promise<Contract> {
    return (await this.#read('OPTIONS', path)) as Contract;
  }

  /** Writes all of the fields or none. `ifMatch`: the row's ETag; with another one the write is refused. */
  async patch(path: string, fields: Row, ifMatch?: string): Promise<Patched> {
    const headers = { 'content-type': 'application/json', ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) };
    const answer = await this.ask(path, { method: 'PATCH', headers, body: JSON.stringify(fields) });
    return {
      row: (await this.#json(answer, path)) as Row,
      isDurable: answer.header('rowdesk-durable') !== 'no',
      revision: Number(answer.header('rowdesk-revision') ?? 0),
    };
  }

  /**
   * Rejects with Refused, or with Unreachable when no desk answers within 10 s or it is starting. A signal of the caller's
   * replaces the 10 s, and its abortion rejects with the transport's error.
   */
  async ask(path: string, asked: Partial<Asked>, query = ''): Promise<Answer> {
    const signal = asked.signal ?? AbortSignal.timeout(answerWithinMs);
    const { method = 'GET', body } = asked;
    const headers = { ...this.#headers, ...asked.headers };
    let answer: Answer;
    try {
      const rest = body === undefined ? { signal } : { body, signal };
      answer = await this.#transport(this.address(path) + query, { method, headers, ...rest });
    } catch (error) {
      if (asked.signal?.aborted) throw error;
      const why = signal.aborted ? `no answer within ${answerWithinMs / 1000} s` : (error as Error).message;
      throw new Unreachable(`No Rowdesk at ${this.baseUrl} (${why}).`, { cause: error });
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    const refused = Refused.of(answer.status, await answer.text());
    if (answer.status === 503) throw new Unreachable(refused.message, { cause: refused });
    throw refused;
  }

  async #read(method: string, path: string): Promise<unknown> {
    return this.#json(await this.ask(path, { method }), path);
  }

  async #json(answer: Answer, path: string): Promise<unknown> {
    const text = await answer.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new Unreachable(`What answers at ${this.address(path)} is no Rowdesk: its answer is not JSON.`);
    }
  }
}

/** Encodes what a segment of an address may not hold, and leaves escapes that are there. */
function encodeOnce(segment: string): string {
  return encodeURIComponent(segment).replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}

/** A header takes Latin-1; the desk reads its bytes as UTF-8. */
function utf8Header(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
