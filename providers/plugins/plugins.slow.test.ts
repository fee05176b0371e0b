import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from 'rowdesk/provider';
import { FakeTime, MemoryStore, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plain, pluginOf, squeeze, unsupported, writePlugins } from './plugins-fixture.ts';

let stateFolder: string;
let desk: TestHost;
const start = async (providers: readonly string[] = ['plugins', 'warnings'], store = new MemoryStore()) => {
  desk = await startTestHost({ providers, stateFolder, store });
};
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await desk.close();
  rmSync(stateFolder, { recursive: true, force: true });
});
const idle = async (path: string) => {
  while ((await desk.get(path)).body.running) await setImmediate();
  return (await desk.get(path)).body;
};

test('a desk that was never scanned has no plugins, and without a driver of plugins looks for none', async () => {
  await start();
  expect((await desk.get('/plugins')).body).toEqual({
    ...{ items: [], refused: [], scannedAt: '', total: 0, supported: 0, heldBy: [], scanning: null },
  });
  expect(desk.audio.jobs.started).toEqual([]);
  expect((await desk.get('/warnings')).body.warnings).toEqual([]);
});

test('the list has what the scan found, and the reason of what can not be used', async () => {
  writePlugins(stateFolder, [squeeze, unsupported]);
  await start();
  const { items, refused, total, supported, scannedAt } = (await desk.get('/plugins')).body;
  expect([total, supported, items.length]).toEqual([2, 1, 2]);
  expect(items[0]).toEqual({
    ...{ id: 'squeeze', uri: 'urn:test:squeeze', name: 'Squeeze', vendor: 'Test', class: 'Compressor', format: 'lv2' },
    ...{ audioIn: 2, audioOut: 2, keyIn: 1, supported: true, reason: '', crashes: 0, quarantined: false },
    usedBy: [],
  });
  expect(items[1]).toMatchObject({ supported: false, reason: 'It has no audio input.' });
  expect(refused).toEqual([{ bundle: join(stateFolder, 'lv2/broken.lv2'), reason: 'It ends the scan.' }]);
  expect(Date.parse(scannedAt)).toBeGreaterThan(0);
});

test('a plugin has its presets and counts, and its faults as the plugin host reports them', async () => {
  writePlugins(stateFolder, [squeeze, unsupported]);
  await start();
  const plugins = desk.audio.target('plugins');
  plugins.report('/plugins/squeeze', 'crashes', 2);
  plugins.report('/plugins/squeeze', 'lastFault', 'late');
  expect((await desk.get('/plugins/squeeze')).body).toMatchObject({
    ...{ crashes: 2, lastFault: 'late', parameters: 5, readings: 1, properties: 3, latencyFrames: 64, usedBy: [] },
    presets: [
      { uri: 'urn:test:squeeze:loud', label: 'Loud', hasState: false },
      { uri: 'urn:test:squeeze:room', label: 'Room', hasState: true },
    ],
  });
  expect((await desk.get('/plugins')).body.items[0].crashes).toBe(2);
  expect((await desk.get('/plugins/synth')).body).toMatchObject({ supported: false, parameters: 0, presets: [] });
  expect((await desk.get('/plugins/none')).status).toBe(404);
});

test('what the system holds racks by is as the plugin host reports it', async () => {
  await start();
  const watched = await desk.watch('/plugins');
  const held = ['user-namespace', 'seccomp'];
  desk.audio.target('plugins').report('/plugins', 'heldBy', held);
  let { row } = await watched.next();
  while (row.heldBy.length === 0) row = (await watched.next()).row;
  expect(row.heldBy).toEqual(held);
  watched.close();
});

