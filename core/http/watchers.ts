// All event streams of the service: their bounds, their beat, and their end.

import { stopAll } from '../base/follow.ts';
import { Refusal } from '../base/refusals.ts';
import type { Watcher } from '../rows/definitions.ts';
import type { Permit } from '../rows/permit.ts';
import type { Log, Time } from '../services.ts';
import { Admission } from './admission.ts';
import { EventStream } from './events.ts';
import type { Exchange } from './exchange.ts';
import { beatFrame, byeFrame, Frames, retryLine } from './frames.ts';
import type { HttpLimits } from './limits.ts';
import type { RowApi } from './row-api.ts';
import { SharedTurns } from './shared-turns.ts';

const beatMs = 5_000;
const sweepMs = 1_000;

export interface WatchersOptions {
  readonly epoch: string;
  readonly time: Time;
  readonly log: Log;
  readonly limits: HttpLimits;
  /** 0 to 1; spreads the clients' reconnects. */
  readonly random?: () => number;
}

export class Watchers {
  readonly #options: WatchersOptions;
  readonly #frames: Frames;
  readonly #turns = new SharedTurns();
  readonly #streams = new Map<EventStream, Permit | undefined>();
  readonly #admission: Admission;
  /** While there are streams. */
  #stopTimers: (() => void) | undefined;
  #revision: () => number = () => 0;

  constructor(options: WatchersOptions) {
    this.#options = options;
    this.#frames = new Frames(options.epoch);
    const { watchers, watchersPerAddress } = options.limits;
    this.#admission = new Admission({ most: watchers, mostPerAddress: watchersPerAddress });
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Answers with the event stream of a row. Throws Refusal before any answer. */
  begin(exchange: Exchange, rows: RowApi, path: string, watcher: Watcher): void {
    const { address, permit } = watcher;
    this.#revision = () => rows.revision;
    const leave = this.#enter(address);
    const { watcherBytes } = this.#options.limits;
    const stream = new EventStream(exchange.response, this.#frames, this.#turns, watcherBytes);
    let stop: () => void;
    try {
      stop = rows.open(path).watch(stream, watcher);
    } catch (refusal) {
      leave();
      throw refusal;
    }
    this.#streams.set(stream, permit);
    this.#stopTimers ??= this.#startTimers();
    exchange.response.once('close', () => {
      this.#streams.delete(stream);
      this.#turns.leave(stream);
      if (stream.wasLetGo) this.#options.log.info({ path, address }, 'a watcher that did not read was let go');
      if (this.#streams.size === 0) this.#endTimers();
      leave();
      stop();
    });
    exchange.beginStream();
    stream.open(retryLine((this.#options.random ?? Math.random)()));
  }

  /** Sends `bye` to all. */
  close(): void {
    this.#endTimers();
    this.#end(() => true);
  }

  /** Sends `bye` to the watchers that came before the desk had keys: they come back with one, or not at all. */
  endUnpermitted(): void {
    this.#end((permit) => permit === undefined);
  }

  #end(isEnding: (permit: Permit | undefined) => boolean): void {
    const bye = byeFrame(this.#revision());
    for (const [stream, permit] of this.#streams) if (isEnding(permit)) stream.end(bye);
  }

  /** Counts a watcher until the returned function is called. Throws refusal `too-many-watchers`. */
  #enter(address: string): () => void {
    const full = this.#admission.fullFor(address);
    if (full !== undefined) throw tooMany(`${full.maximum} watchers ${full.whose}`, full.maximum);
    return this.#admission.enter(address);
  }

  #startTimers(): () => void {
    const { time } = this.#options;
    return stopAll(
      time.every(beatMs, () => this.#beat()),
      time.every(sweepMs, () => this.#letGoStalled()),
    );
  }

  #endTimers(): void {
    this.#stopTimers?.();
    this.#stopTimers = undefined;
  }

  #beat(): void {
    const beat = beatFrame(this.#revision());
    for (const stream of this.#streams.keys()) stream.note(beat);
  }

  #letGoStalled(): void {
    const { time, limits } = this.#options;
    const now = time.monotonicMs();
    for (const stream of this.#streams.keys()) stream.letGoIfStalled(now, limits.watcherStalledMs);
  }
}

function tooMany(most: string, maximum: number): Refusal {
  const detail = `There may be ${most} at most`;
  return new Refusal('too-many-watchers', detail, { maximum, retryAfterS: 1 });
}
