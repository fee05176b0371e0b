// The row of the network as devices need it: which interfaces carry sound, and the clock. It is another provider's, and
// without that provider no interface is chosen.
import type { DeskReader, ObservedReader } from 'rowdesk/provider';
import type { NetworkOfBox } from './contract.ts';
import { netPath } from './paths.ts';

/** `/net` as reported by the observer of PTP. */
export interface Ptp {
  readonly state: string;
  readonly grandmasterId: string;
  readonly domain: number;
  /** TAI less UTC; null while the clock of the network is not observed. */
  readonly utcOffsetS: number | null;
  readonly reason: string;
}

export interface NetworkInterface {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly up: boolean;
}

const unobserved = { state: 'unobserved', grandmasterId: '', reason: '' };

export function ptpIn(desk: DeskReader, observed: ObservedReader): Ptp {
  const said = observed.read(netPath, 'ptp')?.value;
  const { state, grandmasterId, domain, utcOffsetS, reason } = isObject(said) ? said : ({} as Record<string, unknown>);
  const wantedDomain = settingsIn(desk).ptpDomain;
  return {
    state: typeof state === 'string' ? state : unobserved.state,
    grandmasterId: typeof grandmasterId === 'string' ? grandmasterId : unobserved.grandmasterId,
    domain: typeof domain === 'number' ? domain : typeof wantedDomain === 'number' ? wantedDomain : 0,
    utcOffsetS: typeof utcOffsetS === 'number' && state !== unobserved.state ? utcOffsetS : null,
    reason: typeof reason === 'string' ? reason : unobserved.reason,
  };
}

/** The desk follows the clock of the network, or is that clock. */
export const isLocked = ({ state }: Ptp): boolean => state === 'locked' || state === 'master';

/** One, or two for redundancy; none while none is chosen. */
export function audioInterfaces(desk: DeskReader): readonly string[] {
  const { audioInterface, secondAudioInterface } = settingsIn(desk);
  const isName = (name: unknown): name is string => typeof name === 'string' && name !== '';
  return isName(audioInterface) ? [...new Set([audioInterface, secondAudioInterface].filter(isName))] : [];
}

/** As reported; undefined for one that is not there. */
export function interfaceIn(name: string, observed: ObservedReader): NetworkInterface | undefined {
  const said = observed.read(netPath, 'interfaces')?.value;
  const found = Array.isArray(said) ? said.find((each) => isObject(each) && each.name === name) : undefined;
  if (!isObject(found)) return undefined;
  const addresses = Array.isArray(found.addresses) ? found.addresses.filter((each) => typeof each === 'string') : [];
  return { name, addresses, up: found.up === true };
}

/** What is known of the interfaces: nothing while their observer has not reported, as after a start of the control process. */
export function areInterfacesKnown(observed: ObservedReader): boolean {
  return Array.isArray(observed.read(netPath, 'interfaces')?.value);
}

/** What every own device gets. */
export function networkOf(desk: DeskReader, observed: ObservedReader): NetworkOfBox {
  const { utcOffsetS, ...ptp } = ptpIn(desk, observed);
  return { interfaces: [...audioInterfaces(desk)], utcOffsetS, ptp };
}

function settingsIn(desk: DeskReader): Readonly<Record<string, unknown>> {
  return desk.has(netPath) ? desk.read(netPath) : {};
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
