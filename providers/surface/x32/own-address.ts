// The address by which a client knows this machine: the one of the network that both are in.
import { networkInterfaces } from 'node:os';

/** Of 127.0.0.1 the same; where no network has both, the first address that is not of this machine alone. */
export function ownAddress(client: string): string {
  if (client.startsWith('127.')) return '127.0.0.1';
  const own = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal),
  );
  const near = own.find(({ address, netmask }) => (bits(address) & bits(netmask)) === (bits(client) & bits(netmask)));
  return (near ?? own[0])?.address ?? '127.0.0.1';
}

const bits = (address: string) => address.split('.').reduce((sum, part) => (sum << 8) | Number(part), 0);
