import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

const input = '/channel/input/1';
const providers = ['console', 'channel', 'patch', 'scenes', 'sessions', 'backup'];
let desk: TestHost;
let folder: string;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers });
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-backup-'));
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

async function rowdesk(...words: string[]) {
  const terminal = fakeTerminal();
  const chunks: Uint8Array[] = [];
  const taking = Object.assign(terminal, { bytes: (chunk: Uint8Array) => void chunks.push(chunk) });
  const code = await runCommand([...words, '--url', desk.host.url], taking);
  return { code, out: terminal.out, err: terminal.err, bytes: Buffer.concat(chunks) };
}

test('a desk goes to a file and comes back, after a look at what fits', async () => {
  const file = join(folder, 'friday.rowdesk');
  await desk.patch(input, { name: 'Voice', levelDb: -6 });
  expect((await rowdesk('backup', file)).code).toBe(0);
  expect(readdirSync(folder)).toEqual(['friday.rowdesk']);
  await desk.patch(input, { name: 'Other', levelDb: -20 });
  const checked = await rowdesk('restore', file, '--check');
  expect([checked.code, JSON.parse(checked.out)]).toMatchObject([0, { preview: true, unfit: [] }]);
  expect((await desk.get(input)).body.levelDb).toBe(-20);
  const restored = await rowdesk('restore', file);
  expect([restored.code, JSON.parse(restored.out)]).toMatchObject([0, { outcome: 'applied' }]);
  expect((await desk.get(input)).body).toMatchObject({ name: 'Voice', levelDb: -6 });
  const again = await rowdesk('backup', file);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('is there already')]);
});

test('two backups into one file write a part each, and what a killed one left goes with the next', async () => {
  const file = join(folder, 'friday.rowdesk');
  const ended = spawnSync('true').pid;
  for (const name of ['1', `${ended}`]) writeFileSync(`${file}.${name}.part`, 'half');
  expect((await rowdesk('backup', file)).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['friday.rowdesk', 'friday.rowdesk.1.part']);
  expect(readFileSync(`${file}.1.part`, 'utf8')).toBe('half');
});

test('what does not fit is named, and --check ends with 1', async () => {
  const file = join(folder, 'large.rowdesk');
  await desk.patch('/channel/input/16', { name: 'Choir', sourceId: 'virtual-32x16:in-1' });
  await rowdesk('backup', file);
  await desk.close();
  desk = await startTestHost({ strips: 'all', providers, config: { devices: [] } });
  const checked = await rowdesk('restore', file, '--check');
  expect([checked.code, checked.err]).toEqual([1, expect.stringContaining('virtual-32x16')]);
  expect((await desk.get('/channel/input/16')).body.name).toBe('');
});

test('stdout carries the file whole, and what is no backup is refused with the place', async () => {
  const piped = await rowdesk('backup', '-');
  expect([piped.code, piped.bytes.subarray(257, 262).toString()]).toEqual([0, 'ustar']);
  const file = join(folder, 'cut.rowdesk');
  writeFileSync(file, piped.bytes.subarray(0, 2_000));
  const cut = await rowdesk('restore', file);
  expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('is cut off')]);
  expect((await rowdesk('restore', join(folder, 'none'))).code).toBe(2);
  expect(readFileSync(file).length).toBe(2_000);
});
