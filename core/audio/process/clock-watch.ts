// Closes the outputs while no device calls the mixer, and opens them once its clock has been steady for a second. The same
// look finds observed values that changed without a write: clips, strips that fell silent, and howling.
import type { Time } from '../../services.ts';
import type { CheckedMixer } from './checked-mixer.ts';

const everyMs = 100;
const steadyMs = 1000;
const fadeInMs = 100;

export interface ClockEvents {
  /** At each look: the state of the clock, of the outputs or of a strip may have changed. */
  looked(): void;
  /** Observed values changed by themselves: a strip clipped, other strips are silent, or one howls. */
  shown(): void;
  /** The device calls the mixer in a way that can't be computed; `reason` is a sentence without its subject. */
  refused(reason: string): void;
}

/** The returned function ends the watch. */
export function watchClock(
  mixer: Pick<CheckedMixer, 'state' | 'open'>,
  time: Time,
  { looked, shown, refused }: ClockEvents,
): () => void {
  let clock: 'running' | 'lost' = 'running';
  let isClosed = false;
  let steadySinceMs = 0;
  let clips = 0;
  let mutes = 0;
  let howls = 0;
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
    isRefused = state.hasNullPointers;
    if (state.clips !== clips || state.mutes !== mutes || state.howls !== howls) shown();
    ({ clips, mutes, howls } = state);
  });
}
