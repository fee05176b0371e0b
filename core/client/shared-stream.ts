// One event stream for all watched rows (`/streams/{id}`): a browser opens six connections to a host.
import { Refused } from './errors.ts';
import { type EventSourceMessage, followEvents } from './follow-events.ts';
import type { Requests } from './requests.ts';
import type { Timing } from './timing.ts';
import { isPattern, type WatchedRows } from './watched-rows.ts';

/** The connection of the stream: `closed` while nothing is watched. */
export interface ConnectionStatus {
  readonly state: 'closed' | 'connecting' | 'open' | 'lost';
  /** Why it is lost, in words. */
  readonly reason: string;
}

export interface SharedStreamOptions {
  readonly timing: Timing;
  /** A row is sent at most this often, 20 to 1000 ms. */
  readonly intervalMs: number;
  readonly status: (status: ConnectionStatus) => void;
}

export class SharedStream {
  readonly #requests: Requests;
  readonly #rows: WatchedRows;
  readonly #options: SharedStreamOptions;
  readonly #path = `/streams/${randomId()}`;
  #following: AbortController | undefined;
  #isOpen = false;
  /** Beats since the desk has all targets; undefined until then. */
  #beats: number | undefined;
  /** Addresses without a row, which the desk refuses to follow. */
  readonly #absent = new Set<string>();
  #demand: Promise<void> | undefined;
  #isDemandDue = false;

  constructor(requests: Requests, rows: WatchedRows, options: SharedStreamOptions) {
    this.#requests = requests;
    this.#rows = rows;
    this.#options = options;
  }

  /** The targets of the rows have changed. Connects for the first one, and leaves after the last one. */
  follow(): void {
    if (this.#rows.targets.length === 0) this.close();
    else if (this.#following === undefined) this.#connect();
    else this.#sendDemand();
  }

  close(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.#isOpen = false;
    this.#options.status({ state: 'closed', reason: '' });
  }

  #connect(): void {
    const following = new AbortController();
    this.#following = following;
    this.#options.status({ state: 'connecting', reason: '' });
    const isCurrent = () => this.#following === following;
    void followEvents(this.#requests, this.#path, {
      signal: following.signal,
      timing: this.#options.timing,
      event: (message) => {
        if (isCurrent()) this.#take(message);
      },
      opened: () => {
        if (isCurrent()) this.#open();
      },
      lost: (error) => {
        if (isCurrent()) this.#lose(error.message);
      },
    });
  }

  #open(): void {
    this.#isOpen = true;
    this.#absent.clear();
    this.#options.status({ state: 'open', reason: '' });
    this.#sendDemand();
  }

  #lose(reason: string): void {
    this.#isOpen = false;
    this.#beats = undefined;
    this.#rows.age();
    this.#options.status({ state: 'lost', reason });
  }

  /** The id of an event ends in `-revision`. */
  #take({ event, id = '', data }: EventSourceMessage): void {
    if (event === 'change') {
      const { path, row } = JSON.parse(data);
      this.#rows.take(path, row, Number(id.slice(id.lastIndexOf('-') + 1)));
    } else if (event === 'beat') this.#settle();
  }

  /** A row that there is comes before the second beat. */
  #settle(): void {
    if (this.#beats === undefined || ++this.#beats < 2) return;
    this.#rows.loseStale();
    // A row may have come where there was none.
    if (this.#absent.size === 0) return;
    this.#absent.clear();
    this.#sendDemand();
  }

  /** Once for the changes of a moment, one request at a time. */
  #sendDemand(): void {
    this.#beats = undefined;
    this.#isDemandDue = true;
    this.#demand ??= this.#demanding().finally(() => {
      this.#demand = undefined;
    });
  }

  async #demanding(): Promise<void> {
    await Promise.resolve();
    while (this.#isDemandDue && this.#isOpen) {
      this.#isDemandDue = false;
      const targets = this.#rows.targets.filter((target) => !this.#absent.has(target));
      try {
        await this.#requests.patch(`${this.#path}/demand`, { targets, intervalMs: this.#options.intervalMs });
        this.#beats = this.#isDemandDue ? undefined : 0;
      } catch (error) {
        if (error instanceof Refused) this.#takeRefusal(error);
        // Without an answer the stream breaks too, and demands again once it is open.
      }
    }
  }

  #takeRefusal({ refusal, message }: Refused): void {
    const absent = refusal.errors
      .filter(({ code }) => code === 'unknown-item')
      .map(({ params }) => String(params.target));
    for (const target of absent) {
      this.#absent.add(target);
      if (!isPattern(target)) this.#rows.lose(target);
    }
    if (absent.length > 0) this.#isDemandDue = true;
    else this.#options.status({ state: 'lost', reason: message });
  }
}

/** The id keeps strangers from the stream. In a page without a secure context, crypto has no randomUUID. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
