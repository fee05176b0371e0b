// Closes the outputs while nothing calls the mixer, and opens them when its clock has been steady again. On the way it
// notices what targets show and nobody wrote: what clipped, and what fell silent.
import type { Mixer } from '../../driver.ts';
import type { Time } from '../../services.ts';

const everyMs = 100;
const steadyMs = 1000;
const fadeInMs = 100;

export interface ClockEvents {
  /** At each look: the clock's state, the outputs' or that of a strip may be another than was told. */
  looked(): void;
  /** What targets show changed by itself: something clipped, or other strips are silent. */
  shown(): void;
  /** What calls the mixer can't be computed, in words. */
  refused(reason: string): void;
}

/** Returns what ends the watch. */
export function watchClock(mixer: Mixer, time: Time, { looked, shown, refused }: ClockEvents): () => void {
  let clock: 'running' | 'lost' = 'running';
  let isClosed = false;
  let steadySinceMs = 0;
  let clips = 0;
  let mutes = 0;
  let isRefused = false;
  return time.every(everyMs, () => {
    const state = mixer.state();
    if (state.clock === 'lost' && clock === 'running') {
      mixer.open(false, 0, 'clock');
      isClosed = true;
    } else if (state.clock === 'running' && clock === 'lost') {
      steadySinceMs = time.monotonicMs();
    } else if (isClosed && clock === 'running' && time.monotonicMs() - steadySinceMs >= steadyMs) {
      mixer.open(true, fadeInMs, 'clock');
      isClosed = false;
    }
    clock = state.clock;
    looked();
    if (state.hasNullPointers && !isRefused) refused('it calls the mixer with a null pointer for one of its channels');
    isRefused = state.hasNullPointers ?? false;
    if ((state.clips ?? 0) !== clips || (state.mutes ?? 0) !== mutes) shown();
    clips = state.clips ?? 0;
    mutes = state.mutes ?? 0;
  });
}
