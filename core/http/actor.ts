// Who asks, for the history. A name, not a proof: there is no login.
import type { IncomingMessage } from 'node:http';
import { plainAddress } from './remote-address.ts';

const printable = /^[^\p{C}]{1,64}$/u;

export function addressOf(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress);
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
