// The levels of all strips, as `/meters` sends them 25 times a second: past the signals and components of the page.
import { client } from '../desk/client.ts';

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
  let stop: (() => void) | undefined;
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
  const follow = () => {
    if (document.hidden) {
      stop?.();
      stop = undefined;
      clear();
      return;
    }
    stop ??= client.subscribe(['/meters'], ({ row, life }) => {
      if (life !== 'live') return clear();
      cameMs = performance.now();
      timer ??= setTimeout(look, staleMs);
      take(row.levels as readonly StripLevel[]);
    });
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    clearTimeout(timer);
    stop?.();
  };
}
