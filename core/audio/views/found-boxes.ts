// One entry per box among the found devices: a card on USB is found by the host on the bus, as a card, and by the driver of
// its preamps. Pure.
import type { Box, Device, FoundDevice } from '../../services.ts';
import { usbTransport } from '../discovery/usb.ts';

export function oneEntryPerBox(
  found: readonly FoundDevice[],
  boxes: readonly Box[],
  devices: readonly Pick<Device, 'id' | 'identity' | 'audioHalf'>[],
): readonly FoundDevice[] {
  const named = new Map(found.map((device) => [device.id, device]));
  const joined = boxes.filter(({ control, audio, missing }) => control && (audio || missing === 'audio'));
  const portOf = (id: string): string => {
    const { identity, audioHalf } = devices.find((device) => device.id === id) ?? {};
    return identity?.usbPort || audioHalf?.usbPort || named.get(id)?.identity?.usbPort || '';
  };
  const hidden = new Set<string>();
  const entries = new Map<string, FoundDevice>();
  for (const box of joined) {
    const own = named.get(box.id);
    if (!own) continue;
    const audio = named.get(box.audio?.id ?? '');
    if (audio && audio !== own) hidden.add(audio.id);
    const reason = box.missing === '' ? own.reason : box.reason;
    entries.set(own.id, { ...merged(own, audio), audioHalf: box.audio?.id ?? '', reason });
  }
  // what the host sees on the bus, and no driver opens as that
  const onBus = found.filter(({ transport, driver }) => transport === usbTransport && driver === '');
  for (const { id } of found) {
    if (hidden.has(id)) continue;
    const entry = entries.get(id) ?? (named.get(id) as FoundDevice);
    const port = portOf(id) || portOf(entry.audioHalf);
    const same = onBus.find((other) => other.id !== id && other.address === port && port !== '');
    if (!same) continue;
    hidden.add(same.id);
    entries.set(id, merged(entry, same));
  }
  return found.flatMap((device) => (hidden.has(device.id) ? [] : [entries.get(device.id) ?? device]));
}

/** Of what the entry itself lacks the other's. */
function merged(entry: FoundDevice, other: FoundDevice | undefined): FoundDevice {
  if (!other) return entry;
  const first = [entry.firstSeenMs, other.firstSeenMs].filter((ms) => ms !== undefined);
  const last = [entry.lastSeenMs, other.lastSeenMs].filter((ms) => ms !== undefined);
  const present = entry.present || other.present;
  return {
    ...entry,
    vendor: entry.vendor || other.vendor,
    address: entry.address || other.address,
    present,
    adopted: entry.adopted || other.adopted,
    firstSeenMs: first.length > 0 ? Math.min(...first) : undefined,
    lastSeenMs: present || last.length === 0 ? undefined : Math.max(...last),
  };
}
