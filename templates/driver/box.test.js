// The driver in a desk that runs: its tone must arrive at a strip's meter.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const rowdesk = join(dirname(createRequire(import.meta.url).resolve('rowdesk/package.json')), 'dist/cli/main.js');
const stateFolder = mkdtempSync(join(tmpdir(), 'exemplar-'));
let desk;
let url;

before(async () => {
  // As desk.config.json, but the audio process ends soon should this test be killed.
  const config = join(import.meta.dirname, '.test.config.json');
  const own = JSON.parse(readFileSync(join(import.meta.dirname, 'desk.config.json'), 'utf8'));
  writeFileSync(config, JSON.stringify({ ...own, lingerS: 5 }));
  const args = ['start', '--port', '0', '--json', '--log-level', 'error', '--state', stateFolder, '--config', config];
  desk = spawn(process.execPath, [rowdesk, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await new Promise((resolve) => {
    createInterface({ input: desk.stdout }).once('line', (text) => resolve([text]));
    desk.once('exit', (code) => resolve([`{"ended":${code}}`]));
  });
  url = JSON.parse(line).url;
  rmSync(config);
  assert.ok(url, `rowdesk start: ${line}`);
});
after(async () => {
  const ended = new Promise((resolve) => desk.once('exit', resolve));
  desk.kill('SIGTERM');
  await ended;
  rmSync(stateFolder, { recursive: true, force: true });
});

const get = async (path) => (await fetch(url + path)).json();
const until = async (path, holds) => {
  for (;;) {
    const row = await get(path);
    if (holds(row)) return row;
    await sleep(20);
  }
};

test('the desk runs by this driver, and its tone arrives at strip 1', { timeout: 120_000 }, async () => {
  const runs = ({ name, chosen, state }) => name === 'exemplar' && chosen && state === 'running';
  await until('/hardware', ({ drivers }) => drivers.some(runs));
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ sourceId: 'exemplar-1:in-1', levelDb: 0 });
  const { status } = await fetch(`${url}/channel/input/1`, { method: 'PATCH', headers, body });
  assert.equal(status, 200);
  await until('/channel/input/1/meter', ({ preDb }) => Math.abs(preDb[0] + 20) < 0.1);
});
