// Which handler answers which request. Polka finds the handler of what is no row; what Polka 0.5 lacks is owned here: a
// handler that throws or rejects is an answer (else it ends the process), HEAD, 405 with Allow, and the guards before
// everything.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import polka, { type Middleware, type Polka, type Request } from 'polka';
import { apiPath } from '../base/api-path.ts';
import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import type { RequestGuards } from '../guards/request-guards.ts';
import type { Log, Time } from '../services.ts';
import type { AccessAnswers } from './access-answers.ts';
import type { Admittance } from './admittance.ts';
import { Exchange } from './exchange.ts';
import type { FileAnswers } from './file-answers.ts';
import { wantsPage } from './negotiation.ts';
import { Pipelining } from './pipelining.ts';
import { queryOf, refuseQuery } from './query.ts';
import { methodNotAllowed, type RowAnswers } from './row-answers.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** What is there to answer with; `answers` is undefined until the rows are there. */
export interface Serving {
  readonly guards: RequestGuards;
  readonly answers: RowAnswers | undefined;
  /** Files of providers, where no row is. */
  readonly files?: FileAnswers;
  /** Keys and links, while the desk has keys. */
  readonly access?: AccessAnswers;
  /** The OpenAPI description as JSON. */
  readonly openapi: () => string;
}

const description = `${apiPath}/openapi.json`;
/** What is no row below the base of rows, as polka compares paths: it overlooks a slash at the end. */
const noRows: readonly string[] = [`${apiPath}/`, description, `${description}/`];

type Handler = (exchange: Exchange, answers: RowAnswers) => void | Promise<void>;
/** For a route, and for what no route matches. */
type Guarded = Middleware & ((request: Request, response: ServerResponse) => void);

export interface RoutesNeeds {
  readonly log: Log;
  readonly time: Time;
  readonly admittance: Admittance;
}

