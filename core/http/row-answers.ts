// Answers of rows to each method, behind the guards. Exceptions become problem answers.

import type { IncomingMessage } from 'node:http';
import { apiPath } from '../base/api-path.ts';
import { Refusal } from '../base/refusals.ts';
import type { EncodedRow, Written } from '../service/service.ts';
import type { Perf, Time } from '../services.ts';
import { readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import { queryOf, refuseQuery, wantsWatch } from './query.ts';
import type { WriteRates } from './rates.ts';
import { plainAddress } from './remote-address.ts';
import type { RowApi } from './row-api.ts';
import type { Watchers } from './watchers.ts';

export class RowAnswers {
  readonly #rows: RowApi;
  readonly #watchers: Watchers;
  readonly #rates: WriteRates;
  readonly #limits: HttpLimits;
  readonly #time: Time;
  readonly #perf: Perf | undefined;

  constructor(rows: RowApi, watchers: Watchers, rates: WriteRates, limits: HttpLimits, time: Time, perf?: Perf) {
    this.#rows = rows;
    this.#watchers = watchers;
    this.#rates = rates;
    this.#limits = limits;
    this.#time = time;
    this.#perf = perf;
  }

  get(exchange: Exchange): void | Promise<void> {
    const path = rowPath(exchange);
    if (wantsWatch(queryOf(exchange.request))) {
      const { request, permit } = exchange;
      return this.#watchers.begin(exchange, this.#rows, path, {
        actor: actorOf(exchange),
        address: addressOf(request),
        ...(permit === undefined ? {} : { permit }),
      });
    }
    const answer = this.#rows.open(path).read();
    // Most rows are synchronous: no promise, no extra turn.
    return answer instanceof Promise ? answer.then((row) => sendRow(exchange, row)) : sendRow(exchange, answer);
  }

  /** As GET without the body (Node omits it); begins no watch. */
  head(exchange: Exchange): void | Promise<void> {
    if (!wantsWatch(queryOf(exchange.request))) return this.get(exchange);
    this.#rows.open(rowPath(exchange));
    exchange.beginStream();
    exchange.response.end();
  }

  options(exchange: Exchange): void {
    wantsWatch(queryOf(exchange.request));
    const contract = this.#rows.open(rowPath(exchange)).options(exchange.permit);
    const extra = ['Allow', contract.methods.join(', ')];
    if (contract.methods.includes('PATCH')) extra.push('Accept-Patch', 'application/json');
    exchange.json(JSON.stringify(contract), extra);
  }

  async patch(exchange: Exchange): Promise<void> {
    const startedMs = this.#time.monotonicMs();
    const { request, permit } = exchange;
    refuseQuery(queryOf(request));
    const path = rowPath(exchange);
    const address = addressOf(request);
    this.#rates.admit(address);
    const row = this.#rows.open(path);
    const { methods } = row;
    if (!methods.includes('PATCH')) throw methodNotAllowed('PATCH', methods);
    row.refuseUnlessWritable(permit);
    const mostBytes = row.takesLargeBody ? this.#limits.largeBodyBytes : this.#limits.bodyBytes;
    const body = await readBody(request, mostBytes, this.#limits);
    const ifMatch = request.headers['if-match'];
    sendWritten(exchange, await row.patch(body, { actor: actorOf(exchange), address, ifMatch, permit }));
    this.#perf?.record('PATCH', this.#time.monotonicMs() - startedMs);
  }

  /** Methods other than GET, HEAD, OPTIONS and PATCH. */
  other(exchange: Exchange): never {
    const { methods } = this.#rows.open(rowPath(exchange));
    throw methodNotAllowed(exchange.request.method as string, methods);
  }
}

/** What follows `/api`, as the client sent it. Throws refusal `unknown-row` for what lies outside. */
function rowPath({ request }: Exchange): string {
  const { path } = request;
  if (path.startsWith(`${apiPath}/`)) return path.slice(apiPath.length);
  throw new Refusal('unknown-row', `There is nothing at ${path}; rows are below ${apiPath}`);
}

function sendRow(exchange: Exchange, { row, json, etag }: EncodedRow): void {
  exchange.json(json ?? JSON.stringify(row), etag === undefined ? [] : ['ETag', etag]);
}

function sendWritten(exchange: Exchange, { row, etag, revision, durable }: Written): void {
  const extra: string[] = [];
  if (etag !== undefined) extra.push('ETag', etag);
  extra.push('Rowdesk-Revision', String(revision));
  if (!durable) extra.push('Rowdesk-Durable', 'no');
  exchange.json(JSON.stringify(row), extra);
}

export function methodNotAllowed(method: string, allow: readonly string[]): Refusal {
  return new Refusal('method-not-allowed', `The row answers ${allow.join(', ')}, not ${method}`, { allow });
}

const printable = /^[^\p{C}]{1,64}$/u;

function addressOf(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress);
}

/**
 * The actor of a request, for the history: the name of its key; on a desk without keys header `Rowdesk-Actor`, at most 64
 * printable characters (UTF-8), else the remote address, which is a name and no proof. A part of the desk names those that
 * it writes for behind its own name.
 */
function actorOf({ request, permit }: Exchange): string {
  if (permit === undefined) return namedActor(request);
  if (permit.name === '') return `anonymous ${addressOf(request)}`;
  const named = permit.name.includes(':') ? namedActor(request) : '';
  return named.startsWith(`${permit.name} `) ? named : permit.name;
}

function namedActor(request: IncomingMessage): string {
  const header = request.headers['rowdesk-actor'];
  if (typeof header === 'string') {
    // Node reads header bytes as Latin-1.
    const name = Buffer.from(header, 'latin1').toString('utf8').trim();
    if (printable.test(name)) return name;
  }
  return addressOf(request);
}
