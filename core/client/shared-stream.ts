// One event stream for all watched rows (`/streams/{id}`): a browser opens six connections to a host.
import { Refused, Unreachable } from './errors.ts';
import { type EventSourceMessage, followEvents } from './follow-events.ts';
import type { Requests } from './requests.ts';
import type { Timing } from './timing.ts';
import { isPattern, type WatchedRows } from './watched-rows.ts';

/** The connection of the stream: `closed` while nothing is watched. */
export interface ConnectionStatus {
  readonly state: 'closed' | 'connecting' | 'open' | 'lost';
  /** Why it is lost, in words. */
  readonly reason: string;
  /** Why it is lost: Refused, with status 401 or 403 where a login or a right is missing, or Unreachable. */
  readonly error?: Error;
}

/** A row that there is comes before the second beat. */
const snapshotBeats = 2;
/** What stays absent is asked for ever more seldom, at last each half minute: a demand names all that is followed. */
const mostAbsentBeats = 6;

/** A probe has no answer after so long: the desk is away. */
const probeMs = 1000;

export interface SharedStreamOptions {
  readonly timing: Timing;
  /** A row is sent at most this often, 20 to 1000 ms. */
  readonly intervalMs: number;
  /** After so long without an event the desk is probed. */
  readonly aliveMs: number;
  /** Runs what changes at one time. */
  readonly batch: (run: () => void) => void;
  readonly status: (status: ConnectionStatus) => void;
}

export class SharedStream {
  readonly #requests: Requests;
  readonly #rows: WatchedRows;
  readonly #options: SharedStreamOptions;
  readonly #path = `/streams/${randomId()}`;
  #following: AbortController | undefined;
  /** Ends the connection that is open, with an error. */
  #end: ((error: Error) => void) | undefined;
  /** What the desk has taken on this connection; undefined before. */
  #demanded: string | undefined;
  /** What the desk was last asked for on this connection. */
  #asked: ReadonlySet<string> = new Set();
  /** Of those, what has been forgotten here since: the desk, which still follows it, would not send it anew. */
  readonly #forgotten = new Set<string>();
  readonly #wakers = new Set<() => void>();
  #stopWaking: (() => void) | undefined;
  /** Beats since the desk has all targets; undefined until then. */
  #beats: number | undefined;
  /** Addresses without a row, which the desk refuses to follow. */
  readonly #absent = new Set<string>();
  /** They are asked for again after so many beats. */
  #absentBeats = snapshotBeats;
  #demand: Promise<void> | undefined;
  #isDemandDue = false;

  constructor(requests: Requests, rows: WatchedRows, options: SharedStreamOptions) {
    this.#requests = requests;
    this.#rows = rows;
    this.#options = options;
  }

  /** The targets of the rows have changed. Connects once there is a subscription, and leaves after the last one. */
  follow(isSubscribed: boolean): void {
    const there = new Set(this.#rows.targets);
    for (const target of this.#asked) if (!there.has(target)) this.#forgotten.add(target);
    this.#absentBeats = snapshotBeats;
    if (there.size === 0) this.close();
    else if (this.#following !== undefined) this.#sendDemand();
    else if (isSubscribed) this.#connect();
  }

  /** Tries a lost connection at once, and probes an open one. */
  wake(): void {
    for (const call of [...this.#wakers]) call();
  }

  close(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.#stopWaking?.();
    this.#lose({ state: 'closed', reason: '' });
  }

  #connect(): void {
    const following = new AbortController();
    const { timing, batch, aliveMs } = this.#options;
    this.#following = following;
    this.#stopWaking = timing.onWake?.(() => this.wake());
    this.#options.status({ state: 'connecting', reason: '' });
    const isCurrent = () => this.#following === following;
    void followEvents(this.#requests, this.#path, {
      ...{ signal: following.signal, timing, batch },
      event: (message) => {
        if (isCurrent()) this.#take(message);
      },
      opened: (end) => {
        if (isCurrent()) this.#open(end);
      },
      lost: (error) => {
        if (isCurrent()) this.#lose({ state: 'lost', reason: error.message, error });
      },
      alive: { ms: aliveMs, probe: () => this.#probe() },
      onWake: (call) => {
        this.#wakers.add(call);
        return () => this.#wakers.delete(call);
      },
    });
  }

  /** Rejects when the desk does not answer, or is another one than this connection's. */
  async #probe(): Promise<void> {
    const demanded = this.#demanded;
    try {
      const { targets } = await this.#requests.get(`${this.#path}/demand`, { ms: probeMs });
      const isForgotten = Array.isArray(targets) && targets.length === 0;
      if (isForgotten && demanded) throw new Unreachable('The desk was started anew.');
    } catch (error) {
      // What refuses is there.
      if (!(error instanceof Refused)) throw error;
    }
  }

  #open(end: (error: Error) => void): void {
    this.#end = end;
    this.#demanded = undefined;
    this.#asked = new Set();
    this.#forgotten.clear();
    this.#absent.clear();
    this.#absentBeats = snapshotBeats;
    this.#options.status({ state: 'open', reason: '' });
    this.#sendDemand();
  }

  #lose(status: ConnectionStatus): void {
    this.#end = undefined;
    this.#beats = undefined;
    this.#options.batch(() => this.#rows.age());
    this.#options.status(status);
  }

  /** The id of an event ends in `-revision`. */
  #take({ event, id = '', data }: EventSourceMessage): void {
    if (event === 'change') {
      const { path, row } = JSON.parse(data);
      this.#rows.take(path, row, Number(id.slice(id.lastIndexOf('-') + 1)));
    } else if (event === 'beat') this.#settle();
  }

