// What an input from the network receives, and why not: what the subscription is resolved to, and what the device says.
import { type Audio, type DeskReader, isSameJson, type ObservedReader } from 'rowdesk/provider';
import { ownDevice } from './own-devices.ts';
import { rxPath } from './paths.ts';
import type { Resolution } from './resolution.ts';
import { type Rx, type Status, statuses } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface RxReaders {
  readonly audio: Audio;
  readonly subscriptions: Subscriptions;
}

/** Beside the subscription. */
export function rxAt(
  { id, n }: { readonly id: string; readonly n: number },
  { audio, subscriptions }: RxReaders,
  desk: DeskReader,
  observed: ObservedReader,
): Omit<Rx, 'subscription'> {
  const resolution = subscriptions.resolution(id, n, desk, observed);
  const { source, device, stream, label, announced } = resolution;
  const { status, reason } = statusOf(resolution, audio, { id, n }, observed);
  const words = [resolution.reason, reason].filter((each) => each !== '').join(' ');
  return { status, reason: words, device, stream, label, announced, source };
}

function statusOf(
  { source }: Resolution,
  audio: Audio,
  { id, n }: { readonly id: string; readonly n: number },
  observed: ObservedReader,
): { readonly status: Status; readonly reason: string } {
  if (source === null) return { status: 'unresolved', reason: '' };
  const device = ownDevice(audio, id);
  const silent = (reason: string) => ({ status: 'no-signal', reason }) as const;
  if (device?.present !== true) return silent(`${device?.label ?? id} is not there.`);
  const path = rxPath(id, n);
  const taken = observed.read(path, 'source');
  const said = observed.read(path, 'status')?.value;
  const isStatus = statuses.some((each) => each === said);
  const reason = observed.read(path, 'reason')?.value;
  if (taken?.state === 'refused') {
    const words = taken.reason ?? 'The device refuses it.';
    return isStatus && said !== 'connected' ? { status: said as Status, reason: words } : silent(words);
  }
  if (!isSameJson(taken?.value ?? null, source) || !isStatus) return silent('The device has not taken it yet.');
  return { status: said as Status, reason: typeof reason === 'string' ? reason : '' };
}
