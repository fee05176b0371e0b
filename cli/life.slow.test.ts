// The built command line from outside: one desk from its start to its end.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outliving, removeFolder, run, startService, stopServices, temporaryFolder } from '../test/harness/service.ts';
import { sine } from '../test/harness/sound.ts';
import { writeWav } from '../test/harness/wav.ts';
import { driverProcesses } from './driver-processes.ts';

const state = temporaryFolder();
afterAll(async () => {
  await stopServices();
  removeFolder(state);
});

test('a desk is read, written and explained, and stop ends both of its processes', async () => {
  const { url, child, until } = await startService({ state });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await until('/console', ({ engine }) => engine === 'running');
  expect(driverProcesses(state).map(({ name }) => name)).toEqual(['audio']);

  const written = await run(['patch', '/channel/input/2', 'levelDb=-6', 'name=Snare', '--url', url]);
  expect([written.code, JSON.parse(written.stdout)]).toEqual([
    0,
    expect.objectContaining({ levelDb: -6, name: 'Snare' }),
  ]);
  const table = await run(['get', 'channel/input/2', '-o', 'table'], { env: { ROWDESK_URL: url } });
  expect(table.stdout).toMatch(/^levelDb +-6$/m);
  expect((await run(['explain', '/channel/input/2', '--url', url])).stdout).toMatch(/levelDb +number +-144 to 10 dB/);
  const refused = await run(['patch', '/channel/input/2', 'levelDb=11', '--url', url]);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  const drivers = JSON.parse((await run(['drivers', '-o', 'json', '--url', url])).stdout);
  expect(drivers).toContainEqual(expect.objectContaining({ name: 'virtual', chosen: true }));

  const second = await run(['start', '--port', '0', '--state', state]);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`process ${child.pid}`)]);

  const rendered = join(state, 'mix.wav');
  const words = ['render', '--state', state, '--input', `2=${tone()}`, '--output', `main/1=${rendered}`];
  expect((await run([...words, '--duration', '0.1'])).code).toBe(0);
  expect(existsSync(rendered)).toBe(true);

  const stopped = await run(['stop', '--state', state]);
  expect([stopped.code, stopped.stdout]).toEqual([0, '']);
  expect(await ended).toBe(0);
  expect(driverProcesses(state)).toEqual([]);
  expect((await run(['get', '/console', '--url', url])).code).toBe(3);
});

test('stop also ends the sound that a killed control process left behind', async () => {
  const { kill, until } = await startService({ state, config: outliving });
  await until('/console', ({ engine }) => engine === 'running');
  await kill();
  expect(driverProcesses(state).map(({ name }) => name)).toEqual(['audio']);
  const { code, stderr } = await run(['stop', '--state', state]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("The process 'audio'")]);
  expect(driverProcesses(state)).toEqual([]);
  expect((await run(['stop', '--state', state])).stderr).toContain('Nothing runs for');
});

test('a driver that a start names is built beside the desk, which says how it goes and ends in order', async () => {
  const drivers = ['mixer', 'virtual', 'totalmix'];
  // A driver without native code: there is nothing to build, and the build says so.
  const { get, until, stop } = await startService({ state, config: { drivers }, words: ['--build', 'totalmix'] });
  await until('/console', ({ engine }) => engine === 'running');
  const { body } = await get('/hardware');
  const driver = body.drivers.find(({ name }: { name: string }) => name === 'totalmix');
  expect(['building', 'failed']).toContain(driver.state);
  expect(driver.reason).toMatch(/^it (waits to be built \(1 of 1\)|is not built: there is no native package totalmix)/);
  expect(driverProcesses(state).map(({ name }) => name)).toEqual(['audio']);
  expect(await stop()).toBe(0);
});

test('a port that is taken is said in words', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await run(['start', '--port', String(port), '--state', state]);
  server.close();
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${port}`)]);
});

function tone(): string {
  const file = join(state, 'tone.wav');
  writeWav(file, 48000, [sine(1000, -20, 48000, 4800)]);
  return file;
}
