import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-check-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowdesk(command: string, config: unknown, ...more: string[]) {
  const file = join(folder, 'desk.config.json');
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  const terminal = fakeTerminal();
  const code = await runCommand([command, '--config', file, ...more], terminal);
  return { code, out: terminal.out, err: terminal.err.replaceAll(folder, 'ROOM') };
}

test('a configuration without fault is said to have none, and nothing was started for it', async () => {
  const { code, out, err } = await rowdesk('check', { providers: ['console', 'clock'], drivers: ['mixer'] });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/2 providers with \d+ rows, 1 driver\n$/);
  expect(readdirSync(folder)).toEqual(['desk.config.json']);
});

test('every fault is told at once: of providers, required or not, of drivers, and of devices that nobody opens', async () => {
  const { code, out, err } = await rowdesk('check', {
    providers: [
      'console',
      'nowhere',
      { name: 'channel', config: { loud: true } },
      { name: 'telemetry', required: true },
      'meters',
    ],
    drivers: ['virtual', 'acme-box'],
    devices: [{ id: 'acme-1', transport: 'acme', model: 'box' }],
  });
  expect([code, out]).toEqual([1, '']);
  const lines = err.trimEnd().split('\n');
  expect(lines[0]).toBe(`ROOM/desk.config.json: ${lines.length - 1} faults`);
  expect(lines.slice(1).map((line) => line.replace(/^ROOM\S+ /, '').split(/[,:]/)[0])).toEqual([
    ...['provider "nowhere"', 'provider "channel"', 'provider "meters"'],
    ...['driver "acme-box"', 'drivers', 'device "acme-1"'],
  ]);
});

test.each([
  ['stagebox', 'models'],
  ['channelConfigs', 'channelConfigs'],
])('a faulty file of %s is told as a start would warn of it', async (provider, name) => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'torn.json'), '{');
  const { code, out, err } = await rowdesk('check', { providers: ['console', 'channel', provider] });
  rmSync(join(folder, name), { recursive: true });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(new RegExp(`: 1 fault\\nROOM/${name}/torn.json: .*start again\\.\\n$`));
});

test('a file that is none is refused in words', async () => {
  expect(await rowdesk('check', '{')).toMatchObject({ code: 1, err: expect.stringContaining('is not JSON') });
  const { code, err } = await rowdesk('check', { providers: [], rate: 1 });
  expect([code, err]).toEqual([1, expect.stringContaining('rate')]);
});

test('providers are listed with their rows, their needs and why one is left out', async () => {
  const { code, out } = await rowdesk('providers', { providers: ['nowhere', 'console', 'meters'] }, '-o', 'json');
  const listed = JSON.parse(out) as { name: string; state: string; rows: number; offers: string[]; reason: string }[];
  expect(code).toBe(0);
  expect(listed.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'nowhere left out',
    'console on',
    'meters left out',
    'channel left out',
  ]);
  expect(listed[1]).toMatchObject({ offers: expect.arrayContaining(['console.layout']), reason: '' });
  expect(listed[1]?.rows).toBeGreaterThan(0);
  expect(listed[2]?.reason).toContain('no provider offers');
});

test('the file, its providers and its drivers are told at once, with the names that were meant', async () => {
  const config = { provider: [], providers: ['console', 'chanel'], drivers: ['mixr', 'virtual'], rate: 22050 };
  const { code, err } = await rowdesk('check', config);
  expect(code).toBe(1);
  expect(err).toContain('desk.config.json:1:2: provider: is not known here; did you mean "providers"?');
  expect(err).toContain('rate: is none of the options; use one of 44100');
  expect(err).toMatch(/provider "chanel", name: .*; did you mean "channel"\?/);
  expect(err).toMatch(/driver "mixr": .*; did you mean "mixer"\?/);
  expect(err).not.toContain('npm install');
});

test('a provider that others need, and that is not switched on, is the first fault; what follows from it comes after', async () => {
  const { err } = await rowdesk('check', { providers: ['meters', 'channel', 'clock'], drivers: ['mixer'] });
  const [, root, ...rest] = err.trimEnd().split('\n');
  expect(root).toMatch(
    /^provider "console": is not switched on, and meters, channel need it; add "console" to providers$/,
  );
  expect(rest.map((line) => line.replace(/^ROOM\S+ /, '').split(',')[0])).toEqual([
    'provider "meters"',
    'provider "channel"',
  ]);
});

test('so is one whose own configuration is faulty', async () => {
  const console = { name: 'console', config: { layout: 3 } };
  const { err } = await rowdesk('check', { providers: ['meters', 'channel', console], drivers: ['mixer'] });
  expect(err.split('\n')[1]).toMatch(/^ROOM\/desk.config.json:1:\d+: provider "console", config\/layout: /);
});
