// Closes the outputs while nothing calls the mixer, and opens them when its clock has been steady again. On the way it
// notices what clipped.
import type { Mixer } from '../driver.ts';
import type { Time } from '../services.ts';

const everyMs = 100;
const steadyMs = 1000;
const fadeInMs = 100;

export interface ClockEvents {
  /** At each look: the clock's state, the outputs' or that of a strip may be another than was told. */
  looked(): void;
  clipped(): void;
}

/** Returns what ends the watch. */
export function watchClock(mixer: Mixer, time: Time, { looked, clipped }: ClockEvents): () => void {
  let clock: 'running' | 'lost' = 'running';
  let isClosed = false;
  let steadySinceMs = 0;
  let clips = 0;
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
    if (state.clips !== undefined && state.clips !== clips) clipped();
    clips = state.clips ?? 0;
  });
}
