import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Warning } from '../services.ts';
import { makeRuntimeFolder, processFiles } from '../system/runtime-folder.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { PackageSupervision } from './package-supervision.ts';

let folder = '';
let page = '';
let said: string[] = [];
const time = new FakeTime();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-supervision-'));
  page = processFiles(folder, 'control').crashPage;
  makeRuntimeFolder(dirname(page));
  said = [];
});
afterEach(() => {
  rmSync(dirname(page), { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

/** As the process before left it: by SIGABRT in this package, crash_page.h. */
function writePage(driver: string, answers: boolean): void {
  const bytes = Buffer.alloc(4096);
  bytes.writeUInt32LE(0x31504352, 0);
  bytes.writeInt32LE(6, 12);
  bytes.writeUInt32LE(driver === '' ? 0 : 1, 24);
  bytes.writeUInt32LE(answers ? 1 : 0, 28);
  bytes.write(driver.slice(0, 47), 64 + 32 * 32);
  writeFileSync(page, bytes);
}
const supervision = () => {
  const log = {
    warn: (_fields: object, words: string) => said.push(words),
    error: (_: object, words: string) => said.push(words),
  };
  return new PackageSupervision({ stateFolder: folder, time, log });
};
const found = (name: string, isRequired = false) => ({
  ...{ name, folder, isRequired },
  module: pathToFileURL(join(folder, 'index.js')).href,
});

test('a package that crashed before rows answered is set aside, whatever its name, until an end in order', async () => {
  const name = `@acme/${'a'.repeat(80)}`;
  writePage(name, false);
  const next = supervision();
  expect(next.setAside(found('lamps'))).toBeUndefined();
  expect(next.setAside(found(name))).toBe('it crashed the desk by SIGABRT at its start, in its native code');
  expect(existsSync(page)).toBe(false);
  expect(supervision().setAside(found(name))).toBeDefined();
  await next.end();
  expect(supervision().setAside(found(name))).toBeUndefined();
});

test('a crash of a desk that ran counts, and is a warning of the next start', () => {
  writePage('lamps', true);
  const next = supervision();
  expect(next.setAside(found('lamps'))).toBeUndefined();
  const raised: Omit<Warning, 'since'>[] = [];
  next.ready({ raise: (warning) => raised.push(warning) });
  expect(raised).toMatchObject([{ id: 'control-process-crashed', titleCode: { params: { provider: 'lamps' } } }]);
  writePage('lamps', true);
  expect(supervision().setAside(found('lamps'))).toBeUndefined();
  writePage('lamps', true);
  expect(supervision().setAside(found('lamps'))).toBe(
    'it crashed the desk by SIGABRT 3 times, last in its native code',
  );
});

test('crashes within minutes count, whatever the clock of the system is set to between them', () => {
  for (const clock of ['1970-01-01', '2026-08-01', '2026-08-02']) {
    vi.spyOn(time, 'now').mockReturnValue(Date.parse(clock));
    writePage('lamps', true);
    supervision().setAside(found('lamps'));
  }
  vi.restoreAllMocks();
  expect(supervision().setAside(found('lamps'))).toContain('3 times');
});

test('a required package is tried again, and the log says why', () => {
  writePage('lamps', false);
  expect(supervision().setAside(found('lamps', true))).toBeUndefined();
  expect(said.at(-1)).toMatch(/^the package lamps is required, and tried again: it crashed the desk by SIGABRT/);
});
