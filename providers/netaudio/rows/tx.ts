import { type Addresses, type Audio, type LiveFields, liveSetting, type Row, stopAll } from 'rowdesk/provider';
import { channelNumber, deviceId } from '../contract.ts';
import { type ChannelAt, numbers, onShape, outputsOf, ownDevice, ownDevices } from '../own-devices.ts';
import type { Senders } from '../senders.ts';
import { ownTx, senderTx } from '../subscription.ts';
import { streamWith, type Transmitting } from '../transmitting.ts';

const mostRows = 512;
const own: LiveFields = { fields: ownTx, writable: ['label'] };
const others: LiveFields = { fields: senderTx, writable: [] };
const nowhere = { stream: '', streamId: '', channel: 0 };

interface TxNeeds {
  readonly audio: Audio;
  readonly senders: Senders;
  readonly transmitting: Transmitting;
}

/** A channel that is sent: by the desk, or by a device of others. */
export function txRow({ audio, senders, transmitting }: TxNeeds): Row {
  return liveSetting('/netaudio/{id}/tx/{n}', {
    summary: 'A channel that is sent: what it is called, and which stream carries it',
    params: { id: deviceId, n: channelNumber },
    addresses: txAddresses(audio, senders),
    fields: ({ id }) => (ownDevice(audio, id) === undefined ? others : own),
    computed: ({ id, n }, desk) => {
      if (ownDevice(audio, id) === undefined) {
        const sender = senders.get(id);
        const channel = sender?.channels[n - 1];
        if (sender === undefined || channel === undefined) return { label: '', ...nowhere };
        const { streamName, stream } = channel;
        return { label: sender.callOf(channel), stream: streamName, streamId: stream.id, channel: channel.n };
      }
      const carried = streamWith(id, n, desk);
      const place = carried
        ? { stream: carried.stream.name, streamId: carried.stream.id, channel: carried.channel }
        : nowhere;
      return { announcedLabel: transmitting.labelOf(id, n, desk), ...place };
    },
    watch: (_at, changed) => stopAll(transmitting.onChange(changed), senders.onChange(changed)),
  });
}

function txAddresses(audio: Audio, senders: Senders): Addresses<ChannelAt> {
  const countOf = (id: string) => {
    const device = ownDevice(audio, id);
    return device ? outputsOf(device) : Math.min(mostRows, senders.get(id)?.channels.length ?? 0);
  };
  const ids = () => [...ownDevices(audio), ...senders.list()].map(({ id }) => id);
  return {
    has: ({ id, n }) => n >= 1 && n <= countOf(id),
    list: () => ids().flatMap((id) => numbers(countOf(id)).map((n) => ({ id, n }))),
    watch: (changed) => stopAll(onShape(audio, changed), senders.onChange(changed)),
  };
}
