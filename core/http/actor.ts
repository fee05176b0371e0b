// Who asks, for the history. A name, not a proof: there is no login.
import type { IncomingMessage } from 'node:http';

const printable = /^[^\p{C}]{1,64}$/u;

export function addressOf(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress);
}

/** A socket's remote address, IPv4 also where the socket is IPv6. */
export function plainAddress(remoteAddress: string | undefined): string {
  return (remoteAddress ?? '').replace(/^::ffff:/, '');
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Header `Rowdesk-Actor`, at most 64 printable characters (UTF-8); else the remote address. */
export function actorOf(request: IncomingMessage): string {
  const header = request.headers['rowdesk-actor'];
  if (typeof header === 'string') {
    // Node reads header bytes as Latin-1.
    const name = Buffer.from(header, 'latin1').toString('utf8').trim();
    if (printable.test(name)) return name;
  }
  return addressOf(request);
}
