// Sound over the network: the clock that its senders share, and what this machine puts in the way of its packets.
import { join } from 'node:path';
import { type AskedSound, names } from './asked.ts';
import { advice, type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';
import type { RunningDesk } from './running-desk.ts';
import type { Login } from './sound-server.ts';

const sockets = ['/run/ptp4lro', '/run/ptp4l'];
/** Programs that set the clock of the system, by the 15 bytes of their names that /proc/PID/comm has. */
const timeDaemons: Readonly<Record<string, string>> = {
  ...{ 'systemd-timesyn': 'systemd-timesyncd', chronyd: 'chrony', ntpd: 'ntpsec', openntpd: 'openntpd' },
};
const systemUnits = '/etc/systemd/system';
const audioUnit = 'rowdesk-audio.service';
const shipped = '$(npm root --global)/rowdesk/systemd';

interface Net {
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

interface Running {
  readonly name: string;
  readonly args: readonly string[];
}

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

const interfaceIn = (net: Net | undefined) => net?.audioInterface || 'INTERFACE';

/** By the desk where one runs, which has the rights that count; else by the socket of ptp4l. */
function clock(machine: Machine, programs: readonly Running[], net: Net | undefined): Diagnosis {
  const name = 'network clock';
  if (machine.exitCode('ptp4l', ['-v']) === undefined) {
    const detail = 'ptp4l is not installed: the clock of this computer is not that of the network';
    return problem(name, detail, 'sudo apt-get install linuxptp');
  }
  if (!programs.some((program) => program.name === 'ptp4l')) {
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
function discipline(machine: Machine, programs: readonly Running[], net: Net | undefined): Diagnosis | undefined {
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

function interfaces(net: Net | undefined): Diagnosis | undefined {
  if (net === undefined) return undefined;
  const name = 'audio network';
  if (net.audioInterface === '') {
    const there = net.interfaces.map((each) => each.name).join(', ');
    return problem(name, `no interface is chosen; there are ${there}`, 'rowdesk patch /net audioInterface=INTERFACE');
  }
  const found = net.interfaces.find((each) => each.name === net.audioInterface);
  if (found === undefined) return problem(name, `there is no ${net.audioInterface}`, 'ip -brief link');
  if (!found.up) return problem(name, `${found.name} is down`, `sudo ip link set ${found.name} up`);
  const [address] = found.addresses.filter((each) => each.includes('.'));
  if (address === undefined) return problem(name, `${found.name} has no IPv4 address`, `ip address show ${found.name}`);
  return fine(name, `${found.name}, ${address}`);
}

/** The shipped unit of the audio process has no network, and that of the desk no multicast: files beside them open both. */
function unitNetwork(machine: Machine, { name, environment }: Login): Diagnosis | undefined {
  const config = environment.XDG_CONFIG_HOME || join(environment.HOME || `/home/${name}`, '.config');
  const isThere = (path: string) => machine.owner(path) !== undefined;
  const lacking = (folder: string, wants: string) => (unit: string) =>
    isThere(`${folder}/${wants}/${unit}`) && !isThere(`${folder}/${unit}.d/netaudio.conf`);
  const ofSystem = [audioUnit, 'rowdesk.service'].filter(lacking(systemUnits, 'multi-user.target.wants'));
  if (ofSystem.length > 0) {
    const fix = `sudo cp -r ${shipped}/*.service.d ${systemUnits}/ && sudo systemctl daemon-reload && sudo systemctl restart rowdesk-audio rowdesk`;
    return problem('unit network', `no netaudio.conf opens the network of ${ofSystem.join(' and ')}`, fix);
  }
  const ofUser = join(config, 'systemd/user');
  if (lacking(ofUser, 'default.target.wants')(audioUnit)) {
    const fix = `cp -r ${shipped}/user/*.service.d ${ofUser}/ && systemctl --user daemon-reload && systemctl --user restart rowdesk-audio`;
    return problem('unit network', `no netaudio.conf opens the network of ${audioUnit} of ${name}`, fix);
  }
  const open = [systemUnits, ofUser].filter((folder) => isThere(`${folder}/${audioUnit}.d/netaudio.conf`));
  return open.length === 0 ? undefined : fine('unit network', `opened by netaudio.conf in ${open.join(' and ')}`);
}

/** Whether packets may come in: by ufw's own files, or by firewalld. Rules of nftables alone are for root to read. */
function firewall(machine: Machine, programs: readonly Running[], net: Net | undefined): Diagnosis | undefined {
  const name = 'firewall';
  const audio = interfaceIn(net);
  const closed = (which: string) => `${which} is on, and must let in what comes from the audio network`;
  if (/^ENABLED=yes\b/m.test(machine.text('/etc/ufw/ufw.conf'))) {
    const isOpen = machine.text('/etc/ufw/user.rules').includes(` in_${audio}`);
    return isOpen ? fine(name, `ufw lets in ${audio}`) : advice(name, closed('ufw'), `sudo ufw allow in on ${audio}`);
  }
  if (!programs.some((program) => program.name === 'firewalld')) return undefined;
  const fix = `sudo firewall-cmd --permanent --zone=trusted --change-interface=${audio} && sudo firewall-cmd --reload`;
  return advice(name, closed('firewalld'), fix);
}

/** Sends of the desk name their interface; those of ptp4l too. Other programs go by the route (proc(5), /proc/net/route). */
function multicastRoute(machine: Machine, net: Net | undefined): Diagnosis | undefined {
  const audio = net?.audioInterface ?? '';
  const rows = machine
    .text('/proc/net/route')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  if (audio === '' || rows.length === 0) return undefined;
  // Little-endian: 224.0.0.0 with its mask of 4 bits, then the default.
  const route =
    rows.find(([, to, , , , , , mask]) => to === '000000E0' && mask === '000000F0') ??
    rows.find(([, to, , , , , , mask]) => to === '00000000' && mask === '00000000');
  const way = route?.[0];
  if (way === audio) return fine('multicast', `other programs send it by ${way} as well`);
  const detail = `the desk sends by ${audio}, other programs ${way === undefined ? 'not at all' : `by ${way}`}`;
  return advice('multicast', detail, `sudo ip route add 224.0.0.0/4 dev ${audio}`);
}

function runningPrograms(machine: Machine): readonly Running[] {
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
