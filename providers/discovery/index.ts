// What is plugged in, whoever found it: the host on USB, drivers on their own buses and networks.
import { Drivers, defineProvider, type FoundDevice, follow, Time, task, view } from 'rowdesk/provider';
import { StageboxModels } from '../stagebox/index.ts';
import { discovery, scan } from './contract.ts';
import { runScan } from './scan.ts';

export default defineProvider({
  name: 'discovery',
  needs: { drivers: Drivers, models: StageboxModels, time: Time },
  rows: ({ drivers, models, time }) => [
    view('/discovery', {
      summary: 'The devices that were found',
      fields: discovery,
      get: () => ({
        devices: drivers.found.map((device) => ({
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
        })),
      }),
      watch: follow(drivers),
    }),
    task('/discovery/scan', {
      summary: 'Looks for devices now; nothing on a bus or a network is changed',
      extra: scan,
      cancellable: true,
      run: (_at, extra, run) => runScan(extra, run, drivers, time),
    }),
  ],
});

/** What is there was seen just now. */
function lastSeenMs({ present, lastSeenMs: went }: FoundDevice, nowMs: number): number | undefined {
  return present ? nowMs : went;
}

function at(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString();
}
