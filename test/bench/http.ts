// The HTTP figures: each against the least that could do the same, in the same run.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Answer, type Service, temporaryFolder } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { load, percentile } from './load.ts';
import { processorShare, startBare } from './processes.ts';
import { type Figure, held, median, rounded } from './report.ts';
import { watchAll } from './watchers.ts';

const bare = (name: string) => join(dirname(fileURLToPath(import.meta.url)), 'bare', `${name}.js`);
const strips = Array.from({ length: 32 }, (_, n) => `/channel/input/${n + 1}`);
export const portOf = (service: Service) => Number(new URL(service.url).port);
/** No driver: the HTTP figures are the control process's alone. */
export const silent = { drivers: [], devices: [] };

async function rowsOf(service: Service): Promise<Record<string, Record<string, unknown>>> {
  const rows: Record<string, Record<string, unknown>> = {};
  for (const path of strips) rows[`/api${path}`] = (await service.get(path)).body;
  return rows;
}

/** The header fields of an answer that node:http does not write by itself. */
function ownHeaders({ headers }: Answer): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name)),
  );
}

/** 50 writes per second to random strips until the returned function is called. */
function writing(port: number): () => void {
  let n = 0;
  const timer = setInterval(() => {
    const path = strips[Math.floor(Math.random() * strips.length)];
    const body = JSON.stringify({ levelDb: -(n++ % 100) / 10 });
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body,
    }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
  }, 20);
  return () => clearInterval(timer);
}

export async function getRate(of: Checkout): Promise<Figure[]> {
  const service = await of.start({ config: silent });
  const headers = ownHeaders(await service.get(strips[0] as string));
  const other = await startBare(bare('get'), { rows: await rowsOf(service), headers });
  const paths = strips.map((strip) => `/api${strip}`);
  const ratios: number[] = [];
  let last = 0;
  for (let round = 0; round < 7; round++) {
    const rate = async (port: number) => {
      const stop = writing(port);
      const { requestsPerSecond, refused } = await load({ port, connections: 32, seconds: 2, method: 'GET', paths });
      stop();
      if (refused > 0) throw new Error(`${refused} GETs refused`);
      return requestsPerSecond;
    };
    const against = await rate(other.port);
    last = await rate(portOf(service));
    if (round > 0) ratios.push(last / against); // the first round warms both up
  }
  other.child.kill();
  await service.stop();
  return [
    held(
      'GET of random strips, of a bare node:http server',
      median(ratios),
      { least: 0.85 },
      '',
      `32 connections, guards on, 50 writes/s meanwhile, equal headers; ${rounded(last)} requests/s`,
    ),
  ];
}

export async function patchRate(of: Checkout): Promise<Figure[]> {
  const service = await of.start({ config: silent });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bare'));
  const headers = ownHeaders(await service.patch(strips[0] as string, { name: 'bench' }));
  const other = await startBare(bare('patch'), { folder, rows: await rowsOf(service), headers });
  const paths = strips.map((strip) => `/api${strip}`);
  const bodies = strips.map(() => '{"levelDb":-#,"name":"bench"}');
  const ratios: number[] = [];
  let last = 0;
  let p99 = 0;
  for (let round = 0; round < 7; round++) {
    const job = { connections: 64, seconds: 2, method: 'PATCH' as const, paths, bodies };
    const against = await load({ ...job, port: other.port });
    const ours = await load({ ...job, port: portOf(service) });
    if (ours.refused + against.refused > 0) throw new Error(`${ours.refused} PATCHes refused`);
    last = ours.requestsPerSecond;
    p99 = ours.p99Ms;
    if (round > 0) ratios.push(ours.requestsPerSecond / against.requestsPerSecond);
  }
  other.child.kill();
  await service.stop();
  return [
    held(
      'durable PATCH, of a bare server on the same store',
      median(ratios),
      { least: 0.65 },
      '',
      `64 connections, random strips; row and history entry, fsync in both, equal headers; ${rounded(last)} requests/s, p99 ${rounded(p99)} ms`,
    ),
  ];
}

/** From writes of a name to the last of 100 watchers of the row, in ms. */
export async function timesToWatchers(service: Service, path: string, writes: number): Promise<readonly number[]> {
  const watchers = await watchAll({ port: portOf(service), path: `/api${path}`, watchers: 100 });
  const times: number[] = [];
  for (let n = 0; n < writes; n++) {
    await watchers.arm(`"name":"n${n}"`);
    const sent = performance.timeOrigin + performance.now();
    const answer = service.patch(path, { name: `n${n}` });
    times.push((await watchers.arrived()) - sent);
    await answer;
  }
  await watchers.end();
  return times;
}

export async function patchToWatchers(of: Checkout): Promise<Figure[]> {
  const service = await of.start({ config: silent });
  const sorted = Float64Array.from(await timesToWatchers(service, strips[0] as string, 500)).sort();
  await service.stop();
  return [
    held(
      'PATCH to the last of 100 watchers, p99',
      percentile(sorted, 0.99),
      { most: 10 },
      ' ms',
      `500 writes to one row; median ${rounded(percentile(sorted, 0.5))} ms`,
    ),
  ];
}

/** A provider package with one row of so many bytes that changes 25 times a second while it is watched. */
export function kilobyteProvider(of: Checkout, bytes = 1000): string {
  const folder = temporaryFolder();
  const home = join(folder, 'node_modules', 'kilobyte');
  mkdirSync(home, { recursive: true });
  symlinkSync(of.root, join(folder, 'node_modules', 'rowdesk'));
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({
      name: 'kilobyte',
      version: '1.0.0',
      type: 'module',
      rowdesk: { provider: { api: 1, module: './index.js' } },
    }),
  );
  writeFileSync(
    join(home, 'index.js'),
    `import { defineProvider, Type, view } from 'rowdesk/provider';
let n = 0;
const text = 'x'.repeat(${bytes});
export default defineProvider({
  name: 'kilobyte',
  rows: () => [view('/kilobyte', {
    fields: { text: Type.String(), n: Type.Integer() },
    get: () => ({ text, n }),
    watch: (_at, changed) => {
      const timer = setInterval(() => { n++; changed(); }, 40);
      return () => clearInterval(timer);
    },
  })],
});
`,
  );
  return folder;
}

export async function broadcast(of: Checkout): Promise<Figure[]> {
  const state = kilobyteProvider(of);
  const service = await of.start({
    state,
    config: { ...silent, providers: ['kilobyte'] },
  });
  const other = await startBare(bare('broadcast'), { text: 'x'.repeat(1000), n: 0 });
  const shares = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 3; round++) {
    for (const [side, port, pid] of [
      ['bare', other.port, other.child.pid],
      ['ours', portOf(service), service.child.pid],
    ] as const) {
      const watchers = await watchAll({ port, path: '/api/kilobyte', watchers: 500 });
      shares[side].push(await processorShare(pid as number, 4));
      await watchers.end();
    }
  }
  other.child.kill();
  await service.stop();
  return [
    held(
      '500 watchers at 25 Hz of 1 kB, processor time of a bare broadcaster',
      median(shares.ours) / median(shares.bare),
      { most: 1.3 },
      ' times',
      `${rounded(median(shares.ours) * 100)} % of a core against ${rounded(median(shares.bare) * 100)} %`,
    ),
  ];
}
