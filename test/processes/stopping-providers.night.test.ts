// Packages that stop the process instead of throwing: they end it, hold it, or throw where nobody catches. Each is named,
// the desk starts without it or goes on, and the sound plays.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { opening, write } from '../harness/desk.ts';
import { installInto, type Package } from '../harness/packages.ts';
import {
  outliving,
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';

const folders: string[] = [];
afterAll(async () => {
  await stopServices();
  folders.forEach(removeFolder);
});

/** `/NAME` with a view that does `get`; `start` runs once rows answer. */
function provider(name: string, parts: { top?: string; get?: string; start?: string }): Package {
  const { top = '', get = '', start = '' } = parts;
  return {
    name,
    rowdesk: { provider: { api: 1, module: './index.js' } },
    files: {
      'index.js': `import { defineProvider, Type, view } from 'rowdesk/provider';
import { connect } from 'node:net';
${top}
export default defineProvider({
  name: '${name}',
  rows: () => [view('/${name}', { fields: { a: Type.Integer({ default: 0 }) }, get: () => { ${get}; return { a: 1 }; } })],
  start: () => { ${start} },
});
`,
    },
  };
}

async function startWith(packages: readonly Package[], state = temporaryFolder()): Promise<Service> {
  if (!folders.includes(state)) {
    folders.push(state);
    installInto(state, packages);
  }
  const names = packages.map(({ name }) => name);
  return startService({
    state,
    config: { ...outliving, providers: [...quietConfig.providers, ...names] },
  });
}

const logOf = ({ child }: { child: ChildProcess }) => {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return () => text;
};

/** A port of this machine at which nothing answers. */
async function deafPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

const warningOf = async (service: Service, id: string) =>
  (await service.get('/warnings')).body.warnings.find((each: { id: string }) => each.id === id);

test('packages that end the process, or throw where nobody catches, are named, and the desk goes on', async () => {
  const port = await deafPort();
  const service = await startWith([
    provider('exits-at-import', { top: 'process.exit(0);' }),
    provider('aborts-at-import', { top: 'process.abort();' }),
    provider('exits-in-get', { get: 'process.exit(0)' }),
    provider('exits-in-timer', { start: 'setTimeout(() => process.exit(0), 10);' }),
    provider('throws-in-timer', { start: "setInterval(() => { throw new Error('broken'); }, 5);" }),
    provider('throws-nothing', { start: 'setTimeout(() => { throw undefined; }, 10);' }),
    provider('rejects', { start: "setTimeout(() => void Promise.reject(new Error('broken')), 10);" }),
    provider('has-no-peer', { start: `connect(${port}, '127.0.0.1');` }),
  ]);
  for (const name of ['exits-in-timer', 'throws-in-timer', 'throws-nothing', 'rejects', 'has-no-peer']) {
    await service.until('/warnings', (row) =>
      row.warnings.some(({ id }: { id: string }) => id === `provider-fails-${name}`),
    );
  }
  expect((await warningOf(service, 'provider-fails-exits-in-timer')).detail).toContain('process.exit() was called');
  const leftOut = (await service.get('/warnings')).body.warnings.map(({ detail }: { detail: string }) => detail);
  expect(leftOut).toContainEqual(expect.stringMatching(/"exits-at-import".*process\.exit\(\) was called/));
  expect(leftOut).toContainEqual(expect.stringMatching(/"aborts-at-import".*process\.abort\(\) was called/));
  expect((await service.get('/exits-in-get')).status).toBe(500);
  await opening(service);
  await write(service, '/channel/input/1', { levelDb: -6 });
  expect((await service.get('/throws-in-timer')).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test.concurrent('a package that loops as it is imported is named, and set aside at the next start', async ({
  expect,
}) => {
  const looping = [provider('loops-at-import', { top: 'for (;;) {}' })];
  const state = temporaryFolder();
  await expect(startWith(looping, state)).rejects.toThrow(/"provider":"loops-at-import".*holds the desk.*index\.js:3/);
  const service = await startWith(looping, state);
  const { warnings } = (await service.get('/warnings')).body;
  expect(warnings).toContainEqual(
    expect.objectContaining({
      title: 'Provider loops-at-import was left out',
      detail: expect.stringMatching(/is set aside: it held the desk.*at its start, in .*index\.js:3/),
    }),
  );
  // Ended in order, it is tried again.
  expect(await service.stop()).toBe(0);
});

test.concurrent('a package that loops in a row ends the control process, and the sound goes on', async ({ expect }) => {
  const looping = [provider('loops-in-get', { get: 'for (;;) {}' })];
  const first = await startWith(looping);
  const log = logOf(first);
  await opening(first);
  const { processId } = await first.until('/telemetry/rt', (row) => row.processId > 0);
  const ended = once(first.child, 'exit');
  first.get('/loops-in-get').catch(() => {});
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(log()).toMatch(/"provider":"loops-in-get".*loops-in-get\/index\.js/);
  // Once is not too often.
  const next = await startWith(looping, first.state);
  expect((await next.until('/telemetry/rt', (row) => row.processId > 0)).processId).toBe(processId);
  const { warnings } = (await next.get('/warnings')).body as { warnings: { id: string }[] };
  // That this machine had no time for the desk is no fault of the package.
  expect(warnings.filter(({ id }) => id !== 'event-loop')).toEqual([]);
  expect(await next.stop()).toBe(0);
});
