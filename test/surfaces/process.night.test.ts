// A surface in a process of its own: switched on and off, killed, in each other's way, and gone with its desk.
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync, readlinkSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { quietConfig, type Service, startService, stopServices } from '../harness/service.ts';

const config = {
  providers: [...quietConfig.providers, 'surface'],
  surfaces: [{ name: 'osc', config: { port: 0 } }],
};

afterEach(stopServices);

/** The process that has this port of UDP, by the tables of the kernel. */
function processAt(port: number): number | undefined {
  const hex = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const line = readFileSync('/proc/net/udp', 'utf8')
    .split('\n')
    .find((each) => each.includes(` ${hex} `));
  const inode = line?.trim().split(/\s+/)[9];
  if (inode === undefined) return undefined;
  for (const id of execFileSync('ls', ['/proc'])
    .toString()
    .split('\n')
    .filter((each) => /^\d+$/.test(each))) {
    for (const file of filesOf(id)) if (file === `socket:[${inode}]`) return Number(id);
  }
  return undefined;
}

function filesOf(id: string): readonly string[] {
  try {
    const names = execFileSync('ls', [`/proc/${id}/fd`], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
      .split('\n');
    return names.map((name) => {
      try {
        return readlinkSync(`/proc/${id}/fd/${name}`);
      } catch {
        return '';
      }
    });
  } catch {
    return [];
  }
}

async function enabled(desk: Service, fields: object = {}): Promise<number> {
  expect((await desk.patch('/surface/osc', { enabled: true, role: 'run', ...fields })).status).toBe(200);
  return (await desk.until('/surface/osc', ({ state, port }) => state === 'running' && port !== null)).port;
}

const send = (port: number, ...words: string[]) => execFileSync('oscsend', ['127.0.0.1', String(port), ...words]);

async function gone(processId: number): Promise<void> {
  for (;;) {
    try {
      process.kill(processId, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('off by default; on, it is a process of its own that moves a fader; off again, its port is free', async () => {
  const desk = await startService({ config });
  expect((await desk.get('/surface/osc')).body).toMatchObject({ enabled: false, state: 'off', port: null });
  const port = await enabled(desk);
  const surface = processAt(port) as number;
  expect(surface).not.toBe(desk.child.pid);
  send(port, '/channel/input/1/levelDb', 'f', '-6.1');
  await desk.until('/channel/input/1', ({ levelDb }) => levelDb === -6.1);
  await desk.until('/surface/osc', ({ peers }) => peers.length === 1);
  await desk.patch('/surface/osc', { enabled: false });
  await gone(surface);
  expect((await desk.get('/surface/osc')).body).toMatchObject({ state: 'off', port: null, peers: [] });
}, 120_000);

test('killed, it comes back by itself, and the desk does not notice more than a warning', async () => {
  const desk = await startService({ config });
  const port = await enabled(desk);
  process.kill(processAt(port) as number, 'SIGKILL');
  await desk.until('/surface/osc', (row) => row.state !== 'running' || row.port !== port);
  const again = (await desk.until('/surface/osc', (row) => row.state === 'running' && row.port !== null)).port;
  send(again, '/channel/input/1/muted', 'T');
  await desk.until('/channel/input/1', ({ muted }) => muted);
}, 120_000);

test('a process that hangs is ended and started again; one that crashes thrice is set aside until it is switched off and on', async () => {
  const desk = await startService({ config });
  let before = await enabled(desk);
  const first = processAt(before) as number;
  process.kill(first, 'SIGSTOP');
  await gone(first);
  for (let n = 0; n < 2; n += 1) {
    const { port } = await desk.until(
      '/surface/osc',
      (row) => row.state === 'running' && row.port !== null && row.port !== before,
    );
    before = port;
    process.kill(processAt(port) as number, 'SIGKILL');
  }
  const { reason } = await desk.until('/surface/osc', ({ state }) => state === 'failed');
  expect(reason).toMatch(/^set aside: it crashed 3 times within 5 minutes, last by SIGKILL; switch it off and on/);
  await desk.until('/warnings', ({ warnings }) => warnings.some(({ id }: { id: string }) => id === 'surface-osc'));
  await desk.patch('/surface/osc', { enabled: false });
  await enabled(desk);
  await desk.until('/warnings', ({ warnings }) => warnings.every(({ id }: { id: string }) => id !== 'surface-osc'));
}, 180_000);

test('a port in use is a reason in the row, and tried again; a wrong config is said by its field', async () => {
  const other = createSocket('udp4');
  await new Promise<void>((resolve) => other.bind(0, '127.0.0.1', resolve));
  const { port } = other.address();
  const surfaces = [
    { name: 'osc', config: { port } },
    { name: 'osc', id: 'wrong', config: { port: 'many' } },
    { name: 'no-such-surface' },
  ];
  const desk = await startService({ config: { ...config, surfaces } });
  for (const id of ['osc', 'wrong', 'no-such-surface']) await desk.patch(`/surface/${id}`, { enabled: true });
  const reasonOf = async (id: string) => (await desk.until(`/surface/${id}`, ({ state }) => state === 'failed')).reason;
  expect(await reasonOf('osc')).toBe(`port ${port} (udp, 127.0.0.1) is in use by another program`);
  expect(await reasonOf('wrong')).toMatch(/^config\/port has the wrong type/);
  expect(await reasonOf('no-such-surface')).toMatch(/^no-such-surface is neither a surface of rowdesk nor a package/);
  other.close();
  await desk.until('/surface/osc', (row) => row.state === 'running' && row.port === port);
}, 120_000);

test('a control process that is killed takes its surfaces along, and the next one opens them as they were', async () => {
  const desk = await startService({ config });
  const port = await enabled(desk, { label: 'Pad' });
  const surface = processAt(port) as number;
  await desk.kill();
  await gone(surface);
  const next = await startService({ config, state: desk.state });
  const row = await next.until('/surface/osc', ({ state }) => state === 'running');
  expect(row).toMatchObject({ enabled: true, label: 'Pad', role: 'run' });
  const ended = processAt(row.port) as number;
  await next.stop();
  await gone(ended);
}, 120_000);
