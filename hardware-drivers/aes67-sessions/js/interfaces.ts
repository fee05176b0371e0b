// Network interfaces of this computer, by name.
import type { NetworkInterfaceInfo } from 'node:os';
import { isInSubnet, type Subnet } from './address.ts';

export interface LocalInterface extends Subnet {
  readonly name: string;
  /** `00:1d:c1:12:34:56` */
  readonly mac: string;
}

/** As `os.networkInterfaces()` returns them: an interface without a link is not among them. */
export type InterfaceList = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** The interface with its first address of IPv4; undefined while it is not there or has none. */
export function interfaceNamed(name: string, list: InterfaceList): LocalInterface | undefined {
  const found = (Object.hasOwn(list, name) ? list[name] : undefined)?.find(({ family }) => family === 'IPv4');
  return found && { name, address: found.address, netmask: found.netmask, mac: found.mac };
}

/**
 * Whether a packet to a group came by one of these interfaces, as far as its sender's address shows: the kernel hands a group
 * that another program joined elsewhere to every socket. A sender behind a router is on no subnet, and is let through.
 */
export function cameBy(interfaces: readonly LocalInterface[], sender: string, list: InterfaceList): boolean {
  if (interfaces.some((each) => isInSubnet(sender, each))) return true;
  const others = Object.values(list).flatMap((infos = []) => infos.filter(({ family }) => family === 'IPv4'));
  return !others.some((other) => isInSubnet(sender, other));
}

export function areSame(some: readonly LocalInterface[], others: readonly LocalInterface[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
