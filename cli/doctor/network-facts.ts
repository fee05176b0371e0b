// What the findings about network audio are made of: the row of the network, and the programs that keep its clock.
import type { Machine } from './machine.ts';

/** Programs that set the clock of the system, by the 15 bytes of their names that /proc/PID/comm has. */
export const timeDaemons: Readonly<Record<string, string>> = {
  ...{ 'systemd-timesyn': 'systemd-timesyncd', chronyd: 'chrony', ntpd: 'ntpsec', openntpd: 'openntpd' },
};
/** `/net` of a running desk. */
export interface Net {
  readonly audioInterface: string;
  readonly interfaces: readonly {
    readonly name: string;
    readonly up: boolean;
    readonly addresses: readonly string[];
    readonly roles: readonly string[];
  }[];
  readonly ptp: Readonly<Record<'state' | 'grandmasterId' | 'reason', string>> & {
    readonly domain: number;
    readonly offsetNs: number | null;
  };
}

export interface Running {
  readonly name: string;
  readonly args: readonly string[];
}

export const interfaceIn = (net: Net | undefined) => net?.audioInterface || 'INTERFACE';

export function runningPrograms(machine: Machine): readonly Running[] {
  return machine
    .names('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const name = machine.text(`/proc/${id}/comm`).trim();
      if (name !== 'ptp4l' && name !== 'phc2sys' && name !== 'firewalld' && !Object.hasOwn(timeDaemons, name))
        return [];
      return [{ name, args: machine.text(`/proc/${id}/cmdline`).split('\0') }];
    });
}