  #settle(): void {
    if (this.#beats === undefined || ++this.#beats < snapshotBeats) return;
    this.#rows.loseStale();
    // A row may have come where there was none.
    if (this.#absent.size === 0 || this.#beats < this.#absentBeats) return;
    this.#absentBeats = Math.min(mostAbsentBeats, this.#absentBeats + snapshotBeats);
    this.#absent.clear();
    this.#sendDemand();
  }

  /** Once for the changes of a moment, one request at a time. */
  #sendDemand(): void {
    this.#isDemandDue = true;
    this.#demand ??= this.#demanding().finally(() => {
      this.#demand = undefined;
    });
  }

  async #demanding(): Promise<void> {
    await Promise.resolve();
    while (this.#isDemandDue && this.#end !== undefined) {
      this.#isDemandDue = false;
      const end = this.#end;
      const targets = this.#nextTargets();
      const demanded = targets.join('\n');
      if (demanded === this.#demanded) {
        this.#told(targets);
        this.#beats ??= 0;
        continue;
      }
      this.#beats = undefined;
      try {
        this.#asked = new Set([...this.#asked, ...targets]);
        await this.#requests.patch(`${this.#path}/demand`, { targets, intervalMs: this.#options.intervalMs });
        if (end !== this.#end) continue;
        this.#told(targets);
        this.#demanded = demanded;
        this.#beats = 0;
      } catch (error) {
        if (!(error instanceof Refused && this.#leaveOut(error, targets))) end(error as Error);
      }
    }
  }

  /** The desk follows these, and no others. */
  #told(targets: readonly string[]): void {
    this.#asked = new Set(targets);
    for (const target of [...this.#forgotten]) if (!this.#asked.has(target)) this.#forgotten.delete(target);
  }

  /** What is forgotten goes in a demand of its own before others come: they may be the same rows again. */
  #nextTargets(): readonly string[] {
    const targets = this.#rows.targets.filter((target) => !this.#absent.has(target));
    const isComing = targets.some((target) => !this.#asked.has(target) || this.#forgotten.has(target));
    if (this.#forgotten.size === 0 || !isComing) return targets;
    this.#isDemandDue = true;
    return targets.filter((target) => this.#asked.has(target) && !this.#forgotten.has(target));
  }

  /** True when the desk refuses single targets: they are left out from now on, until it may have them. */
  #leaveOut({ refusal }: Refused, targets: readonly string[]): boolean {
    const absent = targets.filter((target) => refusal.errors.some(({ params }) => params?.target === target));
    for (const target of absent) {
      this.#absent.add(target);
      if (!isPattern(target)) this.#rows.lose(target);
    }
    if (absent.length > 0) this.#isDemandDue = true;
    return absent.length > 0;
  }
}

/** The id keeps strangers from the stream. In a page without a secure context, crypto has no randomUUID. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
