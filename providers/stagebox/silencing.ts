// Phantom and pad are switched while nobody hears the socket (rows.md, "Phantom and pad"): mute, confirm, switch, wait,
// unmute. The mixer holds what the host names under a lease, which ends by itself should the host die.
import type { Audio, Time } from 'rowdesk/provider';
import { inputAt } from './sockets.ts';

/** The fade of the mixer, and a few blocks more for the way there. */
const fadeMs = 30;
/** A mixer that doesn't say so in time is not waited for any longer. */
const confirmedWithinMs = 500;
const lookEveryMs = 10;
/** Should nobody end the lease. */
const longestHoldMs = 10_000;

export class Silencing {
  readonly #audio: Audio;
  readonly #time: Time;
  readonly #name: string;
  #count = 0;

  constructor(audio: Audio, time: Time) {
    this.#audio = audio;
    this.#time = time;
    this.#name = `${time.now()}`;
  }

  /**
   * Resolves when no strip hears these sockets any more. Its answer, given how long they are unfit for sound, opens the
   * strips then. Rejects where no mixer can hold them: nothing plays them then.
   */
  async silence(paths: readonly string[]): Promise<(settlingMs: number) => void> {
    const sources = paths.flatMap((path) => inputAt(path, this.#audio.boxes)?.portId || []);
    if (sources.length === 0) return () => {};
    const lease = `${this.#name}-${++this.#count}`;
    const hold = (forMs: number) => this.#audio.call('mixer', 'holdSources', { lease, sources, forMs });
    const until = this.#time.monotonicMs() + confirmedWithinMs;
    let { closed } = await hold(longestHoldMs);
    while (closed !== true && this.#time.monotonicMs() < until) {
      await this.#time.sleep(lookEveryMs);
      ({ closed } = await hold(longestHoldMs));
    }
    await this.#time.sleep(fadeMs);
    return (settlingMs) => {
      hold(settlingMs).catch(() => {}); // without a mixer nothing is held
    };
  }
}
