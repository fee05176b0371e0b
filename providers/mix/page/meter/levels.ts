// The levels of all strips, as `/meters` sends them 25 times a second: past the signals and components of the page.
import { effect } from '@preact/signals';
import { client } from '../desk/client.ts';
import { isInSight } from '../desk/visibility.ts';

export interface StripLevel {
  readonly kind: string;
  readonly index: number;
  /** dBFS, one per leg. */
  readonly preDb: readonly number[];
  readonly postDb: readonly number[];
  /** What the processors take away, 0 or less. */
  readonly grDb: number;
}

/** Levels that are older say nothing of now. */
const staleMs = 1000;

/**
 * Calls with the levels as they come, and with none once they are stale, until the returned function is called. A page
 * that is hidden asks for no levels.
 */
export function followLevels(take: (levels: readonly StripLevel[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cameMs = 0;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    take([]);
  };
  const look = () => {
    const leftMs = cameMs + staleMs - performance.now();
    if (leftMs <= 0) clear();
    else timer = setTimeout(look, leftMs);
  };
  const stopFollowing = effect(() => {
    if (!isInSight.value) return;
    const stop = client.subscribe(['/meters'], ({ row, life }) => {
      if (life !== 'live') return clear();
      cameMs = performance.now();
      timer ??= setTimeout(look, staleMs);
      take(row.levels as readonly StripLevel[]);
    });
    return () => {
      stop();
      clear();
    };
  });
  return () => {
    stopFollowing();
    clearTimeout(timer);
  };
}
