// What the operator should know of the network, while sound goes over it: a warning for as long as it is so.
import type { Device, Fields, Warning } from 'rowdesk/provider';
import { netPath } from './contract.ts';
import type { Net, NetworkInterface, Ptp } from './net-state.ts';
import type { RecentRises } from './recent-rises.ts';

export type NetWarning = Omit<Warning, 'since'>;
type Words = Pick<Warning, 'title' | 'detail' | 'severity'> & { readonly params?: Fields };

/** A packet of AES67 that carries 1 ms of 8 channels has 1,152 bytes of sound and 78 of headers and gaps on the wire. */
const bytesOnWirePerByte = 1230 / 1152;
const bytesPerSample = 3;
/** Of a link: what is left is for PTP, for control and for the moments at which all streams send at once. */
const usableShare = 0.75;

export interface NetFacts {
  readonly settings: Fields;
  readonly state: Pick<Net, 'interfaces' | 'ptp'>;
  readonly devices: readonly Device[];
  /** Hz; 0 while nothing drives. */
  readonly rateHz: number;
  /** Of the counters of faults, by name of the interface. */
  readonly rises: Pick<RecentRises, 'of'>;
  /** The clock has been `locking` for longer than is usual. */
  readonly locksLong: boolean;
}

/** All warnings that hold now; none while no device of the network is there. */
export function netWarnings(facts: NetFacts): readonly NetWarning[] {
  const { devices, settings, state } = facts;
  const sounding = devices.filter(({ transport }) => transport === 'netaudio');
  const used = ['audioInterface', 'secondAudioInterface'].filter((field) => settings[field] !== '');
  const control = settings.controlInterface === '' ? [] : ['controlInterface'];
  const named = sounding.length === 0 ? control : [...used, ...control];
  const neededMbps = sounding.length === 0 ? 0 : mbpsOf(sounding, facts.rateHz);
  return [
    ...(sounding.length > 0 && used.length > 0 ? ofPtp(state.ptp, facts.locksLong) : []),
    ...named.flatMap((field) => ofInterface(field, `${settings[field]}`, facts, neededMbps)),
    ...(settings.audioInterface !== '' && settings.audioInterface === settings.secondAudioInterface
      ? [warning('net-same-interface', '', sameInterface(`${settings.audioInterface}`))]
      : []),
  ];
}

/** Mbit/s in the busier direction, if all channels of these devices go over the network. */
export function mbpsOf(devices: readonly Device[], rateHz: number): number {
  const channels = (direction: string) =>
    devices.reduce((sum, { ports }) => sum + ports.filter((port) => port.direction === direction).length, 0);
  const most = Math.max(channels('input'), channels('output'));
  return (most * bytesPerSample * rateHz * 8 * bytesOnWirePerByte) / 1e6;
}

function ofPtp({ state, reason, grandmasterId }: Ptp, locksLong: boolean): readonly NetWarning[] {
  const params = { grandmasterId };
  if (state === 'lost') {
    const title = 'The clock of the network is lost';
    return [warning('net-ptp-lost', '', { title, detail: reason, severity: 'alarm', params })];
  }
  if (state === 'unobserved') {
    const title = 'The clock of the network is not observed';
    return [warning('net-ptp-unobserved', '', { title, detail: reason, severity: 'warning' })];
  }
  if (state === 'listening') {
    const title = 'The network has no clock';
    return [warning('net-ptp-listening', '', { title, detail: reason, severity: 'warning' })];
  }
  if (state === 'locking' && locksLong) {
    const title = 'The clock of this computer is not that of the network';
    return [warning('net-ptp-locking', '', { title, detail: reason, severity: 'warning', params })];
  }
  return [];
}

function ofInterface(field: string, name: string, facts: NetFacts, neededMbps: number): readonly NetWarning[] {
  // While nothing is reported of any interface, none can be said to be missing.
  if (facts.state.interfaces.length === 0) return [];
  const found = facts.state.interfaces.find((each) => each.name === name);
  const fault = faultOf(field, name, found, facts);
  const words = [...(fault === undefined ? [] : [fault])];
  if (found !== undefined && field !== 'controlInterface') words.push(...slowness(found, neededMbps));
  const rise = facts.rises.of(name);
  if (rise > 0) words.push(faults(name, rise));
  return words.map(({ code, ...rest }) => warning(code, field, { ...rest, params: { name, ...rest.params } }));
}

type Coded = Words & { readonly code: string };

function faultOf(field: string, name: string, found: NetworkInterface | undefined, facts: NetFacts): Coded | undefined {
  const severity = field === 'audioInterface' ? 'alarm' : 'warning';
  if (found === undefined) {
    const there = facts.state.interfaces.map((each) => each.name).join(', ');
    const detail = `${field} of /net is ${name}; this computer has ${there}. It is waited for.`;
    return { code: 'net-interface-absent', title: `There is no network interface ${name}`, detail, severity };
  }
  if (!found.up) {
    const detail = `${field} of /net is ${name}, which is switched off or has no link: look at its cable and its switch, or run "ip link set ${name} up".`;
    return { code: 'net-interface-down', title: `The network interface ${name} is down`, detail, severity };
  }
  if (!found.addresses.some((address) => address.includes('.'))) {
    const detail = `${field} of /net is ${name}, which has no IPv4 address: give it one, or look why DHCP does not.`;
    return { code: 'net-interface-no-address', title: `${name} has no IPv4 address`, detail, severity };
  }
  return undefined;
}

function slowness({ name, speedMbps }: NetworkInterface, neededMbps: number): readonly Coded[] {
  if (speedMbps <= 0 || speedMbps * usableShare >= neededMbps) return [];
  const detail = `${name} runs at ${speedMbps} Mbit/s; all channels of the desk take ${Math.ceil(neededMbps)} in one direction. A cable of four pairs and a switch of 1 Gbit/s mend it.`;
  return [
    {
      ...{ code: 'net-interface-slow', title: `The link of ${name} is slow`, detail, severity: 'warning' },
      params: { speedMbps },
    },
  ];
}

function faults(name: string, rise: number): Coded {
  const detail = `${rise} packets were damaged or could not be sent in the last minute. A cable, a plug or a duplex setting is the usual reason.`;
  return {
    ...{ code: 'net-interface-errors', title: `Packets are damaged at ${name}`, detail, severity: 'warning' },
    params: { rise },
  };
}

function sameInterface(name: string): Words {
  const detail = `audioInterface and secondAudioInterface of /net are both ${name}: every packet goes twice over one cable, and nothing is safer.`;
  return { title: 'Both audio networks are one', detail, severity: 'warning', params: { name } };
}

/** `of`: the field that it is about, '' for the row. */
function warning(code: string, of: string, { params = {}, ...words }: Words): NetWarning {
  const id = of === '' ? code : `${code}-${of}`;
  return { id, titleCode: { code, params }, path: netPath, ...words };
}
