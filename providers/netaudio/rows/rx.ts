import { follow, type Row, setting } from 'rowdesk/provider';
import { channelNumber, deviceId } from '../contract.ts';
import { rxAddresses } from '../own-devices.ts';
import { boxTarget } from '../paths.ts';
import { type RxReaders, rxAt } from '../rx-state.ts';
import type { Senders } from '../senders.ts';
import { rx as fields } from '../subscription.ts';

interface RxNeeds extends RxReaders {
  readonly senders: Senders;
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
    watch: follow(audio, senders),
  });
}
