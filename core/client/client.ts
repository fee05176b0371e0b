// A desk as its clients use it: rows that are read, written and watched, and tasks.
import { Listeners } from '../base/listeners.ts';
import type { Contract, Row } from './contract.ts';
import { Unreachable } from './errors.ts';
import { FieldWrites } from './field-writes.ts';
import { Latest } from './latest.ts';
import { type Patched, Requests, type RequestsOptions } from './requests.ts';
import type { Path, RowAt, WrittenAt } from './row-types.ts';
import { type ConnectionStatus, SharedStream } from './shared-stream.ts';
import { silenceMs } from './silence.ts';
import { type RunOptions, runTask } from './task.ts';
import { realTiming, type Timing } from './timing.ts';
import { type RowListener, type Watched, WatchedRows } from './watched-rows.ts';

const usualIntervalMs = 40;
const usualLingerMs = 1000;

export interface ClientOptions extends RequestsOptions {
  /** A watched row is sent at most this often, 20 to 1000 ms, default 40. */
  readonly intervalMs?: number;
  /**
   * After so long without an event the desk is probed, and the connection is lost when no answer comes within a second.
   * For a page that moves faders: 2000, while a row is watched that changes each second. Default: no probe; the connection
   * is lost after 12 s, two missed beats.
   */
  readonly aliveMs?: number;
  /** Rows stay watched for so long after their last subscription, so that a view that follows has them. Default 1000. */
  readonly lingerMs?: number;
  /** Runs what arrives at one time, `batch` of signals for example: a snapshot of many rows is then one change. */
  readonly batch?: (run: () => void) => void;
  /** An error that a listener throws; no other listener misses anything. Default: an uncaught error. */
  readonly listenerError?: (error: unknown) => void;
}

export class Client {
  readonly requests: Requests;
  readonly #timing: Timing;
  readonly #rows: WatchedRows;
  readonly #stream: SharedStream;
  readonly #writes: FieldWrites;
  readonly #statusListeners: Listeners<[ConnectionStatus]>;
  readonly #forgetListeners: Listeners<[path: string]>;
  #status: ConnectionStatus = { state: 'closed', reason: '' };

