// What is plugged in or announced, whoever found it: the host on USB, drivers on their own buses, providers on networks.
import {
  Drivers,
  defineProvider,
  Faults,
  type FoundDevice,
  follow,
  Listeners,
  Time,
  task,
  view,
} from 'rowdesk/provider';
import { StageboxModels } from '../stagebox/index.ts';
import { discovery, scan } from './contract.ts';
import { type NetworkDevice, NetworkDevices } from './network-devices.ts';
import { runScan } from './scan.ts';

export { type NetworkDevice, NetworkDevices, type NetworkSearch } from './network-devices.ts';

export default defineProvider({
  name: 'discovery',
  needs: { drivers: Drivers, faults: Faults, models: StageboxModels, time: Time },
  offers: { network: NetworkDevices.token },
  services: ({ faults }) => ({ network: new NetworkDevices(new Listeners(faults, 'a listener of announced devices')) }),
  rows: ({ drivers, models, time, offered: { network } }) => [
    view('/discovery', {
      summary: 'The devices that were found',
      fields: discovery,
      get: (_at, desk) => {
        const found = drivers.found.map((device) => ({
          id: device.id,
          transport: device.transport,
          label: device.label,
          vendor: device.vendor,
          model: device.model,
          address: device.address,
          audioHalf: device.audioHalf,
          firstSeenAt: at(device.firstSeenMs),
          lastSeenAt: at(lastSeenMs(device, time.now())),
          adopted: device.adopted,
          stageboxModel: models.of(device)?.token ?? '',
        }));
        const known = new Set(found.map(({ id }) => id));
        const announced = network.list(desk).filter(({ id }) => !known.has(id));
        return { devices: [...found, ...announced.map(announcedDevice)] };
      },
      // Announcements are repeated all the time.
      atMostEveryMs: 500,
      watch: follow(drivers, network),
    }),
    task('/discovery/scan', {
      summary: 'Looks for devices now; nothing on a bus or a network is changed',
      extra: scan,
      cancellable: true,
      run: (_at, extra, run) => runScan(extra, run, { drivers, network, time }),
    }),
  ],
});

function announcedDevice({ id, transport, label, model, address, firstSeenMs, lastSeenMs, adopted }: NetworkDevice) {
  const times = { firstSeenAt: at(firstSeenMs), lastSeenAt: at(lastSeenMs) };
  return { id, transport, label, vendor: '', model, address, audioHalf: '', ...times, adopted, stageboxModel: '' };
}

/** What is there was seen just now. */
function lastSeenMs({ present, lastSeenMs: went }: FoundDevice, nowMs: number): number | undefined {
  return present ? nowMs : went;
}

function at(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString();
}
