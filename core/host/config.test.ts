import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { checkConfig, readConfig } from './config.ts';

function faultsOf(given: unknown): readonly string[] {
  try {
    checkConfig(given, '/site/desk.json');
  } catch (error) {
    if (error instanceof StartError) return error.problems;
    throw error;
  }
  return [];
}

test('what is left out has a default, and a name alone is an entry', () => {
  const config = checkConfig({ providers: ['console', { name: 'channel', required: true }] }, '/site/desk.json');
  expect(config).toMatchObject({
    folder: '/site',
    providers: [
      { name: 'console', required: false, config: {} },
      { name: 'channel', required: true, config: {} },
    ],
    drivers: [],
    devices: [],
    heartbeatMs: 1000,
    lingerS: null,
    rate: 48000,
    blockFrames: 64,
    limits: { watchers: 512, watchersPerAddress: 64, bodyBytes: 65536 },
  });
});

test('the figures of the guards can be set one by one', () => {
  const { limits } = checkConfig({ providers: [], limits: { watchers: 3 } }, '/site/desk.json');
  expect(limits).toMatchObject({ watchers: 3, watchersPerAddress: 64 });
});

test('all faults are reported at once, each with its field and its remedy', () => {
  const given = {
    providers: ['console', 'console', { nome: 'x' }, '../up'],
    limits: { watchers: 0, watcher: 1 },
    trustedOrigins: ['panel.example.org'],
    rate: 22050,
    lingerS: -1,
    port: 80,
  };
  expect(faultsOf(given)).toEqual([
    '/site/desk.json, port: is not known here; take it away, or correct its name',
    '/site/desk.json, providers/2/name: is missing; add it',
    expect.stringContaining('/site/desk.json, providers/2/nome: is not known here'),
    expect.stringContaining('/site/desk.json, providers/3/name: does not have the form asked for'),
    '/site/desk.json, limits/watcher: is not known here; did you mean "watchers"?',
    '/site/desk.json, limits/watchers: is out of range; use a number >= 1',
    expect.stringContaining('/site/desk.json, trustedOrigins/0: does not have the form asked for'),
    '/site/desk.json, lingerS: is out of range; use a number >= 0',
    '/site/desk.json, rate: is none of the options; use one of 44100, 48000, 88200, 96000, 176400, 192000',
    '/site/desk.json, providers/1: names "console" a second time; take one of them away',
  ]);
});

test('a provider that is named twice is a fault', () => {
  expect(faultsOf({ providers: ['console', { name: 'console' }] })).toEqual([
    '/site/desk.json, providers/1: names "console" a second time; take one of them away',
  ]);
});

test('a device whose id is there twice is a fault, and the first one is what the sound goes on with', () => {
  const devices = ['a', 'b'].map((model) => ({ id: 'stage', transport: 'alsa', model }));
  expect(faultsOf({ providers: [], devices: [...devices, { ...devices[0], id: 'lobby' }] })).toEqual([
    '/site/desk.json, devices/1: names "stage" a second time; take one of them away',
  ]);
});

test('what is no configuration at all is said to be none', () => {
  expect(faultsOf([])).toEqual(['/site/desk.json: has the wrong type; give object']);
  expect(faultsOf({})).toEqual(['/site/desk.json, providers: is missing; add it']);
});

test('a file has the line of each fault, and may have comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-config-'));
  const file = join(folder, 'desk.json');
  try {
    writeFileSync(file, '{ // a desk\n  "providers": ["console",],\n}');
    expect(readConfig(file).providers).toMatchObject([{ name: 'console' }]);
    writeFileSync(file, '{\n  "providers": ["console" "console"],\n  "rate": 1\n}');
    expect(() => readConfig(file)).toThrow(
      [
        `${file}:2:27: is not JSON: a comma is missing before this; add it`,
        `${file}:2:27: providers/1: names "console" a second time; take one of them away`,
        `${file}:3:3: rate: is none of the options; use one of 44100, 48000, 88200, 96000, 176400, 192000`,
      ].join('\n'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file that is not there is named', () => {
  expect(() => readConfig('/nowhere/desk.json')).toThrow('/nowhere/desk.json: can not be read (ENOENT)');
});

test('a file that is no JSON is named', () => {
  const self = fileURLToPath(import.meta.url);
  expect(() => readConfig(self)).toThrow(`${self}:1:1: is not JSON: `);
});

test('the configuration that comes with rowdesk is right', () => {
  const file = fileURLToPath(new URL('../../providers.config.json', import.meta.url));
  expect(readConfig(file).providers.map(({ name }) => name)).toContain('console');
});

test('keys are checked as all else: a name for each, and a bus for those that mix', () => {
  const hash = 'a'.repeat(64);
  const key = { name: 'Maria', hash, role: 'mix', bus: 'mix/3' };
  const config = (...keys: readonly object[]) => ({ providers: [], access: { keys } });
  expect(checkConfig(config(key), '/site/desk.json').access).toEqual({ keys: [key], anonymous: 'none' });
  expect(checkConfig({ providers: [] }, '/site/desk.json').access).toBeUndefined();
  expect(faultsOf(config(key, { ...key, hash: 'b'.repeat(64) }))).toEqual([
    '/site/desk.json, access: names the key "Maria" twice; correct its keys',
  ]);
  expect(faultsOf(config({ ...key, role: 'view' }))).toHaveLength(1);
  // Who writes the key itself into the file learns what belongs there, and the key is in no message.
  const secret = `rd_${'k'.repeat(43)}`;
  const [fault] = faultsOf(config({ ...key, hash: secret }));
  expect(fault).toContain('access/keys/0/hash');
  expect(fault).not.toContain(secret);
});
