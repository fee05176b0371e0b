// What systemd hears of the audio process while sound plays: that the audio thread moves on, whatever JavaScript does.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acmeDriver } from '../harness/acme-driver.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { writePackage } from '../harness/packages.ts';
import {
  cli,
  outliving,
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { ServiceManager } from './notify-socket.ts';

const patient = { timeout: 30_000 };
let folder: string;
let state: string;
let manager: ServiceManager;
let drive: ChildProcess;
beforeEach(async () => {
  folder = temporaryFolder();
  state = join(folder, 'state');
  manager = await ServiceManager.start(folder);
  drive = spawn(process.execPath, [cli, 'drive', '--state', state], {
    env: { ...process.env, ...manager.env },
    stdio: ['ignore', 'inherit', 'ignore'],
  });
});
afterEach(async () => {
  await stopServices();
  drive.kill('SIGKILL');
  manager.stop();
  removeFolder(folder);
});

/** In the audio process, beside what plays: once it has a label it never returns to JavaScript. */
const hanging = acmeDriver({
  name: 'acme-hanging',
  model: 'box',
  isAudio: true,
  device: `() => {
  const has = new Map();
  let applied = 0;
  return {
    apply(revision, values) {
      applied = revision;
      for (const { path, field, value } of values) {
        if (field === 'label' && value === 'hang') for (;;);
        has.set(path + ' ' + field, { path, field, value, state: 'applied' });
      }
      return [];
    },
    observe: () => ({ revision: applied, values: [...has.values()] }),
  };
}`,
});

const isPlaying = (service: Service) => service.until('/telemetry/rt', (row) => row.processId === drive.pid);
const byItself = () => manager.beats(drive.pid);
const byJavaScript = () => manager.beats() - byItself();

test('before anything drives JavaScript tells that it lives, and then the mixer, as long as audio moves on', async () => {
  await expect.poll(byJavaScript, patient).toBeGreaterThan(1);
  expect(byItself()).toBe(0);
  const service = await startService({ state, config: outliving });
  await isPlaying(service);
  await opening(service);
  await expect.poll(byItself, patient).toBeGreaterThan(0);
  // One that had begun before is still underway for a moment; then there are many of the one and none of the other.
  await expect
    .poll(async () => {
      const [own, others] = [byItself(), byJavaScript()];
      await expect.poll(byItself, patient).toBeGreaterThan(own + 5);
      return byJavaScript() - others;
    }, patient)
    .toBe(0);
  // The device goes: nothing drives, and JavaScript tells again.
  const before = byJavaScript();
  await service.stop();
  await startService({ state, config: { ...outliving, drivers: ['mixer'], devices: [] } });
  await expect.poll(byJavaScript, patient).toBeGreaterThan(before + 2);
});

test('a driver that holds JavaScript up for ever is no end of the sound: the watchdog hears that it goes on', async () => {
  mkdirSync(join(state, 'node_modules'), { recursive: true });
  writePackage(join(state, 'node_modules'), hanging);
  const service = await startService({
    state,
    config: {
      drivers: [...quietConfig.drivers, hanging.name],
      devices: [...quietConfig.devices, { id: 'acme-1', transport: 'acme', model: 'box' }],
    },
  });
  await isPlaying(service);
  await service.until('/channel/main/1', (row) => !row.mutedBy.includes('startup'));
  await settled(service);
  await expect.poll(byItself, patient).toBeGreaterThan(0);

  await write(service, '/stagebox/acme-1', { label: 'hang' });
  await service.until('/warnings', (row) => row.warnings.some(({ id }: { id: string }) => id === 'unreadable-mixer'));
  const before = byItself();
  await expect.poll(byItself, patient).toBeGreaterThan(before + 8);
  expect(drive.exitCode).toBe(null);
});
