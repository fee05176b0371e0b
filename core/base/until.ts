// Waits for a state, by the changes that its sources tell of.
import { type ChangingSource, type Follow, follow } from './follow.ts';
import { grantedOf, type Time } from './time.ts';

export interface UntilOptions {
  /** Whatever the state is made of. */
  readonly sources: readonly (ChangingSource | Follow)[];
  readonly time: Pick<Time, 'after' | 'granted'>;
  /** Of granted time. */
  readonly timeoutMs: number;
  /** Ends the wait as the timeout does. */
  readonly signal?: AbortSignal;
}

/**
 * Asks `holds` now and after each change of a source. Resolves to true in the tick in which it holds, to false after
 * `timeoutMs`; rejects with what `holds` throws. Nothing is followed afterwards.
 */
export function until(holds: () => boolean, { sources, time, timeoutMs, signal }: UntilOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (holds()) {
      resolve(true);
      return;
    }
    const end = (how: () => void) => {
      stopFollowing();
      stopTimer();
      signal?.removeEventListener('abort', giveUp);
      how();
    };
    const giveUp = () => end(() => resolve(false));
    const look = () => {
      try {
        if (holds()) end(() => resolve(true));
      } catch (error) {
        end(() => reject(error));
      }
    };
    const stopFollowing = follow(...sources)(undefined, look);
    const stopTimer = grantedOf(time).after(timeoutMs, giveUp);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
  });
}
