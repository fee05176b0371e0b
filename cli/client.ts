// The service over HTTP, with its refusals and its absence as faults in words.
import type { Problem } from '../core/rows/refusals.ts';
import { CommandFault } from './fault.ts';

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

export class Client {
  readonly baseUrl: string;

  /** `url` is the base with `/api`, as `start` prints it. */
  constructor(url: string) {
    if (!URL.canParse(url)) throw new CommandFault('usage', `--url: ${url} is not an address like ${defaultUrl}`);
    this.baseUrl = url.replace(/\/+$/, '');
  }

  /** The address of a row given as `/channel/input/1`, with or without the leading slash or `/api`. */
  address(path: string): string {
    const bare = path.replace(/^\/*(api(?=\/|$))?\/*/, '');
    return `${this.baseUrl}/${bare.split('/').map(encodeOnce).join('/')}`;
  }

  async get(path: string): Promise<Row> {
    return (await this.ask('GET', path)) as Row;
  }

  async options(path: string): Promise<Contract> {
    return (await this.ask('OPTIONS', path)) as Contract;
  }

  /** The row after the write, and whether it is on the disk. */
  async patch(path: string, body: Row, ifMatch?: string): Promise<{ row: Row; durable: boolean }> {
    const headers = { 'content-type': 'application/json', ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) };
    const response = await this.fetch(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
    return { row: (await json(response)) as Row, durable: response.headers.get('rowdesk-durable') !== 'no' };
  }

  private async ask(method: string, path: string): Promise<unknown> {
    return json(await this.fetch(path, { method }));
  }

  /** Rejects with CommandFault: refused for 4XX and 5XX, unreachable when nobody answers in time or it is starting. */
  async fetch(path: string, init: RequestInit, query = ''): Promise<Response> {
    const signal = init.signal ?? AbortSignal.timeout(answerWithinMs);
    let response: Response;
    try {
      response = await fetch(this.address(path) + query, { redirect: 'error', ...init, signal });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw unreachable(this.baseUrl, error);
    }
    if (response.status === 503) throw new CommandFault('unreachable', await refusalText(response));
    if (!response.ok) throw new CommandFault('refused', await refusalText(response));
    return response;
  }
}

/** Encodes what a segment of an address may not hold, and leaves escapes that are there. */
function encodeOnce(segment: string): string {
  return encodeURIComponent(segment).replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new CommandFault('unreachable', `What answers at ${response.url} is no Rowdesk: its answer is not JSON.`);
  }
}

function unreachable(url: string, error: unknown): CommandFault {
  const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } };
  const why = name === 'TimeoutError' ? `no answer within ${answerWithinMs / 1000} s` : (cause?.message ?? message);
  return new CommandFault('unreachable', `No Rowdesk at ${url} (${why || cause?.code}). Start one: rowdesk start`);
}

/** The words of a refusal, with a line for each refused field. */
async function refusalText(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    const head = `Refused (${response.status} ${problem.code ?? ''}): ${problem.detail ?? problem.title ?? ''}`;
    return [head, ...(problem.errors ?? []).map(({ field, message }) => `  ${field}: ${message}`)].join('\n');
  } catch {
    return `Refused (${response.status}): ${text.slice(0, 500)}`;
  }
}
