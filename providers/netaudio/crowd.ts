// What the observer of sessions did not take, as it reports it: announcements with their reasons, and a network with more
// sessions than places, which is a warning.
import {
  type Desk,
  type ObservedReader,
  StandingWarnings,
  stopAll,
  type Warning,
  type Warnings,
} from 'rowdesk/provider';
import { type Crowd, mostListed, type Refused } from './contract.ts';
import { mostSlots, rootPath } from './paths.ts';

type Said = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Said => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The newest first. */
export function refusedIn(observed: ObservedReader): readonly Refused[] {
  const said = observed.read(rootPath, 'refused')?.value;
  const listed: readonly unknown[] = Array.isArray(said) ? said.slice(0, mostListed) : [];
  return listed.flatMap((each): Refused[] => {
    if (!isRecord(each)) return [];
    const { address, via, reason, count, atMs } = each;
    if (typeof address !== 'string' || typeof reason !== 'string' || !isCount(count)) return [];
    if ((via !== 'sap' && via !== 'mdns') || typeof atMs !== 'number' || !(Math.abs(atMs) <= 8.64e15)) return [];
    return [{ address, via, reason, count, lastAt: new Date(atMs).toISOString() }];
  });
}

/** Null: there is a place for each session. */
export function crowdIn(observed: ObservedReader): Crowd | null {
  const said = observed.read(rootPath, 'crowd')?.value;
  if (!isRecord(said)) return null;
  const { address, sessions, without } = said;
  return typeof address === 'string' && isCount(sessions) && isCount(without) ? { address, sessions, without } : null;
}

/** Raises the warning while it holds, until the returned function is called. */
export function watchCrowd({ desk, warnings }: { readonly desk: Desk; readonly warnings: Warnings }): () => void {
  const standing = new StandingWarnings(warnings);
  const look = () => {
    const crowd = crowdIn(desk.observed);
    standing.become(crowd === null ? [] : [warningOf(crowd)]);
  };
  look();
  return stopAll(
    desk.observed.onChange((changes) => {
      if (changes.some(({ path, field }) => path === rootPath && field === 'crowd')) look();
    }),
    () => standing.end(),
  );
}

function warningOf({ address, sessions, without }: Crowd): Omit<Warning, 'since'> {
  const detail =
    `${address} has ${sessions} of the ${mostSlots} places, and ${without} announcements found none or took one of another ` +
    'session. Places are shared by address, and what inputs are subscribed to keeps its own. Look at that sender.';
  return {
    id: 'netaudio-crowd',
    title: 'More sessions are announced than the desk has places for',
    titleCode: { code: 'netaudio-crowd', params: { address, sessions } },
    ...{ detail, severity: 'warning', path: rootPath },
  };
}