export class Routes {
  readonly #serving: () => Serving;
  readonly #admittance: Admittance;
  readonly #faults: Faults;
  readonly #app: Polka;
  readonly #underWay = new Set<Promise<void>>();
  readonly #waiting: WaitingRequests;
  readonly #notWritten = this.#route(({ request }) => {
    throw methodNotAllowed(request.method as string, ['GET', 'HEAD']);
  });
  /** The server stops: answers close their connections. */
  isClosing = false;

  constructor(server: Server, serving: () => Serving, { log, time, admittance }: RoutesNeeds) {
    this.#serving = serving;
    this.#admittance = admittance;
    this.#waiting = new WaitingRequests(time);
    this.#faults = new Faults(log);
    const other = this.#route((exchange, answers) => answers.other(exchange));
    this.#app = polka({ server, onNoMatch: other });
    this.read(description, (exchange) => {
      const { path } = exchange.request;
      // Polka overlooks a slash at the end; here it makes another path.
      if (path !== description) throw new Refusal('unknown-row', `There is nothing at ${path}.`, { path });
      refuseQuery(queryOf(exchange.request));
      exchange.json(serving().openapi());
    });
    // The registry finds the row: literals go before parameters there, and its parameters have schemas.
    const ofRows = new Map(
      (['get', 'head', 'options', 'patch'] as const).map((method) => [
        method.toUpperCase(),
        this.#route((exchange, answers) => answers[method](exchange)),
      ]),
    );
    const ofFiles = this.#route((exchange) => serving().files?.answer(exchange));
    const ofAccess = this.#route((exchange) => serving().access?.answer(exchange), 'all');
    const handle = (request: Request, response: ServerResponse): void => {
      const { url, method } = request as { readonly url: string; readonly method: string };
      const query = url.indexOf('?');
      const path = query < 0 ? url : url.slice(0, query);
      // Polka would split and compare the path of every row in vain.
      if (!path.startsWith(`${apiPath}/`) || noRows.includes(path)) {
        this.#app.handler(request, response);
        return;
      }
      request.path = path;
      request.search = query < 0 ? null : url.slice(query);
      if (serving().files?.has(path)) ofFiles(request, response);
      else if (serving().access?.has(path)) ofAccess(request, response);
      else (ofRows.get(method) ?? other)(request, response);
    };
    const turns = new Pipelining();
    const takes = (request: Request, response: ServerResponse) => {
      if (serving().answers === undefined) this.#wait(request, response, () => handle(request, response));
      else handle(request, response);
    };
    const answer = (request: IncomingMessage, response: ServerResponse) =>
      turns.take(request.socket, response, () => takes(request as Request, response));
    server.on('request', answer);
    // An expectation that we don't know may be ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', answer);
  }

  /**
   * `handle` answers GET and HEAD of this path, before a later pattern; other methods are refused. `isOpen`: without a look
   * at keys, unless it calls `admit` of the exchange.
   */
  read(path: string, handle: (exchange: Exchange) => void | Promise<void>, isOpen = false): void {
    const answer = this.#route(handle, isOpen ? 'none' : 'reading');
    this.#app.get(path, answer).head(path, answer);
    this.#app.options(path, this.#notWritten).patch(path, this.#notWritten).all(path, this.#notWritten);
  }

  /** The number of requests that wait for the rows. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The rows are there: answers what waits for them. */
  begin(): void {
    this.#waiting.answer();
  }

  /** Nothing that waits for the rows is answered any more. */
  end(): void {
    this.#waiting.close();
  }

  /** Resolves when all pending requests are answered. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** A handler behind the guards that never throws. `keys`: whose requests come to it, of a desk with keys. */
  #route(handle: Handler, keys: 'reading' | 'all' | 'none' = 'reading'): Guarded {
    const guarded = (request: Request, response: ServerResponse): void => {
      const exchange = new Exchange(request, response, this.isClosing);
      try {
        const { guards, answers } = this.#serving();
        exchange.trustedOrigin = guards.check(request);
        if (keys === 'none') exchange.admit = () => this.#admittance.admit(exchange);
        else if (this.#admittance.isPreflight(exchange)) {
          exchange.takesKeys = true;
          exchange.json('{}');
          return;
        } else this.#admittance.admit(exchange, keys === 'all');
        const answered = handle(exchange, answers as RowAnswers);
        if (answered !== undefined) this.#follow(answered, exchange);
      } catch (error) {
        this.#refuse(error, exchange);
      }
    };
    return guarded as unknown as Guarded;
  }

  /** Before the rows are there: what the guards refuse and a browser at `/` get their answer, all else waits. */
  #wait(request: Request, response: ServerResponse, run: () => void): void {
    const exchange = new Exchange(request, response, this.isClosing);
    try {
      this.#serving().guards.check(request);
      if (this.isClosing) request.socket.destroy();
      else if (opensTheDesk(request)) exchange.starting();
      else this.#waiting.add(request.socket, response, run);
    } catch (error) {
      this.#refuse(error, exchange);
    }
  }

  #follow(answered: Promise<void>, exchange: Exchange): void {
    const done = () => {
      this.#underWay.delete(settled);
    };
    const settled = answered.then(done, (error: unknown) => {
      done();
      this.#refuse(error, exchange);
    });
    this.#underWay.add(settled);
  }

  #refuse(error: unknown, exchange: Exchange): void {
    const { request, response } = exchange;
    if (response.headersSent || response.destroyed) return;
    const where = `${request.method} ${request.url}`;
    try {
      exchange.problem(this.#faults.refusal(error, where));
    } catch (cause) {
      // A refusal whose params can't be written as JSON.
      exchange.problem(this.#faults.refusal(cause, where));
    }
  }
}

/** Whether a browser opens the first page. */
function opensTheDesk({ method, url = '', headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /^\/(\?|$)/.test(url) && wantsPage(headers.accept);
}
