// Waiting for what a provider promised, no longer than anyone wants to wait.
import type { Time } from './time.ts';

/** How long a provider's own end may take when the desk ends, in milliseconds. */
export const endMs = 3_000;

/** How a wait differs from others. */
export interface Waiting {
  /** What it rejects with when the time is over; Error in words unless given. */
  readonly late?: () => Error;
  /** Gets what ends the timeout, so that the promise alone decides. */
  readonly begun?: (giveUp: () => void) => void;
}

/** Resolves or rejects with the promise; after `ms` it rejects, and the promise is left to itself. */
export function withTimeout<T>(
  promise: Promise<T>,
  ms: number,
  time: Pick<Time, 'after'>,
  { late = () => new Error(`it took more than ${ms} ms and was left to itself`), begun }: Waiting = {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stopWaiting = time.after(ms, () => reject(late()));
    begun?.(stopWaiting);
    promise.then(resolve, reject).finally(stopWaiting);
  });
}
