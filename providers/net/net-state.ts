// What the driver of the network reports of /net, and what stands for it while there is none.
import type { Drivers, Fields, FieldsOf, ObservedReader } from 'rowdesk/provider';
import { type net, netPath, type Role } from './contract.ts';

export type Net = FieldsOf<typeof net>;
export type Ptp = Net['ptp'];
export type NetworkInterface = Net['interfaces'][number];

const roleOf: readonly (readonly [field: string, role: Role])[] = [
  ['audioInterface', 'audio'],
  ['secondAudioInterface', 'audio-second'],
  ['controlInterface', 'control'],
];

/** The read-only fields of /net. `absentReason`: why no driver looks at the network. */
export function netState(
  settings: Fields,
  observed: ObservedReader,
  absentReason: () => string,
): Pick<Net, 'interfaces' | 'ptp'> {
  const ptp = observed.read(netPath, 'ptp')?.value as Ptp | undefined;
  return {
    interfaces: interfacesIn(observed).map((each) => ({ ...each, roles: rolesOf(each.name, settings) })),
    ptp: ptp ?? unobserved(Number(settings.ptpDomain), absentReason()),
  };
}

/** Those that the driver reports; none without it. */
export function interfacesIn(observed: ObservedReader): readonly Omit<NetworkInterface, 'roles'>[] {
  return (observed.read(netPath, 'interfaces')?.value as readonly NetworkInterface[] | undefined) ?? [];
}

/** What an interface of this name is used for. */
export function rolesOf(name: string, settings: Fields): readonly Role[] {
  return roleOf.filter(([field]) => settings[field] === name).map(([, role]) => role);
}

/** Why nothing is reported of the network, in words. */
export function whyAbsent({ choices }: Pick<Drivers, 'choices'>): string {
  const network = choices.filter(({ kind }) => kind === 'network');
  const driver = network.find(({ chosen }) => chosen) ?? network[0];
  if (driver === undefined) {
    return 'Nothing looks at the network: the driver aes67-sessions is not switched on in providers.config.json.';
  }
  if (driver.state === 'starting' || driver.state === 'running') return 'The driver of the network is starting.';
  return `The driver of the network is absent: ${driver.reason || driver.state}`;
}

function unobserved(domain: number, reason: string): Ptp {
  return {
    ...{ domain, state: 'unobserved', grandmasterId: '', offsetNs: null, meanPathDelayNs: null, utcOffsetS: 37 },
    ...{ lastChangeAt: '', stale: false, reason },
  };
}
