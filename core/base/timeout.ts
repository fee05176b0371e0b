// Waits for a promise of a provider for a limited time.
import { grantedOf, type Time } from './time.ts';

/** The time limit for a provider's own end when the desk ends, in milliseconds. */
export const endMs = 3_000;

/** Options of a wait. */
export interface Waiting {
  /** Makes the error of the timeout; default: an Error in words. */
  readonly late?: () => Error;
  /** Receives a function that cancels the timeout, so that the promise alone decides. */
  readonly begun?: (giveUp: () => void) => void;
}

/** Resolves or rejects with the promise; after `ms` of granted time it rejects, and the result of the promise is ignored. */
export function withTimeout<T>(
  promise: Promise<T>,
  ms: number,
  time: Pick<Time, 'after' | 'granted'>,
  { late = () => new Error(`it took more than ${ms} ms and was left to itself`), begun }: Waiting = {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stopWaiting = grantedOf(time).after(ms, () => reject(late()));
    begun?.(stopWaiting);
    promise.then(resolve, reject).finally(stopWaiting);
  });
}
