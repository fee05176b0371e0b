// Leases bound to watching. A lease ends when its holder's last event stream closes.
import type { Watcher } from '../rows/definitions.ts';
import type { Holder } from '../services.ts';
import type { Subscription, WatchedRow } from './watched-row.ts';

/** The holder's event streams with the row at this address: its own, and streams that carry it. */
export function streamsOf(rows: Iterable<WatchedRow>, path: string, holder: Holder): readonly Subscription[] {
  return [...rows].flatMap(({ place, subscriptions }) =>
    [...subscriptions].filter(
      ({ watcher, carried }) => isHis(watcher, holder) && (place.path === path || carried.has(path)),
    ),
  );
}

/** A stream of another actor belongs to that actor, also from the same address. */
function isHis(watcher: Watcher, { actor, address }: Holder): boolean {
  const isUnnamed = watcher.address !== '' && watcher.actor === watcher.address;
  return watcher.actor === actor || (isUnnamed && watcher.address === address);
}

/**
 * Calls `dropped` once, when the holder's last stream has ended, including streams opened meanwhile: a page that
 * reconnects keeps its lease. Undefined without a stream. The returned function releases the lease.
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
