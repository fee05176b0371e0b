import { type Audio, type DeskReader, isSameJson, type ObservedReader, type Row, setting } from 'rowdesk/provider';
import { channelNumber, deviceId } from '../contract.ts';
import { ownDevice, rxAddresses } from '../own-devices.ts';
import { boxTarget, rxPath } from '../paths.ts';
import type { Resolution } from '../resolution.ts';
import type { Senders } from '../senders.ts';
import { rx as fields, type Rx, type Status, statuses } from '../subscription.ts';
import type { Subscriptions } from '../subscriptions.ts';

interface RxNeeds {
  readonly audio: Audio;
  readonly senders: Senders;
  readonly subscriptions: Subscriptions;
}

/** An input of the desk from the network: what it shall receive, and what it receives. */
export function rxRow({ audio, senders, subscriptions }: RxNeeds): Row {
  return setting('/netaudio/{id}/rx/{n}', {
    summary: 'An input from the network: the channel that it is subscribed to, and whether that comes',
    params: { id: deviceId, n: channelNumber },
    addresses: rxAddresses(audio),
    fields,
    writable: ['subscription'],
    target: ({ id }) => ({ source: boxTarget(id) }),
    sends: {
      values: ({ id, n }, desk, observed) => ({ source: subscriptions.resolution(id, n, desk, observed).source }),
      watch: (changed) => senders.onChange(changed),
    },
    computed: ({ id, n }, desk, observed) => rxAt({ id, n }, { audio, subscriptions }, desk, observed),
    watch: (_at, changed) => {
      const stops = [audio.onChange(changed), senders.onChange(changed)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
}

/** Beside the subscription. */
export function rxAt(
  { id, n }: { readonly id: string; readonly n: number },
  { audio, subscriptions }: Pick<RxNeeds, 'audio' | 'subscriptions'>,
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
