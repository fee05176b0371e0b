// ptp4l of the distribution in a place of a test. All places share one system clock, which must stay as it is: the servo may
// correct by a billionth and never steps (max_frequency, step_threshold), and still says that it is locked.
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type End, isProgram } from './namespaces.ts';
import { ended } from './place.ts';

export const hasPtp4l = isProgram('ptp4l') && isProgram('pmc');
/** A servo corrects the clock of the system, if by nothing. */
export const maySetClock = process.getuid?.() === 0;

/** In the ranges of the media profile (AES67-2018, annex A): eight messages of Sync and one announcement a second. */
const settings = {
  ...{ time_stamping: 'software', logSyncInterval: -3, logAnnounceInterval: 0, logMinDelayReqInterval: -1 },
  ...{ announceReceiptTimeout: 3, domainNumber: 0, priority1: 128, slaveOnly: 0, fault_reset_interval: 'ASAP' },
  ...{ clock_servo: 'pi', max_frequency: 1, step_threshold: 0, first_step_threshold: 0 },
  ...{ pi_proportional_const: 0.7, pi_integral_const: 0.3, free_running: 0 },
};

export type Ptp4lSettings = typeof settings;

export interface Ptp4l {
  readonly child: ChildProcess;
  readonly socket: string;
  /** What pmc reads of it: `portState`, `gmIdentity`. */
  says(dataSet: string, field: string): string;
  kill(): Promise<void>;
}

/** Starts it at this end; the lower `priority1`, the better the clock. */
export function openPtp4l({ place, interface: name }: End, folder: string, own: Partial<Ptp4lSettings> = {}): Ptp4l {
  const all = { ...settings, ...own };
  const socket = join(folder, `ptp4l-${place.pid}`);
  const config = `${socket}.conf`;
  const lines = Object.entries({ ...all, uds_address: socket }).map(([key, value]) => `${key} ${value}`);
  writeFileSync(config, `[global]\n${lines.join('\n')}\n`);
  const child = place.open('ptp4l', ['-f', config, '-i', name, '-m', '-q']);
  return {
    ...{ child, socket },
    says: (dataSet, field) => {
      const domain = String(all.domainNumber);
      const said = place.run(
        'pmc',
        '-u',
        '-b',
        '0',
        '-d',
        domain,
        '-s',
        socket,
        '-i',
        `${socket}.pmc`,
        `GET ${dataSet}`,
      );
      return new RegExp(`\\b${field}\\s+(\\S+)`).exec(said)?.[1] ?? '';
    },
    kill: () => ended(child, 'SIGKILL'),
  };
}
