import { type Addresses, type Audio, type Change, type Desk, Refusal, type Row, task } from 'rowdesk/provider';
import { deviceId } from '../contract.ts';
import { type DeviceAt, inputsOf, numbers, onShape, ownDevice, ownDevices } from '../own-devices.ts';
import { rxPath } from '../paths.ts';
import type { Channel, Sender } from '../sender.ts';
import type { Senders } from '../senders.ts';
import { subscribe as extra, type Subscription } from '../subscription.ts';

interface SubscribeNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly senders: Senders;
}

/** `/netaudio/{id}/subscribe` T: inputs in a row to channels in a row, in one commit, or to none. */
export function subscribeRow({ audio, desk, senders }: SubscribeNeeds): Row {
  return task('/netaudio/{id}/subscribe', {
    summary: 'Subscribes inputs in a row to channels in a row of one stream, in one commit',
    continuous: false,
    params: { id: deviceId },
    addresses: ownAddresses(audio),
    extra,
    run: async ({ id }, order, { actor, progress }) => {
      const { txDevice = '', stream = '', firstChannel = 1, firstRx = 1, count = 1 } = order;
      const inputs = inputsOf(ownDevice(audio, id));
      if (firstRx + count - 1 > inputs) {
        const words = `Inputs ${firstRx} to ${firstRx + count - 1} are asked for, and ${id} has ${inputs}.`;
        throw new Refusal('conflict', words, { reason: 'no-such-input', most: inputs });
      }
      const wanted = txDevice === '' ? undefined : channelsFor(senders, { txDevice, stream, firstChannel, count });
      const changes = numbers(count).map((place): Change => {
        const value = wanted?.[place - 1] ?? { txDevice: '', txChannelLabel: '' };
        return { path: rxPath(id, firstRx + place - 1), field: 'subscription', value };
      });
      progress(0, count, 'writing');
      const label = txDevice === '' ? `Subscriptions of ${id} ended` : `${id} subscribed to ${txDevice}`;
      const { durable } = await desk.commit({ actor, label, changes, apart: true });
      progress(count, count, 'written');
      return { outcome: 'applied', subscribed: wanted?.map(({ txChannelLabel }) => txChannelLabel) ?? [], durable };
    },
  });
}

interface Wanted {
  readonly txDevice: string;
  readonly stream: string;
  readonly firstChannel: number;
  readonly count: number;
}

/** Throws a refusal with what there is. */
function channelsFor(senders: Senders, wanted: Wanted): readonly Subscription[] {
  const { txDevice, stream, firstChannel, count } = wanted;
  const found = senders.called(txDevice);
  const [sender] = found;
  if (sender === undefined) {
    const names = senders.list().map(({ id }) => id);
    throw notFound(`No device called ${txDevice} is announced.`, 'no-such-device', names);
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id);
    throw notFound(
      `${found.length} devices are called ${txDevice}: name one by its id, ${ids.join(' or ')}.`,
      'two-devices',
      ids,
    );
  }
  const channels = channelsOfStream(sender, stream);
  if (firstChannel + count - 1 > channels.length) {
    const words = `Channels ${firstChannel} to ${firstChannel + count - 1} are asked for, and ${channels[0]?.streamName ?? stream} has ${channels.length}.`;
    throw new Refusal('conflict', words, { reason: 'no-such-channel', most: channels.length });
  }
  return channels
    .slice(firstChannel - 1, firstChannel - 1 + count)
    .map((channel) => ({ txDevice: sender.id, txChannelLabel: sender.callOf(channel) }));
}

function channelsOfStream(sender: Sender, name: string): readonly Channel[] {
  const streams = [...new Set(sender.channels.map(({ stream }) => stream))];
  const nameOf = (stream: Channel['stream']) =>
    sender.channels.find((each) => each.stream === stream)?.streamName ?? '';
  const fitting = name === '' ? streams : streams.filter((stream) => nameOf(stream) === name);
  const names = streams.map(nameOf);
  if (fitting.length === 1) return sender.channels.filter(({ stream }) => stream === fitting[0]);
  const words =
    fitting.length === 0
      ? `${sender.name} has no stream called ${name}.`
      : name === ''
        ? `${sender.name} has ${streams.length} streams: name one.`
        : `${sender.name} has ${fitting.length} streams called ${name}: subscribe each input by itself.`;
  throw notFound(words, fitting.length === 0 ? 'no-such-stream' : 'two-streams', names);
}

const mostNamed = 16;
const notFound = (words: string, reason: string, there: readonly string[]) =>
  new Refusal('conflict', words, { reason, there: there.slice(0, mostNamed) });

function ownAddresses(audio: Audio): Addresses<DeviceAt> {
  return {
    has: ({ id }) => ownDevice(audio, id) !== undefined,
    list: () => ownDevices(audio).map(({ id }) => ({ id })),
    watch: (changed) => onShape(audio, changed),
  };
}
