import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { builtFile } from './built-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'rowdesk-built-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const found = () => builtFile(pathToFileURL(`${folder}/`), 'x.node');
const place = (at: string) => join(folder, at, 'x.node');
function put(at: string): void {
  mkdirSync(dirname(place(at)), { recursive: true });
  writeFileSync(place(at), '');
}

const brought = `prebuilt/${process.platform}-${process.arch}`;

test('a native file that the package brings for this processor is taken, but what was built here comes first', () => {
  put('prebuilt/linux-riscv64');
  expect(found()).toBe(place('build/Release'));
  put(brought);
  expect(found()).toBe(place(brought));
  put('build/Release');
  expect(found()).toBe(place('build/Release'));
});
