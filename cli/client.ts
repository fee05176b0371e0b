// The service over HTTP, with its refusals and its absence as faults in words.
import type { Problem } from '../core/base/refusals.ts';
import { CommandError } from './command-error.ts';
import { type Answer, ask, type RequestOptions } from './http.ts';

export const defaultUrl = 'http://127.0.0.1:8700/api';
const answerWithinMs = 10_000;

export type Row = Readonly<Record<string, unknown>>;

/** The answer to OPTIONS: DESIGN 6. */
export interface Contract {
  readonly template: string;
  readonly path: string;
  readonly methods: readonly string[];
  readonly watchable: boolean;
  readonly onDemand: boolean;
  readonly continuous: boolean;
  readonly task: boolean;
  readonly cancellable?: boolean;
  readonly fields: Readonly<Record<string, FieldContract>>;
  readonly version?: string | number;
}
/** JSON Schema words, and whether the field is written or only read. */
export type FieldContract = { readonly access: 'rw' | 'ro' } & Readonly<Record<string, unknown>>;

export interface Patched {
  readonly row: Row;
  readonly isDurable: boolean;
  readonly revision: number;
}

export class Client {
  readonly baseUrl: string;

  /** `url` is the base with `/api`, as `start` prints it. */
  constructor(url: string) {
    if (!URL.canParse(url)) throw new CommandError('usage', `--url: ${url} is not an address like ${defaultUrl}`);
    this.baseUrl = url.replace(/\/+$/, '');
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

  /** The row after the write, whether it is on the disk, and the desk's revision that holds it. */
  async patch(path: string, body: Row, ifMatch?: string): Promise<Patched> {
    const headers = { 'content-type': 'application/json', ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) };
    const answer = await this.ask(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
    return {
      row: (await json(answer, this.address(path))) as Row,
      isDurable: answer.header('rowdesk-durable') !== 'no',
      revision: Number(answer.header('rowdesk-revision') ?? 0),
    };
  }

  async #read(method: string, path: string): Promise<unknown> {
    return json(await this.ask(path, { method }), this.address(path));
  }

  /**
   * Rejects with CommandError: refused for 4XX and 5XX, unreachable when nobody answers in time or it is starting. With a
   * signal of its own it waits for as long as that lets it.
   */
  async ask(path: string, asked: Partial<RequestOptions>, query = ''): Promise<Answer> {
    const signal = asked.signal ?? AbortSignal.timeout(answerWithinMs);
    let answer: Answer;
    try {
      answer = await ask(this.address(path) + query, { ...asked, signal });
    } catch (error) {
      if (asked.signal?.aborted) throw error;
      throw unreachable(this.baseUrl, signal.aborted ? undefined : (error as Error));
    }
    if (answer.isOk) return answer;
    throw new CommandError(answer.status === 503 ? 'unreachable' : 'refused', await refusalText(answer));
  }
}

/** Encodes what a segment of an address may not hold, and leaves escapes that are there. */
function encodeOnce(segment: string): string {
  return encodeURIComponent(segment).replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}

async function json(answer: Answer, url: string): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError('unreachable', `What answers at ${url} is no Rowdesk: its answer is not JSON.`);
  }
}

function unreachable(url: string, error: Error | undefined): CommandError {
  const why = error === undefined ? `no answer within ${answerWithinMs / 1000} s` : error.message;
  return new CommandError('unreachable', `No Rowdesk at ${url} (${why}). Start one: rowdesk start`);
}

/** The words of a refusal, with a line for each refused field. */
async function refusalText(answer: Answer): Promise<string> {
  const text = await answer.text();
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    const head = `Refused (${answer.status} ${problem.code ?? ''}): ${problem.detail ?? problem.title ?? ''}`;
    // A single fault is the detail.
    const errors = (problem.errors ?? []).filter(({ message }) => message !== problem.detail);
    return [head, ...errors.map(({ field, message }) => `  ${field}: ${message}`)].join('\n');
  } catch {
    return `Refused (${answer.status}): ${text.slice(0, 500)}`;
  }
}
