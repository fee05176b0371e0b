// Names that `rowdesk new` takes, and what stands in the folder; that it runs is shown from outside (test/docs).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { packageRoot } from '../core/base/package-root.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-new-'));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function create(kind: string, name: string, ...more: string[]) {
  const terminal = fakeTerminal();
  return { code: await runCommand(['new', kind, name, ...more], terminal), out: terminal.out, err: terminal.err };
}
const text = (file: string) => readFileSync(join(folder, file), 'utf8');

test.each([
  ['provider', ''],
  ['driver', ''],
  ['driver', '--control'],
])('a %s %s has its name everywhere, and nothing of the template is left', async (kind, option) => {
  const { code, out } = await create(kind, 'stage-box', ...(option === '' ? [] : [option]));
  expect([code, out]).toEqual([0, `${join(folder, 'stage-box')}\n`]);
  const files = readdirSync(join(folder, 'stage-box'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    expect(file.name).not.toContain('exemplar');
    if (file.name.endsWith('.js')) {
      const { stderr } = spawnSync(process.execPath, ['--check', join(file.parentPath, file.name)], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
    }
    expect(text(join('stage-box', file.parentPath.slice(join(folder, 'stage-box').length), file.name))).not.toContain(
      'exemplar',
    );
  }
  const manifest = JSON.parse(text('stage-box/package.json'));
  expect(manifest).toMatchObject({ name: 'stage-box', peerDependencies: { rowdesk: expect.any(String) } });
  // Nothing of this machine, and nothing that it does not need: rowdesk is found through node_modules/.
  expect([manifest.dependencies, manifest.devDependencies]).toEqual([undefined, undefined]);
  expect(realpathSync(join(folder, 'stage-box/node_modules/rowdesk'))).toBe(realpathSync(packageRoot));
  expect(text('stage-box/.gitignore')).toMatch(/^node_modules\/$/m);
});

test('the configuration is that of rowdesk with the new package in it, and a new driver drives', async () => {
  await create('provider', 'lamp');
  await create('driver', 'box');
  const [ofProvider, ofDriver] = ['lamp', 'box'].map((name) => JSON.parse(text(`${name}/desk.config.json`)));
  expect(ofProvider.providers).toEqual(expect.arrayContaining(['console', 'channel', 'lamp']));
  expect(ofProvider.drivers).toContain('virtual');
  expect(ofDriver.drivers).toEqual(['mixer', 'box']);
  expect(ofDriver.devices).toEqual([{ id: 'box-1', transport: 'box', model: 'box-2x2' }]);
  await create('driver', 'preamp', '--control');
  const ofControl = JSON.parse(text('preamp/desk.config.json'));
  const shipped = JSON.parse(readFileSync(join(packageRoot, 'providers.config.json'), 'utf8')).drivers;
  expect(ofControl.drivers).toEqual([...shipped, 'preamp']);
  const sound = { id: 'virtual-32x16', transport: 'virtual', model: 'virtual-32x16' };
  const control = { id: 'preamp-1', transport: 'preamp', model: 'preamp-2', audioHalf: 'virtual-32x16' };
  expect(ofControl.devices).toEqual([sound, control]);
  expect(await create('provider', 'shade', '--control')).toMatchObject({ code: 2 });
});

test('a provider has 30 lines at most', () => {
  const lines = readFileSync(new URL('../templates/provider/index.js', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(30);
});

test.each([
  ['Lamp', 2],
  ['../lamp', 2],
  ['a-name-of-more-than-24-chars', 2],
  ['clock', 1],
  ['mixer', 1],
  ['rowdesk', 1],
  ['patches', 1],
])('%s is no name for it', async (name, exitCode) => {
  expect((await create('provider', name)).code).toBe(exitCode);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that is there is left alone', async () => {
  await create('provider', 'lamp');
  expect(await create('driver', 'lamp')).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
  expect(readdirSync(join(folder, 'lamp'))).not.toContain('src');
});
