// The port and the names by which the desk is called.

import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { holderOfState } from '../../core/system/state-folder.ts';
import { type Diagnosis, fine, problem } from './finding.ts';

const lookupMs = 1500;

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
  };
  const other = code === 'EACCES' ? 8700 : number + 1;
  return problem('port', `${host}:${number} ${words[code] ?? code}`, `rowdesk start --port ${other}`);
}

function tryPort(host: string, number: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(number, host, () => server.close(() => resolve('')));
  });
}

type Lookup = (name: string) => Promise<readonly string[]>;

/** Each name must lead to this machine, else whoever uses it speaks to another. Names with a port are a proxy's. */
export async function hostNames(names: readonly string[], find: Lookup = lookupInTime): Promise<Diagnosis> {
  const own = new Set(['127.0.0.1', '127.0.1.1', '::1', ...addresses()]);
  const asked = names.filter((name) => !/:\d+$/.test(name));
  const found = await Promise.all(asked.map(async (name) => ({ name, at: await find(name) })));
  const lost = found.filter(({ at }) => !at.some((address) => own.has(address)));
  if (lost.length === 0) return fine('host names', asked.join(', '));
  const detail = lost.map(({ name, at }) => `${name} leads to ${at.join(', ') || 'nowhere'}, not to this machine`);
  return problem(
    'host names',
    detail.join('; '),
    `echo '127.0.1.1 ${lost.map(({ name }) => name).join(' ')}' | sudo tee -a /etc/hosts`,
  );
}

async function lookupInTime(name: string): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, lookupMs, []);
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
