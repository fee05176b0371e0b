// A scan: everybody is asked at once, and what has come by the end of the time is reported.
import type { Drivers, Fields, TaskRun, Time } from 'rowdesk/provider';
import type { NetworkDevices } from './network-devices.ts';

const beatMs = 250;

export interface ScanNeeds {
  readonly drivers: Drivers;
  readonly network: NetworkDevices;
  readonly time: Time;
}

export interface ScanOrder {
  readonly transports?: readonly string[];
  readonly timeoutMs?: number;
}

/** `report.came`: ids that were not there before; `report.devices`: how many of these transports are there. */
export async function runScan(order: ScanOrder, run: TaskRun, { drivers, network, time }: ScanNeeds): Promise<Fields> {
  const { transports = [], timeoutMs = 2000 } = order;
  const isAsked = ({ transport }: { readonly transport: string }) =>
    transports.length === 0 || transports.includes(transport);
  const present = () =>
    [...drivers.found.filter((device) => device.present), ...network.list(run.desk)]
      .filter(isAsked)
      .map(({ id }) => id);
  const before = new Set(present());
  drivers.scan(transports);
  network.scan(transports);
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += beatMs) {
    run.progress(waitedMs, timeoutMs, 'listening');
    await time.sleep(Math.min(beatMs, timeoutMs - waitedMs), run.signal);
    run.signal.throwIfAborted();
  }
  const after = present();
  return { outcome: 'applied', devices: after.length, came: after.filter((id) => !before.has(id)) };
}
