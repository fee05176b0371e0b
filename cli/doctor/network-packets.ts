// What is in the way of the packets of network audio: interfaces, units of systemd, firewalls and routes.
import { join } from 'node:path';
import { advice, type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';
import { interfaceIn, type Net, type Running } from './network-facts.ts';
import type { Login } from './sound-server.ts';

const systemUnits = '/etc/systemd/system';
const audioUnit = 'rowdesk-audio.service';
const shipped = '$(npm root --global)/rowdesk/systemd';

export function interfaces(net: Net | undefined): Diagnosis | undefined {
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
export function unitNetwork(machine: Machine, { name, environment }: Login): Diagnosis | undefined {
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
export function firewall(machine: Machine, programs: readonly Running[], net: Net | undefined): Diagnosis | undefined {
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
export function multicastRoute(machine: Machine, net: Net | undefined): Diagnosis | undefined {
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
