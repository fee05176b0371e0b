import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { machineIn } from './machine-double.ts';
import { plugins } from './plugins.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const driver = {
  ...{ name: 'lv2', transports: ['plugins'], folder: '/opt/rowdesk/lv2' },
  libraries: { 'liblilv-0.so.0': 'liblilv-0-0' },
};
const built = { '/opt/rowdesk/lv2/build/Release/lv2-rack': '' };
const lilv = { '/sbin/ldconfig -p': '\tliblilv-0.so.0 (libc6,x86-64) => /lib/liblilv-0.so.0\n' };
const noLilv = { '/sbin/ldconfig -p': '\tlibc.so.6 (libc6,x86-64) => /lib/libc.so.6\n' };
const eq = '/usr/lib/lv2/fil4.lv2/manifest.ttl';

function find(
  files: Readonly<Record<string, string>>,
  outputs: Readonly<Record<string, string>> = lilv,
  environment = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'rowdesk-plugins-'));
  folders.push(root);
  return plugins(machineIn(root, files, outputs), { HOME: '/home/anna', ...environment }, { drivers: [driver] });
}

test('a desk without a driver for plugins has no finding', () => {
  expect(plugins(machineIn('/nowhere', {}), {}, { drivers: [] })).toBe(undefined);
});

test('a program that is not built is advice, with what builds it', () => {
  expect(find({ [eq]: '' })).toEqual({
    ...{ name: 'plugins', ok: true, detail: 'none can be hosted: lv2-rack is not built' },
    fix: 'sudo apt-get install pkg-config liblilv-dev lv2-dev && rowdesk drivers build lv2',
  });
});

test('a missing lilv is a fault where plugins are, and advice where none is', () => {
  const fix = 'sudo apt-get install liblilv-0-0';
  expect(find({ ...built, [eq]: '' }, noLilv)).toMatchObject({ ok: false, fix });
  expect(find(built, noLilv)).toMatchObject({ ok: true, fix });
});

test('bundles are counted where LV2 looks for them, without those of the standard', () => {
  const bundles = { [eq]: '', '/home/anna/.lv2/own.lv2/manifest.ttl': '', '/usr/lib/lv2/units.lv2/manifest.ttl': '' };
  expect(find({ ...built, ...bundles })).toMatchObject({ ok: true, detail: '2 bundles of LV2 plugins', fix: '' });
  expect(find({ ...built, ...bundles }, lilv, { LV2_PATH: '/usr/lib/lv2' })?.detail).toBe('1 bundle of LV2 plugins');
  const none = { ok: true, detail: 'no plugin was found', fix: expect.stringContaining('x42-plugins') };
  expect(find({ ...built, '/usr/lib/lv2/units.lv2/manifest.ttl': '' })).toMatchObject(none);
});

test('files of CLAP are counted beside the bundles, or alone', () => {
  const files = { '/usr/lib/clap/eq.clap': '', '/home/anna/.clap/own.clap': '', '/srv/clap/third.clap': '' };
  expect(find({ ...built, ...files, [eq]: '' })?.detail).toBe('1 bundle of LV2 plugins, 2 files of CLAP plugins');
  expect(find({ ...built, ...files }, lilv, { CLAP_PATH: '/srv/clap:/usr/lib/clap' })).toMatchObject({
    ...{ ok: true, detail: '3 files of CLAP plugins', fix: '' },
  });
});
