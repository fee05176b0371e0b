import {
  type Audio,
  type DeskReader,
  type Device,
  type Fields,
  type LiveFields,
  liveSetting,
  type ObservedReader,
  type Row,
  stopAll,
} from 'rowdesk/provider';
import type { AbsentSender, AbsentSenders } from '../absent-senders.ts';
import { deviceId, mostListed, own, ownSettings, sender as senderFields, streamsListed } from '../contract.ts';
import { factsOfAbsent, factsOfOwn, factsOfSender } from '../device-facts.ts';
import { networkOf } from '../network.ts';
import { deviceAddresses, ownDevice } from '../own-devices.ts';
import { boxTarget, devicePath, networkTarget } from '../paths.ts';
import { type Sender, streamNameOf } from '../sender.ts';
import type { Senders } from '../senders.ts';
import { speakerOf } from '../session.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { type Transmitting, transmittedBy } from '../transmitting.ts';

const settings = Object.keys(ownSettings);
const ownFields: LiveFields = { fields: own, writable: settings };
const others: LiveFields = { fields: senderFields, writable: [] };

interface DeviceNeeds {
  readonly absent: AbsentSenders;
  readonly audio: Audio;
  readonly senders: Senders;
  readonly subscriptions: Subscriptions;
  readonly transmitting: Transmitting;
}

/** A device of network audio: what the desk sends and how it receives, or what a device of others announces. */
export function deviceRow({ absent, audio, senders, subscriptions, transmitting }: DeviceNeeds): Row {
  return liveSetting('/netaudio/{id}', {
    summary: 'A device of network audio: its streams, and how it goes',
    // Counters, each second.
    atMostEveryMs: 500,
    params: { id: deviceId },
    addresses: deviceAddresses(audio, senders, absent),
    fields: ({ id }) => (ownDevice(audio, id) === undefined ? others : ownFields),
    computed: ({ id }, desk, observed): Fields => {
      const device = ownDevice(audio, id);
      if (device !== undefined) {
        return { ...ofOwn(device, { audio, transmitting }, desk, observed), kept: subscriptions.sessionsOf(id, desk) };
      }
      const sender = senders.get(id);
      const away = sender === undefined ? absent.get(id, desk) : undefined;
      const found = sender ? ofSender(sender, desk, observed) : away && ofAbsent(away);
      if (found === undefined) return {};
      const seen = senders.seen(sender ?? (away as AbsentSender));
      const inputs = absent.subscribedTo(id, desk).map(({ id, n, subscription: { txChannelLabel } }) => {
        return { id, n, txChannelLabel };
      });
      return { ...found, firstSeenAt: at(seen?.firstMs), lastSeenAt: at(seen?.lastMs), subscriptions: inputs };
    },
    watch: (_at, changed) =>
      stopAll(
        ...[audio.onChange(changed), senders.onSeen(changed), absent.onChange(changed)],
        ...[transmitting.onChange(changed), subscriptions.onSessions(changed)],
      ),
    target: ({ id }) => {
      if (ownDevice(audio, id) === undefined) return undefined;
      const ofBox = [...settings, 'network'].map((field) => [field, boxTarget(id)]);
      return { ...Object.fromEntries(ofBox), announced: networkTarget, kept: networkTarget };
    },
    sends: {
      values: ({ id }, desk, observed) => {
        if (ownDevice(audio, id) === undefined) return {};
        const announced = transmitting.announcements(id, desk, observed);
        const kept = subscriptions.sessionsOf(id, desk);
        return { network: networkOf(desk, observed), kept, ...(announced && { announced }) };
      },
      watch: (changed) => stopAll(transmitting.onChange(changed), subscriptions.onSessions(changed)),
    },
    // Of the network that the desk is in, and in no show.
    life: 'site',
  });
}

function ofOwn(
  device: Device,
  { audio, transmitting }: Pick<DeviceNeeds, 'audio' | 'transmitting'>,
  desk: DeskReader,
  observed: ObservedReader,
): Fields {
  const path = devicePath(device.id);
  const value = (field: string) => observed.read(path, field)?.value;
  const listed = (field: string) => (Array.isArray(value(field)) ? value(field) : []);
  const refused = settings.flatMap((field) => {
    const reading = observed.read(path, field);
    return reading?.state === 'refused' ? [`${field}: ${reading.reason}`] : [];
  });
  return {
    ...factsOfOwn(device, audio, desk, observed),
    problem: [device.away ?? '', ...refused].filter((words) => words !== '').join('; '),
    received: listed('received'),
    transmitted: transmittedBy(device.id, observed),
    mediaClock: value('mediaClock') ?? null,
    network: networkOf(desk, observed),
    announced: transmitting.announcements(device.id, desk, observed) ?? [],
  };
}

const ofAbsent = (away: AbsentSender): Fields => ({ ...factsOfAbsent(away), sessions: [], sessionCount: 0 });

function ofSender(sender: Sender, desk: DeskReader, observed: ObservedReader): Fields {
  return {
    ...factsOfSender(sender, desk, observed),
    sessions: sender.sessions.slice(0, mostListed).map((session) => {
      const { id, name, via, streams } = session;
      const announcedBy = speakerOf(session);
      const channels = sender.channels.filter((channel) => channel.session === session);
      return {
        ...{ id, name, via, announcedBy },
        streams: streams.slice(0, streamsListed).map((stream, place) => {
          const { paths, encoding, rateHz, payloadType, packetTimeUs, clock } = stream;
          const labels = channels.filter((each) => each.stream === stream).map((each) => sender.callOf(each));
          return {
            ...{ id: stream.id, name: streamNameOf(session, place), paths, encoding, rateHz },
            ...{ channels: stream.channels, payloadType, packetTimeUs, clock, labels },
          };
        }),
      };
    }),
    sessionCount: sender.sessions.length,
  };
}

function at(ms: number | undefined): string {
  const isTime = ms !== undefined && ms > 0 && ms <= 8.64e15;
  return isTime ? new Date(ms).toISOString() : '';
}
