import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { AccessConfig, problemOf } from '../../core/access/access-config.ts';
import { readAccessFile, writePrivate } from '../../core/access/access-file.ts';
import { accessFile } from '../../core/access/access-paths.ts';
import { hashOf, newSecret } from '../../core/access/secrets.ts';
import { checkWithDefaults } from '../../core/base/schema-violations.ts';
import { Client } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { stateFolder } from '../state-folder.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

interface StateArgs {
  readonly state?: string;
}
type Role = AccessConfig['keys'][number]['role'];
type Anonymous = AccessConfig['anonymous'];

const columns = ['name', 'role', 'bus'];
const words: Readonly<Record<Anonymous, string>> = {
  none: 'Without a key nobody may do anything.',
  view: 'Those without a key may look on.',
  mix: 'Those without a key may mix.',
};

/** `rowdesk access`: the keys, without what opens anything. */
export async function listKeys({ state }: StateArgs, terminal: Terminal): Promise<void> {
  const found = read(fileOf(state));
  if (found === undefined) return terminal.talk('There are no keys: everybody who reaches the desk may do all.');
  terminal.data(
    table(
      found.keys.map(({ name, role, bus = '' }) => ({ name, role, bus })),
      columns,
      terminal.width,
    ),
  );
  terminal.talk(words[found.anonymous]);
}

/** `rowdesk access add NAME`: the key is on stdout, and nowhere else. */
export async function addKey(
  {
    state,
    name,
    role,
    bus,
    anonymous,
  }: StateArgs & { readonly name: string; readonly role: Role; readonly bus?: string; readonly anonymous?: Anonymous },
  terminal: Terminal,
): Promise<void> {
  const file = fileOf(state);
  const before = read(file) ?? { keys: [], anonymous: 'none' };
  if (before.keys.some((each) => each.name === name)) {
    throw new CommandError('refused', `There is a key "${name}" already: rowdesk access withdraw '${name}' ends it.`);
  }
  const key = newSecret();
  const entry = { name, hash: hashOf(key), role, ...(bus === undefined ? {} : { bus }) };
  const now = { anonymous: anonymous ?? before.anonymous, keys: [...before.keys, entry] };
  write(file, now, state);
  terminal.data(`${key}\n`);
  terminal.talk(`This is the key of ${name}; it is not shown again. ${words[now.anonymous]}`);
}

/** `rowdesk access withdraw NAME` */
export async function withdrawKey({ state, name }: StateArgs & { readonly name: string }, terminal: Terminal) {
  const file = fileOf(state);
  const before = read(file);
  const keys = before?.keys.filter((each) => each.name !== name);
  if (before === undefined || keys === undefined || keys.length === before.keys.length) throw noKey(name);
  write(file, { ...before, keys }, state);
  terminal.talk(`The key of ${name} is withdrawn.`);
}

/** `rowdesk access anonymous ROLE` */
export async function setAnonymous({ state, role }: StateArgs & { readonly role: Anonymous }, terminal: Terminal) {
  const file = fileOf(state);
  write(file, { ...(read(file) ?? { keys: [] }), anonymous: role }, state);
  terminal.talk(words[role]);
}

/** `rowdesk access off` */
export async function endAccess({ state }: StateArgs, terminal: Terminal): Promise<void> {
  rmSync(fileOf(state), { force: true });
  terminal.talk('There are no keys: everybody who reaches the desk may do all.');
}

/** `rowdesk access link NAME`: the secret is in the fragment, which a browser does not send. */
export async function showLink(
  { name, url, at }: { readonly name: string; readonly url: string; readonly at?: string },
  terminal: Terminal,
): Promise<void> {
  const client = new Client(url);
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) };
  const { link } = JSON.parse(await (await client.ask('/access/links', asked)).text()) as { readonly link: string };
  const page = new URL('/mix', at ?? reachableFrom(url)).href;
  const { renderUnicodeCompact } = await import('uqr');
  const whole = `${page}#link=${link}`;
  terminal.data(`${whole}\n`);
  terminal.talk(
    `${renderUnicodeCompact(whole, { border: 4 })}\nIt opens the page with the key of ${name}: once, within ten minutes.`,
  );
}

/** A phone can't reach the loopback address that a command on this machine uses. */
function reachableFrom(url: string): string {
  const { port, hostname, origin } = new URL(url);
  if (!/^(localhost|127\.|\[::1\])/.test(hostname)) return origin;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return own === undefined ? origin : `http://${own.address}:${port}`;
}

const fileOf = (state: string | undefined) => accessFile(stateFolder(state));

function read(file: string): AccessConfig | undefined {
  try {
    return readAccessFile(file);
  } catch (error) {
    throw new CommandError('refused', `${(error as Error).message}.`);
  }
}

function write(file: string, config: AccessConfig, state: string | undefined): void {
  const [first] = checkWithDefaults(AccessConfig, config).violations;
  if (first !== undefined) throw new CommandError('usage', `${first.field} ${first.problem}; ${first.remedy}.`);
  const problem = problemOf(config);
  if (problem !== '') throw new CommandError('usage', `This ${problem}.`);
  const folder = stateFolder(state);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writePrivate(file, `${JSON.stringify(config, undefined, 2)}\n`);
}

const noKey = (name: string) => new CommandError('refused', `There is no key "${name}"; rowdesk access lists them.`);
