// A desk as its clients use it: rows that are read, written and watched, and tasks.
import type { Contract, Row } from './contract.ts';
import { FieldWrites } from './field-writes.ts';
import { Latest } from './latest.ts';
import { type Patched, Requests, type RequestsOptions } from './requests.ts';
import type { Path, RowAt, WrittenAt } from './row-types.ts';
import { type ConnectionStatus, SharedStream } from './shared-stream.ts';
import { type RunOptions, runTask } from './task.ts';
import { realTiming, type Timing } from './timing.ts';
import { type RowListener, type Watched, WatchedRows } from './watched-rows.ts';

const usualIntervalMs = 40;

export interface ClientOptions extends RequestsOptions {
  /** A watched row is sent at most this often, 20 to 1000 ms, default 40. */
  readonly intervalMs?: number;
  readonly timing?: Timing;
}

export class Client {
  readonly requests: Requests;
  readonly #timing: Timing;
  readonly #rows: WatchedRows;
  readonly #stream: SharedStream;
  readonly #writes: FieldWrites;
  readonly #statusListeners = new Set<(status: ConnectionStatus) => void>();
  #status: ConnectionStatus = { state: 'closed', reason: '' };

  /** `url` is the base with `/api`, `http://desk.local:8700/api`. Throws TypeError for one that is none. */
  constructor(url: string, options: ClientOptions = {}) {
    const { intervalMs = usualIntervalMs, timing = realTiming } = options;
    this.requests = new Requests(url, options);
    this.#timing = timing;
    this.#rows = new WatchedRows(() => this.#stream.follow());
    this.#stream = new SharedStream(this.requests, this.#rows, {
      ...{ timing, intervalMs },
      status: (status) => this.#takeStatus(status),
    });
    this.#writes = new FieldWrites((path, fields) => this.#patch(path, fields), timing);
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
   * second are sent. Resolves, or rejects, with the answer to this value or to a later one.
   */
  move<P extends Path, F extends keyof WrittenAt<P> & string>(
    path: P,
    field: F,
    value: WrittenAt<P>[F],
  ): Promise<Patched<RowAt<P>>> {
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

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** Calls after each change of the status, until the returned function is called. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    const own = (status: ConnectionStatus) => listener(status);
    this.#statusListeners.add(own);
    return () => this.#statusListeners.delete(own);
  }

  /** Ends the connection; rows that are watched change no more. */
  close(): void {
    this.#stream.close();
  }

  async #patch(path: string, fields: Row, ifMatch?: string): Promise<Patched> {
    const patched = await this.requests.patch(path, fields, ifMatch);
    this.#rows.takeAnswer(path, patched.row, patched.revision);
    return patched;
  }

  #takeStatus(status: ConnectionStatus): void {
    if (status.state === this.#status.state && status.reason === this.#status.reason) return;
    this.#status = status;
    for (const listener of [...this.#statusListeners]) listener(status);
  }
}
