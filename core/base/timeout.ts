// Waiting for what a provider promised, no longer than anyone wants to wait.
import type { Time } from './time.ts';

/** How long a provider's own end may take when the desk ends, in milliseconds. */
export const endMs = 3_000;

/** Resolves or rejects with the promise; after `ms` rejects with Error in words: the promise is left to itself. */
export function withTimeout<T>(promise: Promise<T>, ms: number, time: Pick<Time, 'after'>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stopWaiting = time.after(ms, () => reject(new Error(`it took more than ${ms} ms and was left to itself`)));
    promise.then(resolve, reject).finally(stopWaiting);
  });
}