test('the plugin host quarantines a plugin, the desk keeps that, and lifting it goes back to the host', async () => {
  writePlugins(stateFolder, [squeeze]);
  const store = new MemoryStore();
  await start(undefined, store);
  const plugins = desk.audio.target('plugins');
  plugins.changeOnDevice('/plugins/squeeze', 'quarantined', true);
  expect((await desk.get('/plugins/squeeze')).body.quarantined).toBe(true);
  expect((await desk.get('/plugins')).body.items[0].quarantined).toBe(true);
  await desk.patch('/plugins/squeeze', { quarantined: false });
  expect(plugins.value('/plugins/squeeze', 'quarantined')).toBe(false);
  expect((await desk.get('/plugins')).body.items[0].quarantined).toBe(false);
});

test('descriptions are read when a plugin is asked for, not before', async () => {
  const many = Array.from({ length: 500 }, (_, n) => pluginOf(`many-${n}`));
  writePlugins(stateFolder, many);
  for (const { id } of many.slice(1)) writeFileSync(join(stateFolder, 'plugins', `${id}.json`), 'not JSON');
  await start();
  expect((await desk.get('/plugins')).body.total).toBe(500);
  expect((await desk.get('/plugins/many-0')).status).toBe(200);
  expect((await desk.get('/warnings')).body.warnings).toEqual([]);
});

test('a file that can not be used is a warning after it was asked for, and the others are there', async () => {
  writePlugins(stateFolder, [squeeze, plain]);
  writeFileSync(join(stateFolder, 'plugins', 'squeeze.json'), JSON.stringify({ ...squeeze, parameters: 'none' }));
  await start();
  expect((await desk.get('/plugins/squeeze')).body).toMatchObject({ supported: true, parameters: 0 });
  expect((await desk.get('/plugins/plain')).body.parameters).toBe(2);
  await desk.patch('/plugins/scan', { running: true });
  await idle('/plugins/scan');
  writeFileSync(join(stateFolder, 'plugins', 'index.json'), '{"version": 2}');
  await desk.patch('/plugins/scan', { running: true });
  await idle('/plugins/scan');
  const [warning] = (await desk.get('/warnings')).body.warnings;
  expect(warning).toMatchObject({ id: 'plugin-files', path: '/plugins' });
  expect(warning.detail).toContain('index.json');
  expect((await desk.get('/plugins')).body.total).toBe(0);
});

test('a scan is a job with progress, and what it wrote counts as it ends', async () => {
  await start();
  const seen: unknown[] = [];
  desk.audio.jobs.answer = async ({ name, args, run }) => {
    run.progress(1, 2, 'squeeze');
    await setImmediate();
    seen.push(name, args, (await desk.get('/plugins')).body.scanning);
    writePlugins(stateFolder, [squeeze, plain]);
    return { plugins: 2, supported: 2, added: 2, changed: 0, removed: 0, refused: 1 };
  };
  await desk.patch('/plugins/scan', { running: true });
  const { report } = await idle('/plugins/scan');
  expect(report).toEqual({
    outcome: 'applied',
    plugins: 2,
    supported: 2,
    added: 2,
    changed: 0,
    removed: 0,
    refused: 1,
  });
  expect(seen).toEqual(['scan', { folder: join(stateFolder, 'plugins') }, { done: 1, total: 2, phase: 'squeeze' }]);
  expect((await desk.get('/plugins/plain')).body.name).toBe('Plain');
});

/** The driver of plugins is there: the desk looks by itself. */
const hostThere = (state: 'running' | 'waiting' = 'running') => {
  const host = { name: 'lv2', version: '1.0.0', kind: 'plugins', chosen: true, score: 2, restarts: 0 } as const;
  desk.audio.become({ choices: [{ ...host, reason: 'matches its model', state }] });
};
const started = async (count: number) => {
  while (desk.audio.jobs.started.length < count) await setImmediate();
};
const atRest = async () => {
  while ((await desk.get('/plugins')).body.scanning !== null) await setImmediate();
};

