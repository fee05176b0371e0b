// The devices that join the driving one, and those that could if they had its clock, as providers see them. Pure.
import type { JoinedDevice, JoinedDevices } from '../../services.ts';
import type { Status } from '../link/shapes.ts';
import { type AudioSnapshot, audioProcess } from '../processes/audio-snapshot.ts';

export function joinedOf(snapshot: AudioSnapshot): JoinedDevices {
  const status = audioProcess(snapshot)?.status;
  if (!status) return { devices: [], mostChannels: 0 };
  const others = status.devices.filter(({ state, fallback }) => state === 'different-clock' && !fallback);
  const devices = joinedIn(status)
    .filter(({ id }) => !others.some((each) => each.id === id))
    .map(({ inputs, outputs, hasGaps: _, ...device }): JoinedDevice => {
      const channels = inputs + outputs;
      if (device.reason === '' || isOpen(status, device.id)) return { ...device, channels };
      const failure = status.failures.find(({ id }) => id === device.id);
      if (failure) return { ...device, channels, state: 'failed', reason: failure.reason };
      return { ...device, channels };
    });
  const set = others.map(({ id, reason }): JoinedDevice => {
    return { id, state: 'different-clock', reason, clockId: '', resamples: false, channels: 0, gaps: 0 };
  });
  return { devices: [...devices, ...set], mostChannels: status.joined?.mostChannels ?? 0 };
}

/** Devices that are there, have joined, and are not heard or had gaps. */
export function troubledIn(status: Status): NonNullable<Status['joined']>['devices'] {
  return joinedIn(status).filter(({ id, reason, hasGaps }) => isOpen(status, id) && (reason !== '' || hasGaps));
}

function joinedIn({ joined }: Status): NonNullable<Status['joined']>['devices'] {
  return joined?.devices ?? [];
}

function isOpen({ devices }: Status, id: string): boolean {
  return devices.some((device) => device.id === id && (device.state === 'joined' || device.state === 'open'));
}
