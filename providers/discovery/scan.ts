// A scan: everybody is asked at once, and what has come by the end of the time is reported.
import type { Drivers, Fields, TaskRun, Time } from 'rowdesk/provider';

const beatMs = 250;

export interface ScanOrder {
  readonly transports?: readonly string[];
  readonly timeoutMs?: number;
}

/** `report.came`: ids that were not there before; `report.devices`: how many of these transports are there. */
export async function runScan(order: ScanOrder, run: TaskRun, drivers: Drivers, time: Time): Promise<Fields> {
  const { transports = [], timeoutMs = 2000 } = order;
  const present = () =>
    drivers.found
      .filter((device) => device.present && (transports.length === 0 || transports.includes(device.transport)))
      .map(({ id }) => id);
  const before = new Set(present());
  drivers.scan(transports);
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += beatMs) {
    run.progress(waitedMs, timeoutMs, 'listening');
    await time.sleep(Math.min(beatMs, timeoutMs - waitedMs), run.signal);
    run.signal.throwIfAborted();
  }
  const after = present();
  return { outcome: 'applied', devices: after.length, came: after.filter((id) => !before.has(id)) };
}
