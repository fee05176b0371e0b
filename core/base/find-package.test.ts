import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPackage } from './find-package.ts';

const room = mkdtempSync(join(tmpdir(), 'rowdesk-packages-'));
afterAll(() => rmSync(room, { recursive: true }));

function write(folder: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), text);
  return folder;
}

test('a package is found beside where the search begins, above it, and where it is written', () => {
  const lamps = write(join(room, 'node_modules/lamps'), '{ "name": "lamps" }');
  const deep = join(room, 'a/b');
  mkdirSync(deep, { recursive: true });
  expect(findPackage('lamps', [deep])).toEqual({ folder: lamps, manifest: { name: 'lamps' } });
  const own = write(join(room, 'written'), '{ "name": "own" }');
  expect(findPackage('own', [join(own, 'configuration')])?.folder).toBe(own);
  expect(findPackage('nowhere', [deep])).toBeUndefined();
});

test.each(['', '{', 'null', '[]', '"lamps"', '7'])('a package.json that holds %j is refused in words', (text) => {
  write(join(room, 'node_modules/faulty'), text);
  expect(() => findPackage('faulty', [room])).toThrow(/^its package\.json is no JSON object/);
});

test('a faulty package.json in a folder above the package does not matter', () => {
  const above = write(join(room, 'above'), 'null');
  const lamps = write(join(above, 'node_modules/lamps'), '{ "name": "lamps" }');
  const below = write(join(above, 'below'), '{');
  expect(findPackage('lamps', [below])?.folder).toBe(lamps);
});
