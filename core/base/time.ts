import { type Token, token } from './token.ts';

/** Time, injected: epoch milliseconds, a monotonic clock, and timers. */
export interface Time {
  now(): number;
  monotonicMs(): number;
  every(ms: number, run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
  /** Resolves after `ms`, or as soon as `signal` is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
export const Time: Token<Time> = token<Time>('core.time');

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
