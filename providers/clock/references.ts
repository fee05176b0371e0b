// What could pace the desk: one reference per clock of the devices, one per driver of an audio server that the desk is a node
// of, and the internal timer that stands in.
import type { ClockState, Device } from 'rowdesk/provider';
import {
  type ClockView,
  clockFaultOf,
  devicesAt,
  devicesOf,
  type Reference,
  serverWith,
  standsStill,
  synthetic,
} from './clock-view.ts';
import { grades } from './contract.ts';
import { ofDriver } from './server-drivers.ts';

/** All references: what drives, then by grade, then the preferred, then by id. */
export function listReferences(view: ClockView): readonly Reference[] {
  const { clock, devices } = view;
  const drivers = view.graph.servers.flatMap((server) =>
    server.drivers.map((driver) => ofDriver(driver, server, view)),
  );
  const driverIds = new Set(drivers.map(({ id }) => id));
  const ids = [...new Set(devices.map((device) => device.clockId))].filter((id) => id !== '' && !driverIds.has(id));
  const own = ids.map((id, place) => ofClock(id, ids.length - place, devicesOf(devices, id), clock));
  return [...own, ...drivers, standIn(clock)].sort(
    (a, b) =>
      Number(b.driving) - Number(a.driving) ||
      grades.indexOf(a.grade) - grades.indexOf(b.grade) ||
      b.priority - a.priority ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Hz: the rates that all present devices of this clock take; a server has the same rates with each of its drivers. */
export function ratesOf({ devices, graph }: ClockView, clockId: string): readonly number[] {
  const server = serverWith(graph, clockId);
  const paced = server ? devicesAt(devices, server) : devicesOf(devices, clockId);
  const [first, ...others] = paced.filter((device) => device.present);
  return (first?.supportedRates ?? []).filter((rate) => others.every((device) => device.supportedRates.includes(rate)));
}

function ofClock(id: string, priority: number, devices: readonly Device[], clock: ClockState): Reference {
  const present = devices.filter((device) => device.present);
  const label = devices.map((device) => device.label).join(', ');
  const of = (driving: boolean, grade: Reference['grade'], reason: string) => ({
    ...{ id, label, driving, grade, priority, reason },
  });
  const fault = clockFaultOf(devices);
  const driving = devices.find((device) => device.id === clock.driving);
  // The clock of a device may go on while no sound comes from it.
  const drives = driving !== undefined && (driving.present || !!driving.away) && !standsStill(clock);
  if (drives) return of(true, fault === '' ? clock.grade : 'lost', fault || 'It drives the desk.');
  if (present.length === 0) return of(false, 'lost', 'Its device is absent.');
  if (present.some((device) => device.id === clock.driving)) {
    return of(false, 'lost', 'It was to drive, and stands still.');
  }
  if (fault !== '') return of(false, 'lost', fault);
  const reason =
    clock.driving === ''
      ? 'It is there, and nothing drives.'
      : `It is there; ${clock.driving} drives, and the desk is paced by one clock.`;
  return of(false, gradeOf(present), reason);
}

/** A device of the network is paced by the network's clock, a virtual one by a timer of this computer. */
function gradeOf(devices: readonly Device[]): Reference['grade'] {
  const known = devices.find(({ clockGrade }) => clockGrade !== undefined)?.clockGrade;
  if (known !== undefined) return known;
  if (devices.every((device) => device.transport === 'virtual')) return 'internal';
  return devices.some((device) => device.transport === 'netaudio') ? 'network' : 'device';
}

function standIn(clock: ClockState): Reference {
  const driving = clock.grade === synthetic;
  const reason = driving ? 'It stands in: no device gives a clock.' : 'It stands in when no device gives a clock.';
  return { id: synthetic, label: 'Internal timer', driving, grade: synthetic, priority: 0, reason };
}
