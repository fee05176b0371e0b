import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Access } from '../access/access.ts';
import { writePrivate } from '../access/access-file.ts';
import { accessFile, localKeyFile, sealFile } from '../access/access-paths.ts';
import { hashOf, newSecret } from '../access/secrets.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { AccessSource, sealIn } from './access-source.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const secret = newSecret();
const keys = (role: string) => JSON.stringify({ keys: [{ name: 'Maria', hash: hashOf(secret), role }] });

let folder: string;
let raised: string[];
let access: Access;
let time: FakeTime;
const warnings = {
  raise: ({ detail }: { readonly detail: string }) => void raised.push(detail),
  clear: (id: string) => void raised.push(`no ${id}`),
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  raised = [];
  time = new FakeTime();
  access = new Access({ time: new FakeTime(), log, warnings, seal: sealIn(folder, log) });
});
afterEach(() => rmSync(folder, { recursive: true }));

const source = (configFile?: string, configured?: never) =>
  new AccessSource({ access, stateFolder: folder, configured, configFile, time, log, warnings });
const role = () => access.permitOf({ authorization: `Bearer ${secret}` }, '192.0.2.7')?.role;

test('the file is followed: keys come, change and go; one that is faulty changes nothing and is an alarm', async () => {
  const from = source();
  expect(access.isOn).toBe(false);
  writePrivate(accessFile(folder), keys('mix'));
  await from.look();
  expect(role()).toBe('mix');
  writePrivate(accessFile(folder), keys('view'));
  await from.look();
  expect(role()).toBe('view');
  for (const faulty of ['{', '[]', keys('king'), '{"keys":[{}]}']) {
    writePrivate(accessFile(folder), faulty);
    await from.look();
    expect(raised.at(-1)).toContain('The keys from before stay in effect.');
    expect(role()).toBe('view');
  }
  writePrivate(accessFile(folder), '{"anonymous":"view"}');
  await from.look();
  expect(raised.at(-1)).toBe('no access-unreadable');
  expect(role).toThrow('not one of the desk');
});

test('without a file nothing is read, and no line is logged', async () => {
  const lines: string[] = [];
  const counting = { ...log, info: (_fields: object, message: string) => void lines.push(message) };
  const needs = { access, stateFolder: folder, configured: undefined, configFile: undefined, time, warnings };
  const from = new AccessSource({ ...needs, log: counting });
  for (let looks = 0; looks < 5; looks++) await from.look();
  expect([access.isOn, lines, raised]).toEqual([false, [], []]);
});

test('a file that is away for a moment opens nothing; one that was taken away ends the keys', async () => {
  writePrivate(accessFile(folder), keys('mix'));
  const from = source();
  await from.look();
  rmSync(accessFile(folder));
  expect(await from.look()).toBe(true);
  time.advance(1000);
  expect(await from.look()).toBe(true);
  expect(access.isOn).toBe(true);
  time.advance(1000);
  expect(await from.look()).toBe(false);
  expect(access.isOn).toBe(false);
});

test('the folder tells of the file, and nothing ticks; a file that is away is looked for until it is gone', async () => {
  const stop = source().start('http://127.0.0.1:8700/api');
  expect(time.timers).toBe(0);
  writePrivate(accessFile(folder), keys('mix'));
  await vi.waitUntil(() => access.isOn);
  expect(time.timers).toBe(0);
  rmSync(accessFile(folder));
  await vi.waitUntil(() => time.timers === 1);
  writePrivate(accessFile(folder), keys('view'));
  await vi.waitUntil(() => role() === 'view');
  rmSync(accessFile(folder));
  const isGone = () => {
    time.advance(1000);
    return !access.isOn;
  };
  await vi.waitUntil(isGone);
  expect(time.timers).toBe(0);
  stop();
});

test('a desk does not start with keys that it can not read', () => {
  writeFileSync(accessFile(folder), '{');
  expect(() => source()).toThrow(/access\.json is not JSON; correct it/);
});

test('keys of the configuration are followed in its file, and access.json is not looked at', async () => {
  const file = join(folder, 'desk.config.json');
  writeFileSync(file, `{"providers":[],"access":${keys('mix')}}`);
  writePrivate(accessFile(folder), keys('run'));
  const from = source(file, JSON.parse(keys('mix')) as never);
  expect(role()).toBe('mix');
  writeFileSync(file, `{"providers":[],"access":${keys('view')}}`);
  await from.look();
  expect(role()).toBe('view');
});

test('commands of this user find a key, which goes with the desk; files with secrets are for this user alone', () => {
  writePrivate(accessFile(folder), keys('mix'));
  const stop = source().start('http://127.0.0.1:8700/api');
  const { url, key } = JSON.parse(readFileSync(localKeyFile(folder), 'utf8'));
  expect(url).toBe('http://127.0.0.1:8700/api');
  expect(access.permitOf({ authorization: `Bearer ${key}` }, '')).toMatchObject({ name: 'local', role: 'run' });
  access.spendLink(access.makeLink('Maria'), '');
  for (const file of [accessFile, localKeyFile, sealFile]) expect(statSync(file(folder)).mode & 0o777).toBe(0o600);
  stop();
  expect(() => statSync(localKeyFile(folder))).toThrow('ENOENT');
});

test('a cookie is good after a restart', () => {
  writePrivate(accessFile(folder), keys('mix'));
  source();
  access.listensAt(8700);
  const { cookie } = access.spendLink(access.makeLink('Maria'), '');
  const anew = new Access({ time: new FakeTime(), log, warnings, seal: sealIn(folder, log) });
  anew.listensAt(8700);
  anew.use({ anonymous: 'none', ...JSON.parse(keys('mix')) });
  expect(anew.permitOf({ cookie: `other=1; ${cookie.split(';')[0]}` }, '')).toMatchObject({ name: 'Maria' });
});

test('keys in the configuration are followed in its file, which may have comments; a fault has its line', async () => {
  const file = join(folder, 'desk.config.json');
  const written = (of: string) => writeFileSync(file, `{\n  // Who mixes\n  "providers": [],\n  "access": ${of},\n}`);
  written(keys('mix'));
  const from = source(file, JSON.parse(keys('mix')) as never);
  await from.look();
  expect(role()).toBe('mix');
  written(keys('view'));
  await from.look();
  expect(role()).toBe('view');
  written(keys('king'));
  await from.look();
  expect(raised.at(-1)).toContain(`${file}:4:`);
  expect(raised.at(-1)).toContain('access/keys/0/role');
  expect(role()).toBe('view');
});
