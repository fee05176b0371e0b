import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readMixerDescription } from '../../core/audio/discovery/mixer-description.ts';
import { packageRoot } from '../../core/base/package-root.ts';
import { readConfig } from '../../core/host/config.ts';
import { openDesk } from '../../core/host/open-desk.ts';
import { LibsqlStore } from '../../core/store/libsql-store.ts';
import { PerfBook } from '../../core/system/perf.ts';
import { systemTime } from '../../core/system/time.ts';
import { WarningBoard } from '../../core/system/warnings.ts';
import { OfflineDesk } from './offline-desk.ts';
import { idleDrivers, noAudio, noConvergence, noGraph, noJobs, noLog } from './offline-services.ts';

const config = readConfig(join(packageRoot, 'providers.config.json'));
const mixer = readMixerDescription(join(packageRoot, 'hardware-drivers/mixer'), { fields: './strips.json' });
let stateFolder: string;

/** A desk with the scene Loud, at 0 dB, that fades for 0.8 s, and its strip at -20 dB since. */
beforeAll(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-offline-'));
  const time = systemTime(noLog);
  const { rows, close } = await openDesk({
    ...{ config, store: new LibsqlStore(stateFolder), time, warnings: new WarningBoard(time, noLog), log: noLog },
    ...{
      audio: noAudio,
      drivers: idleDrivers(mixer),
      graph: noGraph,
      jobs: noJobs,
      convergence: () => noConvergence,
      perf: new PerfBook(),
    },
    about: { version: '', startedAt: '', epoch: 'test', stateFolder, configFolder: '' },
  });
  const patch = (path: string, body: object) => rows.open(path).patch({ ...body }, { actor: 'test' });
  await patch('/channel/input/1', { levelDb: 0 });
  await patch('/scene/store', { running: true, name: 'Loud' });
  await vi.waitFor(async () => expect(await rows.get('/scene/store')).toMatchObject({ running: false }));
  await patch('/scenes/loud', { fadeMs: 800 });
  await patch('/channel/input/1', { levelDb: -20 });
  await close();
});
afterAll(() => rmSync(stateFolder, { recursive: true }));

async function withDesk(folder: string | undefined, use: (desk: OfflineDesk) => Promise<void>): Promise<void> {
  const desk = await OfflineDesk.open({ config, mixer, stateFolder: folder });
  await use(desk).finally(() => desk.close());
}

test('a scene of the desk is recalled in a render, with its fade', async () => {
  await withDesk(stateFolder, async (desk) => {
    expect(desk.values()).toContainEqual({ path: '/channel/input/1', field: 'levelDb', value: -20 });
    const values = await desk.write('/scenes/loud/recall', ['running=true']);
    expect(values).toContainEqual({ path: '/channel/input/1', field: 'levelDb', value: 0, fadeMs: 800 });
    // Its end is not waited for, so that the next change may come at any time of the render.
    expect(await desk.write('/scenes/loud/recall', ['running=true'])).toEqual([]);
  });
});

test.each([[true], [false]])('what exists only to be stored is refused (with a desk: %s)', async (hasDesk) => {
  await withDesk(hasDesk ? stateFolder : undefined, async (desk) => {
    const storing = desk.write('/scene/store', ['running=true', 'name=Quiet']);
    await expect(storing).rejects.toThrow('can not be stored: a render stores nothing');
  });
});

test('the copy of the desk is removed with the last look at it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-offline-copies-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    await withDesk(stateFolder, async () => expect(readdirSync(folder)).toHaveLength(1));
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});

test('a desk whose mixer describes nothing starts, without the fields of the mixer, and keeps what was stored', async () => {
  const desk = await OfflineDesk.open({ config, mixer: { processors: [], fields: {} }, stateFolder });
  const own = ({ path }: { readonly path: string }) => path === '/channel/input/1' || path === '/cue';
  expect(desk.values().filter(own)).toEqual([]);
  await desk.close();
  await withDesk(stateFolder, async (whole) => {
    expect(whole.values()).toContainEqual({ path: '/channel/input/1', field: 'levelDb', value: -20 });
  });
});
