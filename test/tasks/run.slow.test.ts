// `rowdesk run PATH` as a person at a terminal has it: progress while it runs, the report at its end, Ctrl-C cancels.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { running } from '../harness/desk.ts';
import { cli, run, type Service, startService, stopServices } from '../harness/service.ts';

let desk: Service;
beforeAll(async () => {
  const providers = ['console', 'clock', 'channel', 'telemetry', 'stagebox', 'discovery', 'patch'];
  desk = await startService({ config: { providers } });
  await running(desk);
});
afterAll(stopServices);

const words = (...args: string[]) => ['run', ...args, '--url', desk.url];

test('a task tells its progress on stderr and prints its report on stdout', async () => {
  const { code, stdout, stderr } = await run(words('/discovery/scan', 'timeoutMs=3000'));
  expect([code, JSON.parse(stdout)]).toEqual([0, { outcome: 'applied', devices: 1, came: [] }]);
  const told = stderr.trim().split('\n');
  expect(told.length).toBeGreaterThan(1);
  for (const line of told) expect(line).toMatch(/^listening: \d+ of 3000$/);
  expect((await desk.get('/discovery/scan')).body).toMatchObject({ running: false, params: { timeoutMs: 3000 } });
});

test('an interruption cancels a task that can be cancelled: it ends at once, and the row says so', async () => {
  const child = spawn(process.execPath, [cli, ...words('/discovery/scan', 'timeoutMs=30000')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const told: string[] = [];
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      told.push(line);
      if (line.startsWith('listening: ')) resolve();
    });
  });
  expect((await desk.get('/discovery/scan')).body.running).toBe(true);
  child.kill('SIGINT');
  expect(await ended).not.toBe(0);
  expect(told).toContain('Cancelling.');
  expect(told.at(-1)).toContain('The task was cancelled.');
  const { body } = await desk.get('/discovery/scan');
  expect(body).toMatchObject({ running: false, refusal: null, report: { outcome: 'cancelled' } });
});

test('what a run would do is said first, done with its extra field, and refused in words where it can not be', async () => {
  const stored = await run(words('/patches/store', 'name=Evening'));
  expect([stored.code, JSON.parse(stored.stdout).outcome]).toEqual([0, 'applied']);
  const preview = await run(words('/patches/delete', 'id=evening'));
  expect([preview.code, (await desk.get('/patches/evening')).status]).toEqual([0, 200]);
  const done = await run(words('/patches/delete', 'id=evening', 'confirm=true'));
  expect([done.code, (await desk.get('/patches/evening')).status]).toEqual([0, 404]);
  const refused = await run(words('/patches/delete', 'id=evening', 'confirm=true'));
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^Refused \(/);
});
