// Where the service listens, and where a client on this machine finds it.
import { isIPv6 } from 'node:net';
import { StartError } from '../base/start-error.ts';
import type { HttpServer } from './server.ts';

/** Default 127.0.0.1, since there is no login. */
export const defaultHost = '127.0.0.1';
export const defaultPort = 8700;

/** The base of all rows. A server that listens on all addresses is named by its loopback one. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}/api`;
}

/** Rejects with StartError in words. */
export async function listen(server: HttpServer, host: string, port: number): Promise<string> {
  try {
    return urlOf(host, (await server.listen()).port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError([`${host}:${port}: ${wordsFor(code) ?? message}`]);
  }
}

function wordsFor(code: string | undefined): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return 'is in use by another program; stop it, or name another port by --port';
    case 'EACCES':
      return 'may not be used by this user; name a port above 1023 by --port';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'is no address of this machine; name another by --host';
    default:
      return undefined;
  }
}