test('the first scan begins by itself, urgently, and a plugin can be chosen as soon as it has passed', async () => {
  await start(['console', 'channel', 'plugins', 'warnings']);
  const insert = '/channel/input/1/chain/processors/insert1';
  const uris = async () => {
    const { fields } = await desk.options(insert);
    return fields.plugin?.enum as readonly string[];
  };
  const watched = await desk.watch('/plugins');
  let end = () => {};
  desk.audio.jobs.answer = async ({ run }) => {
    run.progress(0, 9, 'probe');
    writePlugins(stateFolder, [squeeze]);
    renameSync(join(stateFolder, 'plugins/index.json'), join(stateFolder, 'plugins/passing.json'));
    run.progress(1, 9, 'probe');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    writePlugins(stateFolder, [squeeze, plain]);
    return {};
  };
  // No host has to run for a scan, and none does before a plugin is chosen.
  hostThere('waiting');
  let { row } = await watched.next();
  while (row.total === 0) row = (await watched.next()).row;
  expect(row).toMatchObject({ total: 1, supported: 1, scannedAt: '', scanning: { done: 1, total: 9 } });
  expect(await uris()).toContain(squeeze.uri);
  expect(await uris()).not.toContain(plain.uri);
  expect((await desk.patch(insert, { plugin: squeeze.uri })).status).toBe(200);
  end();
  await atRest();
  expect(await uris()).toEqual(expect.arrayContaining([squeeze.uri, plain.uri]));
  expect(desk.audio.jobs.started.map(({ run }) => run.isUrgent)).toEqual([true]);
  watched.close();
});

test('a scan of its own that fails is a warning with the reason, and begun again later, ever less often, until one ends', async () => {
  const time = new FakeTime();
  desk = await startTestHost({ providers: ['plugins', 'warnings'], stateFolder, store: new MemoryStore(), time });
  desk.audio.jobs.answer = () => {
    const detail = '/plugins/index.json can not be written: ENOSPC: no space left on device, write';
    throw new Refusal('conflict', detail, { reason: 'job-failed' });
  };
  hostThere();
  const warned = async () => {
    for (;;) {
      const { warnings } = (await desk.get('/warnings')).body;
      const own = warnings.find(({ id }: { id: string }) => id === 'plugins-not-scanned');
      if (own !== undefined && (await desk.get('/plugins')).body.scanning === null) return own;
      await setImmediate();
    }
  };
  await started(1);
  const first = await warned();
  expect(first).toMatchObject({ path: '/plugins/scan', severity: 'warning', titleCode: { params: { minutes: 1 } } });
  expect(first.detail).toMatch(/^\/plugins\/index.json can not be written: ENOSPC.*\. It is begun again in 1 min/);
  time.advance(60_000);
  await started(2);
  while ((await warned()).titleCode.params.minutes !== 2) await setImmediate();
  desk.audio.jobs.answer = () => {
    writePlugins(stateFolder, [squeeze]);
    return {};
  };
  time.advance(60_000);
  await atRest();
  expect(desk.audio.jobs.started).toHaveLength(2);
  time.advance(60_000);
  await started(3);
  await atRest();
  while ((await desk.get('/warnings')).body.warnings.length > 0) await setImmediate();
  expect((await desk.get('/plugins')).body.total).toBe(1);
});

test('a scan by hand awaits the one that the desk began, and looks once more; cancelled, it ends both', async () => {
  await start();
  let end = () => {};
  desk.audio.jobs.answer = ({ run: { signal } }) =>
    new Promise((resolve, reject) => {
      end = () => resolve({ plugins: 0 });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  hostThere();
  await started(1);
  expect((await desk.patch('/plugins/scan', { running: true })).status).toBe(200);
  end();
  await started(2);
  end();
  expect((await idle('/plugins/scan')).report).toMatchObject({ outcome: 'applied', plugins: 0 });

  await desk.close();
  await start();
  let aborted = 0;
  desk.audio.jobs.answer = ({ run: { signal } }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted++;
        reject(signal.reason);
      });
    });
  hostThere();
  await started(1);
  await desk.patch('/plugins/scan', { running: true });
  await desk.patch('/plugins/scan', { running: false });
  expect((await idle('/plugins/scan')).report).toEqual({ outcome: 'cancelled' });
  expect([aborted, desk.audio.jobs.started.length]).toEqual([1, 1]);
  await atRest();
});

