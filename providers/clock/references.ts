// What could pace the desk: one reference per clock of the devices, and the internal timer that stands in.
import type { Audio, ClockState, Device, Static } from 'rowdesk/provider';
import { grades, type reference } from './contract.ts';

export type Reference = Static<typeof reference>;
export type ClockView = Pick<Audio, 'clock' | 'devices'>;

/** The timer of the audio process, which keeps the meters alive when no device gives a clock. */
export const synthetic = 'synthetic';

/** All references, the preferred first: what drives, then by grade, then by id. */
export function listReferences({ clock, devices }: ClockView): readonly Reference[] {
  const ids = [...new Set(devices.map((device) => device.clockId))].filter((id) => id !== '');
  const found = [...ids.map((id) => ofClock(id, devicesOf(devices, id), clock)), standIn(clock)];
  found.sort(
    (a, b) =>
      Number(b.driving) - Number(a.driving) ||
      grades.indexOf(a.grade) - grades.indexOf(b.grade) ||
      (a.id < b.id ? -1 : 1),
  );
  return found.map((reference, place) => ({ ...reference, priority: place + 1 }));
}

/** Devices that share a clock are one reference. */
export function devicesOf(devices: readonly Device[], clockId: string): readonly Device[] {
  return devices.filter((device) => device.clockId === clockId);
}

/** Hz: the rates that all present devices of this clock take. */
export function ratesOf(devices: readonly Device[], clockId: string): readonly number[] {
  const [first, ...others] = devicesOf(devices, clockId).filter((device) => device.present);
  return (first?.supportedRates ?? []).filter((rate) => others.every((device) => device.supportedRates.includes(rate)));
}

type Unranked = Omit<Reference, 'priority'>;

function ofClock(id: string, devices: readonly Device[], clock: ClockState): Unranked {
  const present = devices.filter((device) => device.present);
  const label = devices.map((device) => device.label).join(', ');
  const chosen = present.some((device) => device.id === clock.driving);
  const silent = clock.grade === synthetic || clock.grade === 'lost';
  if (present.length === 0) return { id, label, driving: false, grade: 'lost', reason: 'Its device is absent.' };
  if (chosen && silent)
    return { id, label, driving: false, grade: 'lost', reason: 'It was to drive, and stands still.' };
  if (chosen) return { id, label, driving: true, grade: clock.grade, reason: 'It drives the desk.' };
  const reason =
    clock.driving === ''
      ? 'It is there, and nothing drives.'
      : `It is there; ${clock.driving} drives, and the desk is paced by one clock.`;
  return { id, label, driving: false, grade: gradeOf(present), reason };
}

/** A device of the network is paced by the network's clock, a virtual one by a timer of this computer. */
function gradeOf(devices: readonly Device[]): Reference['grade'] {
  if (devices.every((device) => device.transport === 'virtual')) return 'internal';
  return devices.some((device) => device.transport === 'netaudio') ? 'network' : 'device';
}

function standIn(clock: ClockState): Unranked {
  const driving = clock.grade === synthetic;
  const reason = driving ? 'It stands in: no device gives a clock.' : 'It stands in when no device gives a clock.';
  return { id: synthetic, label: 'Internal timer', driving, grade: synthetic, reason };
}
