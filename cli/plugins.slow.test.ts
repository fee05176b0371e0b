// `rowdesk plugins`: what the last scan found, where it stands, and another scan.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plain, squeeze, unsupported, writePlugins } from '../providers/plugins/plugins-fixture.ts';
import { defineCommands } from './commands.ts';
import { candidates } from './completion/candidates.ts';
import { listCommands } from './completion/command-list.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let stateFolder: string;
let desk: TestHost;

const start = async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'plugins'], stateFolder });
  desk.audio.target('plugins');
};
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
});
afterEach(async () => {
  await desk.close();
  rmSync(stateFolder, { recursive: true, force: true });
});

async function plugins(
  words: readonly string[] = [],
  { width, signal }: { width?: number; signal?: AbortSignal } = {},
) {
  const terminal = fakeTerminal(width);
  const interrupted = () => signal ?? new AbortController().signal;
  const code = await runCommand(['plugins', ...words, '--url', desk.host.url], terminal, interrupted);
  return { code, out: terminal.out, err: terminal.err };
}
const cellsOf = (line: string) => line.trim().split(/ {2,}/);

test('plugins are listed with their state, where they stand, and why they can not', async () => {
  writePlugins(stateFolder, [squeeze, plain, unsupported]);
  await start();
  desk.audio.target('plugins').report('/plugins/plain', 'crashes', 3);
  await desk.patch('/plugins/plain', { quarantined: true });
  await desk.patch('/channel/input/1/chain/processors/insert1', { plugin: squeeze.uri });
  await desk.patch('/channel/main/1/chain/processors/insert2', { plugin: squeeze.uri });
  const { code, out } = await plugins([], { width: 300 });
  const [head, ...lines] = out.trimEnd().split('\n');
  expect([code, cellsOf(head ?? '')]).toEqual([
    0,
    ['NAME', 'VENDOR', 'CLASS', 'FORMAT', 'STATE', 'USED BY', 'URI', 'ID', 'REASON'],
  ]);
  expect(lines.slice(0, 3).map(cellsOf)).toEqual([
    ['Squeeze', 'Test', 'Compressor', 'lv2', 'ready', 'input/1 insert1, main/1 insert2', squeeze.uri, squeeze.id],
    ['Plain', 'Test', 'Amplifier', 'lv2', 'quarantined, 3 faults', plain.uri, plain.id],
    ['Synth', 'Test', 'Instrument', 'lv2', 'not supported', unsupported.uri, unsupported.id, 'It has no audio input.'],
  ]);
  expect(cellsOf(lines.at(-1) ?? '')).toEqual([join(stateFolder, 'lv2/broken.lv2'), 'It ends the scan.']);
});

test('a program gets the row', async () => {
  writePlugins(stateFolder, [squeeze]);
  await start();
  expect(JSON.parse((await plugins()).out)).toEqual((await desk.get('/plugins')).body);
  expect((await plugins(['-o', 'table'])).out).toContain('Squeeze');
});

test('a desk that was never scanned says how to, and a scan says what it found', async () => {
  await start();
  expect((await plugins([], { width: 100 })).err).toContain('rowdesk plugins scan');
  desk.audio.jobs.answer = ({ run }) => {
    run.progress(1, 2, 'squeeze');
    writePlugins(stateFolder, [squeeze]);
    return { plugins: 1, supported: 1, added: 1, changed: 0, removed: 0, refused: 0 };
  };
  const { code, out } = await plugins(['scan']);
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ outcome: 'applied', plugins: 1, added: 1 })]);
  expect((await plugins([], { width: 100 })).out).toContain('Squeeze');
});

test('while a scan runs the list says how far it is, and one plugin is tried again by its URI', async () => {
  writePlugins(stateFolder, [squeeze]);
  await start();
  const tried: unknown[] = [];
  let said = '';
  desk.audio.jobs.answer = async ({ args, run }) => {
    tried.push(args);
    run.progress(3, 7, 'probe');
    said = (await plugins([], { width: 100 })).err;
    return { plugins: 1, supported: 1, added: 0, changed: 0, removed: 0, refused: 0 };
  };
  expect((await plugins(['scan', squeeze.uri])).code).toBe(0);
  expect(tried).toEqual([
    expect.objectContaining({ again: { bundle: expect.stringMatching(/squeeze\.lv2$/), uri: squeeze.uri } }),
  ]);
  expect(said).toContain('plugins tried, 3 of 7');
  const unknown = await plugins(['scan', 'no-such']);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no plugin has the id no-such')]);
});

test('an interruption cancels the scan', async () => {
  await start();
  const interruption = new AbortController();
  let aborted = false;
  desk.audio.jobs.answer = ({ run: { signal } }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted = true;
        reject(signal.reason);
      });
      interruption.abort();
    });
  const { code, err } = await plugins(['scan'], { signal: interruption.signal });
  expect([code, aborted, err]).toEqual([1, true, expect.stringContaining('cancelled')]);
});

test('a desk without plugins of others refuses, and the word is completed', async () => {
  desk = await startTestHost({ providers: ['console'] });
  expect((await plugins()).code).toBe(1);
  const after = (words: readonly string[]) =>
    candidates(words, listCommands(defineCommands), new AbortController().signal);
  expect(await after(['plug'])).toEqual(['plugins']);
  expect(await after(['plugins', 's'])).toEqual(['scan']);
});
