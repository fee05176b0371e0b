// The life signs of an open connection. One that is dead may stay open: a desk that hangs, a cable that is pulled.
import { Unreachable } from './errors.ts';
import type { Timing } from './timing.ts';

/** The desk sends a beat every 5 s: after two missed ones the connection is dead. */
export const silenceMs = 12_000;

export interface SilenceOptions {
  readonly timing: Timing;
  /** After so long without a sign the desk is probed. */
  readonly aliveMs: number;
  /** Rejects when the desk does not answer. */
  readonly probe: () => Promise<unknown>;
  readonly dead: (error: Error) => void;
}

export class Silence {
  readonly #options: SilenceOptions;
  #heardMs: number;
  #isProbing = false;
  #isOver = false;
  #stopWaiting: () => void = () => {};

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#heardMs = options.timing.nowMs();
    this.#wait(Math.min(options.aliveMs, silenceMs));
  }

  /** A piece has arrived. */
  heard(): void {
    this.#heardMs = this.#options.timing.nowMs();
  }

  /** Probes now, after a sleep for example. */
  check(): void {
    if (this.#isOver || this.#isProbing) return;
    this.#isProbing = true;
    const askedMs = this.#options.timing.nowMs();
    this.#options.probe().then(
      () => {
        this.#isProbing = false;
      },
      (error) => {
        this.#isProbing = false;
        if (this.#heardMs <= askedMs) this.#die(error as Error);
      },
    );
  }

  stop(): void {
    this.#isOver = true;
    this.#stopWaiting();
  }

  #wait(ms: number): void {
    this.#stopWaiting = this.#options.timing.after(ms, () => this.#look());
  }

  #look(): void {
    const { timing, aliveMs } = this.#options;
    const quietMs = timing.nowMs() - this.#heardMs;
    if (quietMs >= silenceMs) {
      this.#die(new Unreachable(`No sign of life for ${silenceMs / 1000} s.`));
      return;
    }
    if (quietMs >= aliveMs) this.check();
    // Until the next probe, or until the silence is over.
    this.#wait(Math.min(quietMs < aliveMs ? aliveMs - quietMs : aliveMs, silenceMs - quietMs));
  }

  #die(error: Error): void {
    if (this.#isOver) return;
    this.stop();
    this.#options.dead(error);
  }
}