  /** `url` is the base with `/api`, `http://desk.local:8700/api`. Throws TypeError for one that is none. */
  constructor(url: string, options: ClientOptions = {}) {
    const { intervalMs = usualIntervalMs, aliveMs = silenceMs, lingerMs = usualLingerMs } = options;
    const { timing = realTiming, listenerError = uncaught } = options;
    const batch = guarded(options.batch ?? ((run) => run()), listenerError);
    this.requests = new Requests(url, options);
    this.#timing = timing;
    this.#statusListeners = new Listeners({ note: listenerError }, 'status');
    this.#forgetListeners = new Listeners({ note: listenerError }, 'forget');
    const forgotten = (path: string) => batch(() => this.#forgetListeners.notify(path));
    const targetsChanged = (isFollowed: boolean) => this.#stream.follow(isFollowed);
    this.#rows = new WatchedRows({ timing, lingerMs, targetsChanged, forgotten, listenerError });
    this.#stream = new SharedStream(this.requests, this.#rows, {
      ...{ timing, intervalMs, aliveMs, batch },
      status: (status) => this.#takeStatus(status),
    });
    this.#writes = new FieldWrites((path, fields, signal) => this.#patch(path, fields, undefined, signal), timing);
  }

  /** Rejects, as every request, with Refused or Unreachable. */
  get<P extends Path>(path: P): Promise<RowAt<P>> {
    return this.requests.get(path) as Promise<RowAt<P>>;
  }

  options(path: string): Promise<Contract> {
    return this.requests.options(path);
  }

  /** Writes all of the fields or none. `ifMatch`: the row's ETag; with another one the write is refused. */
  patch<P extends Path>(path: P, fields: WrittenAt<P>, ifMatch?: string): Promise<Patched<RowAt<P>>> {
    return this.#patch(path, fields as Row, ifMatch) as Promise<Patched<RowAt<P>>>;
  }

  /**
   * Writes a field that is being moved: the latest value wins, one request of the field is under way, and at most 30 a
   * second are sent. Resolves, or rejects, with the answer to this value or to a later one. Rejects with Unreachable as
   * soon as the connection of watched rows is lost: no value is sent once the desk is back.
   */
  move<P extends Path, F extends keyof WrittenAt<P> & string>(
    path: P,
    field: F,
    value: WrittenAt<P>[F],
  ): Promise<Patched<RowAt<P>>> {
    const { error } = this.#status;
    if (error instanceof Unreachable) return Promise.reject(error);
    return this.#writes.write(path, field, value) as Promise<Patched<RowAt<P>>>;
  }

  /** True while a value of `move` waits for its answer. */
  isMoving(path: string, field: string): boolean {
    return this.#writes.isPending(path, field);
  }

  /**
   * Runs a task to its end; resolves to its report. Rejects with Refused when the run is refused, and with
   * ReportReplaced when it can't be followed to its end.
   */
  run(path: string, extra: Row = {}, options: RunOptions = {}): Promise<Row> {
    return runTask(path, extra, options, { requests: this.requests, timing: this.#timing });
  }

  /** The row at once, and after each change; a slow consumer gets the newest state only. */
  watch<P extends Path>(path: P): Latest<Watched<RowAt<P>>> {
    return this.watchMany([path]) as Latest<Watched<RowAt<P>>>;
  }

  /** Several rows by their addresses, or by patterns in which a segment `*` stands for any: `/channel/input/*`. */
  watchMany(targets: readonly string[]): Latest<Watched> {
    return new Latest((put) => this.subscribe(targets, (watched) => put(watched.path, watched)));
  }

  /** Calls for each row as it is known, then for each of its changes, until the returned function is called. */
  subscribe(targets: readonly string[], listener: RowListener): () => void {
    return this.#rows.subscribe(targets, listener);
  }

  /** A watched row as last known; undefined before its first state. */
  known<P extends Path>(path: P): Watched<RowAt<P>> | undefined {
    return this.#rows.get(path) as Watched<RowAt<P>> | undefined;
  }

  /**
   * Calls with the path of each row that is watched no more, a second after its last subscription, until the returned
   * function is called. A store that keeps such a row may show it as stale.
   */
  onForget(listener: (path: string) => void): () => void {
    return this.#forgetListeners.add(listener);
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** Calls after each change of the status, until the returned function is called. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    return this.#statusListeners.add(listener);
  }

  /**
   * Calls whenever a lost connection is open again, until the returned function is called: rows follow as snapshots, and
   * what was read once may have changed, contracts too.
   */
  onReconnect(listener: () => void): () => void {
    let wasLost = this.#status.state === 'lost';
    return this.onStatus(({ state }) => {
      if (state === 'open' && wasLost) listener();
      wasLost = state === 'lost';
    });
  }

  /**
   * Tries a lost connection at once, after a login for example, and asks whether the desk of an open one is there. A page
   * does so by itself when it comes to sight or the network comes back.
   */
  reconnect(): void {
    this.#stream.wake();
  }

  /** Ends the connection; rows that are watched are stale from now on. */
  close(): void {
    this.#rows.endLingering();
    this.#stream.close();
  }

  async #patch(path: string, fields: Row, ifMatch?: string, signal?: AbortSignal): Promise<Patched> {
    const patched = await this.requests.patch(path, fields, ifMatch, signal);
    this.#rows.takeAnswer(path, patched.row, patched.revision);
    return patched;
  }

  #takeStatus(status: ConnectionStatus): void {
    if (status.state === this.#status.state && status.reason === this.#status.reason) return;
    this.#status = status;
    if (status.error instanceof Unreachable) this.#writes.giveUp(status.error);
    this.#statusListeners.notify(status);
  }
}

/** What a batch throws at its end is of its listeners; what `run` throws is the caller's. */
function guarded(batch: (run: () => void) => void, listenerError: (error: unknown) => void) {
  return (run: () => void) => {
    let broken: { readonly error: unknown } | undefined;
    try {
      batch(() => {
        try {
          run();
        } catch (error) {
          broken = { error };
        }
      });
    } catch (error) {
      listenerError(error);
    }
    if (broken !== undefined) throw broken.error;
  };
}

function uncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
