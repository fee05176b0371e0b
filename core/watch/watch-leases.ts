// Leases bound to watching. A lease ends when its holder's last event stream closes.
import type { Watcher } from '../rows/definitions.ts';
import type { Lease, LeaseHolder } from '../services.ts';
import type { Subscription, WatchedRow } from './watched-row.ts';

/** The holder's event streams with the row at this address: its own, and streams that multiplex it. */
export function streamsOf(rows: Iterable<WatchedRow>, path: string, holder: LeaseHolder): readonly Subscription[] {
  return [...rows].flatMap(({ place, subscriptions }) =>
    [...subscriptions].filter(
      ({ watcher, multiplexed }) => isOf(holder, watcher) && (place.path === path || multiplexed.has(path)),
    ),
  );
}

/** A stream of another actor belongs to that actor, also from the same address. */
function isOf({ actor, address }: LeaseHolder, watcher: Watcher): boolean {
  const isUnnamed = watcher.address !== '' && watcher.actor === watcher.address;
  return watcher.actor === actor || (isUnnamed && watcher.address === address);
}

/**
 * Calls `ended` once, when the holder's last stream has ended, including streams opened meanwhile: a page that
 * reconnects keeps its lease. Undefined without a stream.
 */
export function takeLease(
  streams: () => readonly Pick<Subscription, 'endListeners'>[],
  ended: () => void,
): Lease | undefined {
  let followed: readonly Pick<Subscription, 'endListeners'>[] = [];
  const release = () => {
    for (const { endListeners } of followed) endListeners.delete(look);
  };
  const look = () => {
    release();
    followed = streams();
    for (const { endListeners } of followed) endListeners.add(look);
    if (followed.length === 0) ended();
  };
  if (streams().length === 0) return undefined;
  look();
  return { release };
}
