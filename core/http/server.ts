// The HTTP server: listens at once, has requests wait until the rows answer, stops in order.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Access } from '../access/access.ts';
import { Refusal } from '../base/refusals.ts';
import { Hosts } from '../guards/hosts.ts';
import { RequestGuards } from '../guards/request-guards.ts';
import type { FilePlace } from '../rows/file-place.ts';
import type { Log, Perf, Time } from '../services.ts';
import { AccessAnswers } from './access-answers.ts';
import { Admittance } from './admittance.ts';
import { Connections, IdleSockets } from './connections.ts';
import { FileAnswers } from './file-answers.ts';
import { Home, homes } from './home.ts';
import { LateRequests } from './late-requests.ts';
import type { HttpLimits } from './limits.ts';
import type { ProvidedPage } from './provided-page.ts';
import { WriteRates } from './rates.ts';
import { answerClientError, respondRaw } from './raw-response.ts';
import { Routes, type Serving } from './routes.ts';
import { RowAnswers } from './row-answers.ts';
import type { RowApi } from './row-api.ts';
import { longestWaitMs } from './waiting-requests.ts';
import { Watchers } from './watchers.ts';

export interface HttpOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly limits: HttpLimits;
  readonly hostNames: readonly string[];
  readonly trustedOrigins: readonly string[];
  /** Changes with each start; part of every event id. */
  readonly epoch: string;
  readonly time: Time;
  readonly log: Log;
  readonly access: Access;
  readonly perf?: Perf;
}

/** Timeout of pending answers when the service stops. */
const closeMs = 2_000;

export class HttpServer {
  readonly #options: HttpOptions;
  readonly #server: Server;
  readonly #routes: Routes;
  readonly #watchers: Watchers;
  readonly #rates: WriteRates;
  readonly #silent: IdleSockets;
  readonly #stopFollowing: () => void;
  #serving: Serving | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: HttpOptions) {
    const { limits, time } = options;
    this.#options = options;
    this.#watchers = new Watchers(options);
    this.#rates = new WriteRates(limits.writesPerSecond, limits.writesBurst, time);
    this.#server = createServer({
      headersTimeout: limits.headersMs,
      // A body is read when the rows are there.
      requestTimeout: longestWaitMs + limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: limits.headerBytes,
      // The guards count Host fields themselves, and say what is wrong.
      requireHostHeader: false,
    });
    // headerBytes is the bound. A bound by count would silently drop fields: a second Host, an Origin.
    this.#server.maxHeadersCount = 0;
    const connections = new Connections(limits.connections, limits.connectionsPerAddress);
    this.#server.on('connection', (socket: Socket) => connections.admit(socket));
    this.#silent = new IdleSockets(this.#server);
    const late = new LateRequests(this.#server, time, limits.requestMs);
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') answerClientError(error, socket);
      else late.judge(socket as Socket, () => answerClientError(error, socket));
    });
    this.#server.on('connect', (_request, socket) =>
      respondRaw(new Refusal('absolute-form', 'This desk is no proxy'), socket),
    );
    const { access, log } = options;
    const admittance = new Admittance(access);
    this.#routes = new Routes(this.#server, () => this.#serving as Serving, { log, time, admittance });
    this.#stopFollowing = access.onChange(() => {
      admittance.open.end((permit) => access.holds(permit));
      // They began when every client could do all.
      if (access.isOn) this.#watchers.endUnpermitted();
    });
  }

  /** The number of open event streams. */
  get watchers(): number {
    return this.#watchers.size;
  }

  /** The number of requests that wait for the rows. */
  get waiting(): number {
    return this.#routes.waiting;
  }

  /** Rejects with the error of node:net if it can't listen on the address. */
  async listen(): Promise<AddressInfo> {
    const { host, port, hostNames, trustedOrigins, limits } = this.#options;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    const address = this.#server.address() as AddressInfo;
    this.#options.access.listensAt(address.port);
    const guards = new RequestGuards(new Hosts(address.port, hostNames), trustedOrigins, limits.urlLength);
    this.#serving = { guards, answers: undefined, openapi: () => '{}' };
    return address;
  }

  /**
   * Starts to answer rows. `describe` gives the OpenAPI description, at the first request for it; `summary` the
   * sentences of the first page. Browsers that ask for `/` go to the first of `pages`. `places` have files.
   */
  serve(
    rows: RowApi,
    describe: (hasKeys: boolean) => object,
    summary: () => readonly string[] = () => [],
    pages: readonly ProvidedPage[] = [],
    places: readonly FilePlace[] = [],
  ): void {
    const { limits, time, perf, access } = this.#options;
    const descriptions = new Map<boolean, string>();
    this.#serving = {
      guards: (this.#serving as Serving).guards,
      answers: new RowAnswers(rows, this.#watchers, this.#rates, limits, time, perf),
      files: new FileAnswers({ places, rates: this.#rates, limits, time }),
      access: new AccessAnswers({ access, rates: this.#rates, limits }),
      openapi: () => {
        const description = descriptions.get(access.isOn) ?? JSON.stringify(describe(access.isOn));
        descriptions.set(access.isOn, description);
        return description;
      },
    };
    const home = new Home(rows, pages, summary);
    for (const path of homes) this.#routes.read(path, (exchange) => home.answer(exchange), true);
    for (const page of pages) {
      for (const path of [page.path, `${page.path}/*`])
        this.#routes.read(path, (exchange) => page.answer(exchange), true);
    }
    this.#server.requestTimeout = limits.requestMs;
    this.#routes.begin();
  }

  /** Sends `bye` to watchers, answers pending requests, and takes no more. Later calls get the promise of the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#rates.stop();
    this.#stopFollowing();
    this.#routes.isClosing = true;
    this.#routes.end();
    this.#watchers.close();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#silent.close();
    const giveUp = this.#options.time.after(closeMs, () => this.#server.closeAllConnections());
    await Promise.race([closed, this.#routes.settled()]);
    this.#server.closeIdleConnections();
    await closed;
    giveUp();
  }
}
