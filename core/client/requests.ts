// Rows over HTTP: one request, one answer.
import type { Contract, Row } from './contract.ts';
import { Refused, Unreachable } from './errors.ts';
import { realTiming, type Timing } from './timing.ts';
import { type Answer, type Asked, byFetch, type Transport } from './transport.ts';

const answerWithinMs = 10_000;
/** What a proxy answers for a desk that does not. */
const noDesk: ReadonlySet<number> = new Set([502, 503, 504]);

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
  /** A key of the desk, where it asks for one. */
  readonly key?: string | undefined;
  readonly transport?: Transport;
  readonly timing?: Timing;
}

/** Bounds of one request. */
interface Within {
  readonly ms?: number;
  /** Its abortion gives the request up: it rejects with Unreachable, in the words of the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export class Requests {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly #transport: Transport;
  readonly #timing: Timing;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the base with `/api`, `http://desk.local:8700/api`. Throws TypeError for one that is none. */
  constructor(url: string, { actor, key, transport = byFetch, timing = realTiming }: RequestsOptions = {}) {
    this.baseUrl = new URL(url).href.replace(/\/+$/, '');
    this.#transport = transport;
    this.#timing = timing;
    this.#headers = {
      ...(actor === undefined ? {} : { 'rowdesk-actor': utf8Header(actor) }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
  }

  /** The address of a row given as `/channel/input/1`, with or without the leading slash or `/api`. */
  address(path: string): string {
    const bare = path.replace(/^\/*(api(?=\/|$))?\/*/, '');
    return `${this.baseUrl}/${bare.split('/').map(encodeOnce).join('/')}`;
  }

  async get(path: string, within?: Within): Promise<Row> {
    return (await this.#json(path, {}, within)).body as Row;
  }

  async options(path: string): Promise<Contract> {
    return (await this.#json(path, { method: 'OPTIONS' })).body as Contract;
  }

  /**
   * Writes all of the fields or none. `ifMatch`: the row's ETag; with another one the write is refused. `signal`: its
   * abortion rejects with Unreachable; whether the desk has taken the write is then unknown.
   */
  async patch(path: string, fields: Row, ifMatch?: string, signal?: AbortSignal): Promise<Patched> {
    const headers = { 'content-type': 'application/json', ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) };
    const asked = { method: 'PATCH', headers, body: JSON.stringify(fields) };
    const { answer, body } = await this.#json(path, asked, { signal });
    return {
      row: body as Row,
      isDurable: answer.header('rowdesk-durable') !== 'no',
      revision: Number(answer.header('rowdesk-revision') ?? 0),
    };
  }

  /**
   * Rejects with Refused, or with Unreachable when no desk answers within 10 s. A signal of the caller's
   * replaces the 10 s, and its abortion rejects with the transport's error. The body is the caller's to read.
   */
  async ask(path: string, asked: Partial<Asked>, query = ''): Promise<Answer> {
    if (asked.signal !== undefined) return this.#send(path, { ...asked, signal: asked.signal }, query);
    return this.#limited({}, (signal) => this.#send(path, { ...asked, signal }, query));
  }

  async #send(path: string, asked: Partial<Asked> & Pick<Asked, 'signal'>, query = ''): Promise<Answer> {
    const { method = 'GET', body, signal } = asked;
    const headers = { ...this.#headers, ...asked.headers };
    let answer: Answer;
    try {
      const rest = body === undefined ? { signal } : { body, signal };
      answer = await this.#transport(this.address(path) + query, { method, headers, ...rest });
    } catch (error) {
      throw signal.aborted ? error : this.#unreachable(error as Error);
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    const refused = Refused.of(answer.status, await answer.text());
    if (noDesk.has(answer.status)) throw new Unreachable(refused.message, { cause: refused });
    throw refused;
  }

  async #json(path: string, asked: Partial<Asked>, within: Within = {}): Promise<{ answer: Answer; body: unknown }> {
    const { answer, text } = await this.#limited(within, async (signal) => {
      const answer = await this.#send(path, { ...asked, signal });
      return { answer, text: await answer.text() };
    });
    try {
      return { answer, body: JSON.parse(text) };
    } catch {
      throw new Unreachable(`What answers at ${this.address(path)} is no Rowdesk: its answer is not JSON.`);
    }
  }

  /** Rejects with Unreachable for whatever is no refusal: no answer in time, a connection that breaks in the answer. */
  async #limited<T>({ ms = answerWithinMs, signal }: Within, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController();
    const leave = () => limit.abort(signal?.reason);
    const stop = this.#timing.after(ms, () => limit.abort(new Error(`no answer within ${ms / 1000} s`)));
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    try {
      return await ask(limit.signal);
    } catch (error) {
      const cause = limit.signal.aborted ? limit.signal.reason : error;
      throw cause instanceof Refused || cause instanceof Unreachable ? cause : this.#unreachable(cause as Error);
    } finally {
      stop();
      signal?.removeEventListener('abort', leave);
    }
  }

  #unreachable(cause: Error): Unreachable {
    return new Unreachable(`No Rowdesk at ${this.baseUrl} (${cause.message}).`, { cause });
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
