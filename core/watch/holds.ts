// Who holds something for as long as he watches: it falls when his last stream has ended.
import type { Watcher } from '../rows/definitions.ts';
import type { Holder } from '../services.ts';
import type { Subscription, WatchedRow } from './watched-row.ts';

/** The event streams on which he gets the row at this address: its own, and those that carry it. */
export function streamsOf(rows: Iterable<WatchedRow>, path: string, holder: Holder): readonly Subscription[] {
  return [...rows].flatMap(({ place, subscriptions }) =>
    [...subscriptions].filter(
      ({ watcher, carried }) => isHis(watcher, holder) && (place.path === path || carried.has(path)),
    ),
  );
}

/** A stream that names another actor is another's, also from the same address. */
function isHis(watcher: Watcher, { actor, address }: Holder): boolean {
  const isUnnamed = watcher.address !== '' && watcher.actor === watcher.address;
  return watcher.actor === actor || (isUnnamed && watcher.address === address);
}

/**
 * Calls `dropped` once, when the last of his streams has ended, also of those that came meanwhile: a page that connects
 * again keeps what it holds. Undefined where there are none. The result gives it up.
 */
export function holdBy(
  streams: () => readonly Pick<Subscription, 'ended'>[],
  dropped: () => void,
): (() => void) | undefined {
  let held: readonly Pick<Subscription, 'ended'>[] = [];
  const giveUp = () => {
    for (const { ended } of held) ended.delete(look);
  };
  const look = () => {
    giveUp();
    held = streams();
    for (const { ended } of held) ended.add(look);
    if (held.length === 0) dropped();
  };
  if (streams().length === 0) return undefined;
  look();
  return giveUp;
}
