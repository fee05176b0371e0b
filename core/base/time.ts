import { type Token, token } from './token.ts';

/** Time, injected: epoch milliseconds, a monotonic clock, and timers. */
export interface Time {
  now(): number;
  monotonicMs(): number;
  every(ms: number, run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
  /** Resolves after `ms`, or as soon as `signal` is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** For verdicts. Without it the clock alone judges: `grantedOf`. */
  readonly granted?: GrantedTime;
}
export const Time: Token<Time> = token<Time>('core.time');

/**
 * Time without the waiting for a processor: a machine with too much to do is no fault of what runs on it. What loops, or
 * sleeps in a call, is granted all of it.
 */
export interface GrantedTime extends Pick<Time, 'monotonicMs' | 'after'> {
  /** The clock that leaves out the waiting of that process as well; its id may change, and is 0 for none. */
  with(processId: () => number): GrantedTime;
  /** Called where a verdict was near, and so much of the time before it was waiting. */
  onStarved(listener: (waitedMs: number, ofMs: number) => void): () => void;
  starved(waitedMs: number, ofMs: number): void;
}

/** The clock that a time limit for a verdict goes by. */
export function grantedOf<T extends Pick<Time, 'granted'>>(time: T): GrantedTime | T {
  return time.granted ?? time;
}

/** Makes the `sleep` of a Time from its timers. */
export function sleepBy(after: Time['after']): Time['sleep'] {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const wake = () => {
        stopTimer();
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const stopTimer = after(ms, wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
}
