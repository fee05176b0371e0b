// The clock of network audio: whether ptp4l keeps it, and that one program sets the clock of this computer.
import { type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';
import { interfaceIn, type Net, type Running, timeDaemons } from './network-facts.ts';

const sockets = ['/run/ptp4lro', '/run/ptp4l'];
/** Debian has ptp4l in /usr/sbin, which is in no PATH of an ordinary login. */
const places = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/sbin'];

/** By the desk where one runs, which has the rights that count; else by the socket of ptp4l. */
export function clock(machine: Machine, programs: readonly Running[], net: Net | undefined): Diagnosis {
  const name = 'network clock';
  const isRunning = programs.some((program) => program.name === 'ptp4l');
  if (!isRunning && !places.some((folder) => machine.owner(`${folder}/ptp4l`) !== undefined)) {
    const detail = 'ptp4l is not installed: the clock of this computer is not that of the network';
    return problem(name, detail, 'sudo apt-get install linuxptp');
  }
  if (!isRunning) {
    return problem(
      name,
      'ptp4l does not run',
      `sudo systemctl enable --now ptp4l@${interfaceIn(net)}   # docs/net.md has its settings`,
    );
  }
  if (net === undefined) {
    const open = sockets.find((socket) => machine.isWritable(socket));
    if (open !== undefined) return fine(name, `ptp4l runs, and answers at ${open}`);
    const detail = `ptp4l runs, and this user may not write to ${sockets.join(' or ')}`;
    return problem(name, detail, 'sudo systemctl edit ptp4l@   # docs/net.md has the lines');
  }
  const { domain, grandmasterId, offsetNs, reason, state } = net.ptp;
  if (state === 'locked') {
    return fine(name, `locked to ${grandmasterId} in domain ${domain}, ${offsetNs} ns off`);
  }
  if (state === 'master') return fine(name, `this computer is the grandmaster ${grandmasterId} of domain ${domain}`);
  return problem(name, `${state}: ${reason}`, "journalctl -e -u 'ptp4l@*'");
}

/** One program sets the clock: two pull it to and fro. The network card's own clock needs phc2sys beside ptp4l. */
export function discipline(
  machine: Machine,
  programs: readonly Running[],
  net: Net | undefined,
): Diagnosis | undefined {
  const name = 'clock setting';
  const ptp4l = programs.find((program) => program.name === 'ptp4l');
  if (ptp4l === undefined) return undefined;
  const others = programs.flatMap((program) => timeDaemons[program.name] ?? []);
  const isMaster = net?.ptp.state === 'master';
  if (isMaster)
    return fine(name, others.length > 0 ? `by ${others[0]}, and ptp4l gives it to the network` : 'by nothing');
  const [other] = others;
  if (other !== undefined) {
    const detail = `ptp4l and ${other} both set the clock of this computer: it goes to and fro`;
    return problem(name, detail, `sudo systemctl disable --now ${other}`);
  }
  if (hasSoftwareStamps(machine, ptp4l)) return fine(name, 'by ptp4l, with time stamps of software');
  if (programs.some((program) => program.name === 'phc2sys')) return fine(name, 'by ptp4l and phc2sys');
  const detail = 'ptp4l sets the clock of the network card, and nothing sets that of the computer by it';
  return problem(name, detail, `sudo systemctl enable --now phc2sys@${interfaceIn(net)}   # docs/net.md has the unit`);
}

/** Option -S, or its line in the file of option -f (ptp4l(8)); without either the network card stamps. */
function hasSoftwareStamps(machine: Machine, { args }: Running): boolean {
  if (args.includes('-S')) return true;
  const file = args[args.indexOf('-f') + 1];
  if (!args.includes('-f') || file === undefined) return false;
  return /^\s*time_stamping\s+software\b/m.test(machine.text(file));
}
