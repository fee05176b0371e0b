// Sound over the network: the clock that its senders share, and what this machine puts in the way of its packets.
import { type AskedSound, names } from './asked.ts';
import type { Diagnosis } from './finding.ts';
import type { Machine } from './machine.ts';
import { clock, discipline } from './network-clock.ts';
import { type Net, runningPrograms } from './network-facts.ts';
import { firewall, interfaces, multicastRoute, unitNetwork } from './network-packets.ts';
import type { RunningDesk } from './running-desk.ts';
import type { Login } from './sound-server.ts';

/** None where the configuration names no device of the network. `desk` is the one of the state folder, while it runs. */
export function networkAudio(
  machine: Machine,
  login: Login,
  asked: AskedSound,
  desk: Pick<RunningDesk, 'net'> | undefined,
): readonly Diagnosis[] {
  if (!names(asked, 'netaudio')) return [];
  const net = desk?.net as Net | undefined;
  const programs = runningPrograms(machine);
  const found = [
    clock(machine, programs, net),
    discipline(machine, programs, net),
    interfaces(net),
    unitNetwork(machine, login),
    firewall(machine, programs, net),
    multicastRoute(machine, net),
  ];
  return found.filter((finding) => finding !== undefined);
}
