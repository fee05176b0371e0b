// Who holds something for as long as he watches: it falls when his stream ends.
import type { Subscription, WatchedRow } from './watched-row.ts';

/** The event streams on which this actor gets the row at this address: its own, and those that carry it. */
export function streamsOf(rows: Iterable<WatchedRow>, path: string, actor: string): readonly Subscription[] {
  return [...rows].flatMap(({ place, subscriptions }) =>
    [...subscriptions].filter(
      ({ watcher, carried }) => watcher.actor === actor && (place.path === path || carried.has(path)),
    ),
  );
}

/** Calls `dropped` once, at the end of the first of these streams; undefined where there are none. The result gives it up. */
export function holdBy(streams: readonly Pick<Subscription, 'ended'>[], dropped: () => void): (() => void) | undefined {
  if (streams.length === 0) return undefined;
  const giveUp = () => {
    for (const { ended } of streams) ended.delete(drop);
  };
  const drop = () => {
    giveUp();
    dropped();
  };
  for (const { ended } of streams) ended.add(drop);
  return giveUp;
}
