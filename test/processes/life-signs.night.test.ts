// What systemd hears of both processes: ready, alive as long as they can do their work, going.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installInto, type Package } from '../harness/packages.ts';
import { cli, removeFolder, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { ServiceManager } from './notify-socket.ts';

const patient = { timeout: 20_000 };
let folder: string;
let manager: ServiceManager;
let drive: ChildProcess | undefined;
beforeEach(async () => {
  folder = temporaryFolder();
  manager = await ServiceManager.start(folder);
});
afterEach(async () => {
  await stopServices();
  drive?.kill('SIGKILL');
  manager.stop();
  removeFolder(folder);
});

/** A desk whose console answers nobody for as long as this file is there. */
const muteConsole = (switchFile: string): Package => ({
  name: 'mute-console',
  rowdesk: { provider: { api: 1, module: './index.js' } },
  files: {
    'index.js': `import { existsSync } from 'node:fs';
import { defineProvider, Type, view } from 'rowdesk/provider';
export default defineProvider({
  name: 'mute-console',
  roots: ['console'],
  rows: () => [
    view('/console', {
      fields: { name: Type.String({ default: '' }) },
      get: () => (existsSync(${JSON.stringify(switchFile)}) ? new Promise(() => {}) : { name: 'a desk' }),
    }),
  ],
});
`,
  },
});

const beats = () => manager.beats();

test('the control process says that it is ready and lives, and at last that it goes', async () => {
  const service = await startService({ state: join(folder, 'state'), env: manager.env });
  await expect.poll(beats, patient).toBeGreaterThan(2);
  expect(manager.said.slice(0, 3)).toEqual([`STATUS=answers at ${service.url}`, 'READY=1', 'WATCHDOG=1']);
  // The audio process that it starts is no service of the manager's.
  const { processId } = await service.until('/telemetry/rt', (row) => row.processId > 0);
  expect(readFileSync(`/proc/${processId}/environ`, 'utf8')).not.toMatch(/NOTIFY_SOCKET|WATCHDOG/);
  expect(await service.stop()).toBe(0);
  // The mixer may say once more that it lives while its outputs fade.
  await expect.poll(() => manager.said, patient).toContain('STOPPING=1');
});

test('a desk that does not answer over HTTP is silent, although its timers run', async () => {
  const state = join(folder, 'state');
  const switchFile = join(folder, 'mute');
  installInto(state, [muteConsole(switchFile)]);
  await startService({ state, config: { providers: ['mute-console'], drivers: [], devices: [] }, env: manager.env });
  await expect.poll(beats, patient).toBeGreaterThan(0);
  writeFileSync(switchFile, '');
  await expect
    .poll(async () => {
      const before = beats();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return beats() - before;
    }, patient)
    .toBe(0);
  const before = beats();
  rmSync(switchFile);
  await expect.poll(beats, patient).toBeGreaterThan(before);
});

test('the audio process in the foreground says so too, and ends in order', async () => {
  const state = join(folder, 'state');
  drive = spawn(process.execPath, [cli, 'drive', '--state', state], {
    env: { ...process.env, ...manager.env },
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  await expect.poll(beats, patient).toBeGreaterThan(2);
  expect(manager.said[0]).toMatch(/^STATUS=answers on .*audio\.sock$/);
  expect(manager.said.slice(1, 3)).toEqual(['READY=1', 'WATCHDOG=1']);

  // A control process attaches, and its end is not the end of the sound.
  const service = await startService({ state });
  const { processId } = await service.until('/telemetry/rt', (row) => row.processId > 0);
  expect(processId).toBe(drive.pid);
  expect(await service.stop()).toBe(0);
  expect(drive.exitCode).toBe(null);

  const ended = once(drive, 'exit');
  drive.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  // A sign of the audio's progress may be under way yet.
  await expect.poll(() => manager.said, patient).toContain('STOPPING=1');
});
