// A device of network audio as the list of all of them and its own row show it.
import type { Audio, DeskReader, Device, FieldsOf, ObservedReader } from 'rowdesk/provider';
import type { AbsentSender } from './absent-senders.ts';
import type { device } from './contract.ts';
import { audioInterfaces, interfaceIn, isLocked, type Ptp, ptpIn } from './network.ts';
import { inputsOf, outputsOf } from './own-devices.ts';
import type { Sender } from './sender.ts';

export type DeviceFacts = FieldsOf<typeof device>;

export function factsOfOwn(
  { id, label, model, present, inputLatencyFrames, ports }: Device,
  { clock }: Pick<Audio, 'clock'>,
  desk: DeskReader,
  observed: ObservedReader,
): DeviceFacts {
  const ptp = ptpIn(desk, observed);
  const [name = ''] = audioInterfaces(desk);
  const addresses = interfaceIn(name, observed)?.addresses ?? [];
  // With or without the length of its prefix.
  const address = addresses.find((each) => each.includes('.'))?.split('/')[0] ?? '';
  const counts = { txChannels: outputsOf({ ports } as Device), rxChannels: inputsOf({ ports } as Device) };
  const rate = present ? clock.rate : 0;
  const latencyMs = rate === 0 ? 0 : Math.round((inputLatencyFrames * 1e6) / rate) / 1000;
  const clockRole = roleOf(ptp);
  return {
    id,
    name: label,
    model,
    address,
    rate,
    latencyMs,
    ...counts,
    clockRole,
    locked: isLocked(ptp),
    online: present,
  };
}

export function factsOfSender(
  { id, name, address, sessions, channels }: Sender,
  desk: DeskReader,
  observed: ObservedReader,
): DeviceFacts {
  const ptp = ptpIn(desk, observed);
  const streams = sessions.flatMap((session) => session.streams);
  const isOurs = ({ kind, grandmasterId }: (typeof streams)[number]['clock']) =>
    kind === 'ptp' && grandmasterId !== '' && grandmasterId.toUpperCase() === ptp.grandmasterId.toUpperCase();
  return {
    ...{ id, name, model: '', address, rate: streams[0]?.rateHz ?? 0, latencyMs: null },
    ...{ txChannels: channels.length, rxChannels: 0, clockRole: 'unknown' },
    ...{ locked: isLocked(ptp) && streams.some(({ clock }) => isOurs(clock)), online: true },
  };
}

/** It announces nothing: what it sends is not known. */
export function factsOfAbsent({ id, name, address, rateHz }: AbsentSender): DeviceFacts {
  return {
    ...{ id, name, model: '', address, rate: rateHz, latencyMs: null, txChannels: 0, rxChannels: 0 },
    ...{ clockRole: 'unknown', locked: false, online: false },
  };
}

function roleOf({ state }: Ptp): DeviceFacts['clockRole'] {
  if (state === 'master') return 'leader';
  return state === 'locked' || state === 'locking' || state === 'lost' ? 'follower' : 'unknown';
}