test('a second start scans nothing where nothing changed', async () => {
  await start();
  desk.audio.jobs.answer = () => {
    writePlugins(stateFolder, [squeeze]);
    return {};
  };
  hostThere();
  await started(1);
  await atRest();
  await desk.close();
  await start();
  hostThere();
  expect((await desk.get('/plugins')).body.total).toBe(1);
  // A scan of the desk's own would come before the one by hand.
  await desk.patch('/plugins/scan', { running: true });
  await idle('/plugins/scan');
  expect(desk.audio.jobs.started).toHaveLength(1);
});

test('a bundle that was written in place while no desk ran is scanned as the next one starts', async () => {
  await start();
  desk.audio.jobs.answer = () => {
    writePlugins(stateFolder, [squeeze]);
    return {};
  };
  vi.stubEnv('LV2_PATH', join(stateFolder, 'lv2'));
  const library = join(stateFolder, 'lv2/squeeze.lv2/squeeze.so');
  mkdirSync(dirname(library), { recursive: true });
  writeFileSync(library, 'one');
  hostThere();
  await started(1);
  await atRest();
  await desk.close();
  writeFileSync(library, 'two');
  // By a clock that was set back.
  utimesSync(library, 1000, 1000);
  await start();
  hostThere();
  await started(1);
  await atRest();
});

test('a scan that finds nothing new is the last scan all the same', async () => {
  writePlugins(stateFolder, [{ ...squeeze, bundle: join(stateFolder, 'gone.lv2') }]);
  const before = new Date(2020, 1, 1);
  utimesSync(join(stateFolder, 'plugins', 'index.json'), before, before);
  await start();
  hostThere();
  await started(1);
  await atRest();
  desk.audio.jobs.answer = () => ({});
  expect((await desk.get('/plugins')).body.scannedAt).toBe(before.toISOString());
  await desk.patch('/plugins/scan', { running: true });
  await idle('/plugins/scan');
  expect(Date.parse((await desk.get('/plugins')).body.scannedAt)).toBeGreaterThan(before.getTime());
});

test('a plugin or a refused bundle is tried again by its name, and what is neither is refused before a job', async () => {
  writePlugins(stateFolder, [squeeze, unsupported]);
  await start();
  desk.audio.jobs.answer = () => ({});
  const broken = join(stateFolder, 'lv2/broken.lv2');
  for (const again of ['synth', broken]) {
    await desk.patch('/plugins/scan', { running: true, again });
    await idle('/plugins/scan');
  }
  const [first, second] = desk.audio.jobs.started.map(({ args }) => args.again);
  expect(first).toEqual({ bundle: join(stateFolder, 'lv2/synth.lv2'), uri: unsupported.uri });
  expect(second).toEqual({ bundle: broken, uri: '' });
  const { status, body } = await desk.patch('/plugins/scan', { running: true, again: 'none' });
  expect([status, body.code, body.params.reason]).toEqual([409, 'conflict', 'no-such-plugin']);
  expect(desk.audio.jobs.started).toHaveLength(2);
});

test('a scan that is cancelled ends its job', async () => {
  await start();
  let aborted = false;
  desk.audio.jobs.answer = ({ run: { signal } }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted = true;
        reject(signal.reason);
      });
    });
  await desk.patch('/plugins/scan', { running: true });
  await started(1);
  await desk.patch('/plugins/scan', { running: false });
  expect((await idle('/plugins/scan')).report).toEqual({ outcome: 'cancelled' });
  expect(aborted).toBe(true);
  expect((await desk.get('/plugins')).body.scanning).toBeNull();
});

test('a desk whose bundles have gone scans by itself as it starts', async () => {
  writePlugins(stateFolder, [{ ...squeeze, bundle: join(stateFolder, 'gone.lv2') }]);
  await start();
  hostThere();
  await started(1);
  expect(desk.audio.jobs.started.map(({ name }) => name)).toEqual(['scan']);
});
