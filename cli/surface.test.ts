// `rowdesk surface`: surfaces, who takes part, and what is found on the network.
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['surface'] });
});
afterEach(() => desk.close());

async function surface(words: readonly string[] = [], width?: number) {
  const terminal = fakeTerminal(width);
  const code = await runCommand(['surface', ...words, '--url', desk.host.url], terminal);
  return { code, out: terminal.out, err: terminal.err };
}

test('surfaces are listed, with who takes part and why one does not run', async () => {
  const lastSeenAt = '2026-01-01T00:00:00.000Z';
  const peer = { address: '192.0.2.7', port: 9000, transport: 'udp', subscriptions: 2, dropped: 1, lastSeenAt };
  desk.surfaces.become('osc', { state: 'failed', reason: 'port 8710 is in use', peers: [peer] });
  const { code, out } = await surface([], 140);
  expect([
    code,
    ...out
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  ]).toEqual([
    0,
    ['ID', 'LABEL', 'STATE', 'PORT', 'QUERY', 'ROLE', 'PEERS'],
    ['osc', 'failed', 'mix', '1'],
    ['osc: port 8710 is in use'],
    [''],
    ['PEER', 'TRANSPORT', 'FOLLOWS', 'DROPPED', 'HEARD'],
    ['192.0.2.7:9000', 'udp', '2', '1', lastSeenAt],
  ]);
});

test('on adds machines, off keeps them', async () => {
  expect((await surface(['on', 'osc', '--address', '192.0.2.7', '--role', 'run'])).code).toBe(0);
  expect((await surface(['on', 'osc', '--address', '192.0.2.8:9000'])).code).toBe(0);
  const addresses = ['192.0.2.7', '192.0.2.8:9000'];
  expect((await desk.get('/surface/osc')).body).toMatchObject({ enabled: true, role: 'run', addresses });
  expect((await surface(['off', 'osc'])).code).toBe(0);
  expect((await desk.get('/surface/osc')).body).toMatchObject({ enabled: false, addresses });
  expect((await surface(['on', 'nothing'])).code).toBe(1);
});

test('look lists what was found, the surest first, and how sure that is', async () => {
  const found = {
    kind: 'osc',
    label: 'Pad',
    address: '192.0.2.9',
    port: 9000,
    confidencePercent: 80,
    why: 'it says so',
  };
  desk.surfaces.found = [found];
  const { code, out } = await surface(['look'], 140);
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n').at(-1)?.trim().split(/ {2,}/)).toEqual([
    'osc',
    'Pad',
    '192.0.2.9',
    '9000',
    '80 %',
    'it says so',
  ]);
  desk.surfaces.found = [];
  expect((await surface(['look'], 140)).err).toContain('nothing was found');
});
