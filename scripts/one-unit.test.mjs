// What makes one unit of the sources of a folder, run as the build's configuration runs it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../hardware-drivers/lib/one-unit.sh', import.meta.url));
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-unit-'));
  for (const place of ['toy/src/test', 'toy/src/deep']) mkdirSync(join(folder, place), { recursive: true });
  for (const name of ['b.cc', 'a.cc', 'a.h', 'addon.cc', 'deep/c.cc', 'test/a.cc']) write(name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name) => writeFileSync(join(folder, 'toy/src', name), '');
const unitOf = (...words) => {
  const { status, stdout, stderr } = spawnSync('sh', [script, ...words], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim();
};
const sourcesIn = (unit) =>
  [...readFileSync(join(folder, unit), 'utf8').matchAll(/^#include "\.\.\/\.\.\/toy\/src\/(.+)"$/gm)].map(
    ([, name]) => name,
  );

test('a unit includes all sources of its places in order, without those of tests', () => {
  expect(unitOf('toy', 'toy/src')).toBe('build/units/toy.cc');
  expect(sourcesIn('build/units/toy.cc')).toEqual(['a.cc', 'addon.cc', 'b.cc', 'deep/c.cc']);
  expect(sourcesIn(unitOf('toy', 'toy/src', '!', '-name', 'addon*'))).toEqual(['a.cc', 'b.cc', 'deep/c.cc']);
});

test('a unit whose sources are the same is not written, and a new source is in the next one', () => {
  const file = join(folder, unitOf('toy', 'toy/src'));
  utimesSync(file, 1, 1);
  unitOf('toy', 'toy/src');
  expect(statSync(file).mtimeMs).toBe(1000);
  write('new.cc');
  unitOf('toy', 'toy/src');
  expect(sourcesIn('build/units/toy.cc')).toContain('new.cc');
});
