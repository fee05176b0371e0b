// What a client has sent to it at a rhythm, 50 ms or a multiple of it: values of addresses, or meters.

export const tickMs = 50;
/** The slowest rhythm that the protocol has. */
const mostTicks = 99;

export interface Stream {
  endsMs: number;
  /** Sends each so many ticks. */
  readonly ticks: number;
  send(): void;
}

/** A time factor: 0 and 1 are each tick. */
export const ticksOf = (factor: unknown): number =>
  typeof factor === 'number' ? Math.min(mostTicks, Math.max(1, Math.round(factor))) : 1;

/** Ticks while there is something to send. */
export class Ticker {
  readonly #streams: () => Iterable<Stream>;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(streams: () => Iterable<Stream>) {
    this.#streams = streams;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#run(), tickMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.#count += 1;
    let isIdle = true;
    for (const stream of this.#streams()) {
      isIdle = false;
      if (this.#count % stream.ticks === 0) stream.send();
    }
    if (isIdle) this.stop();
  }
}
