// The port and the names by which the desk is called.

import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { holderOfState } from '../../core/system/state-folder.ts';
import { defaultHost, defaultPort } from '../client.ts';
import { type Diagnosis, fine, problem } from './finding.ts';

const lookupMs = 5000;
const lastPort = 65_535;
/** A desk that listens on every address is reached by any of this machine. */
const everyAddress = ['', '0.0.0.0', '::'];

/** Free, or held by the desk of this very state folder. */
export async function port(host: string, number: number, stateFolder: string): Promise<Diagnosis> {
  const code = await tryPort(host, number);
  if (code === '') return fine('port', `${host}:${number} is free`);
  const holder = holderOfState(stateFolder);
  if (holder && code === 'EADDRINUSE' && holder.address.includes(`:${number}/`)) {
    return fine('port', `the desk of this state folder answers at ${holder.address}`);
  }
  const words: Readonly<Record<string, string>> = {
    EADDRINUSE: 'is in use by another program',
    EACCES: 'may not be used by this user',
    EADDRNOTAVAIL: 'is no address of this machine',
    ENOTFOUND: 'is no address, and no name that leads to one',
  };
  return problem('port', `${host}:${number} ${words[code] ?? code}`, otherPort(code, host, number));
}

/** Another port helps where the port is the fault. */
function otherPort(code: string, host: string, number: number): string {
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return 'ip -brief address   # lists what --host may be';
  const other = code === 'EACCES' || number === lastPort ? defaultPort : number + 1;
  return `rowdesk start ${host === defaultHost ? '' : `--host ${host} `}--port ${other}`;
}

function tryPort(host: string, number: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(number, host, () => server.close(() => resolve('')));
  });
}

/** Resolves to undefined where the answer takes too long: that is no finding about the name. */
type Lookup = (name: string) => Promise<readonly string[] | undefined>;

/**
 * Each name must lead to this machine, else its users speak to another. Names with a port are a proxy's. `host` is where the desk
 * listens: a name that leads to another address of this machine would find nothing there.
 */
export async function hostNames(
  names: readonly string[],
  host: string,
  find: Lookup = lookupInTime,
): Promise<Diagnosis> {
  const own = new Set(['127.0.0.1', '127.0.1.1', '::1', ...addresses()]);
  const asked = names.filter((name) => !/:\d+$/.test(name));
  const found = await Promise.all(asked.map(async (name) => ({ name, at: await find(name) })));
  const late = found.filter(({ at }) => at === undefined).map(({ name }) => name);
  const lost = found.filter(({ at }) => at !== undefined && !at.some((address) => own.has(address)));
  const unknown = late.length === 0 ? '' : `; no answer within ${lookupMs / 1000} s for ${late.join(', ')}`;
  if (lost.length === 0) return fine('host names', asked.join(', ') + unknown);
  const detail = lost.map(({ name, at = [] }) => {
    return at.length === 0 ? `${name} leads nowhere` : `${name} leads to ${at.join(', ')}, not to this machine`;
  });
  const address = everyAddress.includes(host) ? '127.0.0.1' : host;
  return problem(
    'host names',
    detail.join('; ') + unknown,
    `echo '${address} ${lost.map(({ name }) => name).join(' ')}' | sudo tee -a /etc/hosts`,
  );
}

async function lookupInTime(name: string): ReturnType<Lookup> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, lookupMs, undefined);
  });
  const found = lookup(name, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

function addresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}
