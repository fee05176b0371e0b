// The driver in a desk that runs, with the simulated device on the network.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { simulate } from './simulator.js';

const rowdesk = join(dirname(createRequire(import.meta.url).resolve('rowdesk/package.json')), 'dist/cli/main.js');
const stateFolder = mkdtempSync(join(tmpdir(), 'exemplar-'));
let simulator;
let desk;
let url;

before(async () => {
  simulator = await simulate(0);
  // As desk.config.json, but the device is where the simulator is, and the audio process ends soon should this be killed.
  const config = join(import.meta.dirname, '.test.config.json');
  const own = JSON.parse(readFileSync(join(import.meta.dirname, 'desk.config.json'), 'utf8'));
  const drivers = own.drivers.map((each) =>
    each === 'exemplar' ? { name: 'exemplar', config: { port: simulator.port } } : each,
  );
  writeFileSync(config, JSON.stringify({ ...own, drivers, lingerS: 5, heartbeatMs: 200 }));
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
  await simulator.stop();
  rmSync(stateFolder, { recursive: true, force: true });
});

const until = async (holds) => {
  while (!(await holds())) await sleep(20);
};
const row = '/stagebox/exemplar-1/inputs/1';
const get = async (path) => (await fetch(url + path)).json();
const patch = async (path, body) => {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(url + path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  assert.equal(status, 200);
};

test('settings of the desk reach the device, and changes at the device reach the desk', {
  timeout: 120_000,
}, async () => {
  await until(async () => (await get('/stagebox/exemplar-1')).present);
  await patch(row, { gainDb: 12 });
  await until(() => simulator.state.gainDb[0] === 12);
  await until(async () => (await get(row)).confirmed);
  simulator.turn(1, 'gainDb', 20);
  await until(async () => (await get(row)).gainDb === 20);
});

test('the preamps and their sound are one box, and a strip has its preamp by the port with the sound', {
  timeout: 120_000,
}, async () => {
  const box = async () => (await get('/stagebox')).items.find(({ id }) => id === 'exemplar-1');
  await until(async () => (await box())?.missing === '');
  const { items } = await get('/stagebox');
  assert.deepEqual(
    items.map(({ id, audio, control }) => ({ id, audio, control })),
    [{ id: 'exemplar-1', audio: 'virtual-32x16', control: 'exemplar-1' }],
  );
  await patch('/channel/input/1', { sourceId: 'virtual-32x16:in-2' });
  await patch('/channel/input/1/preamp', { gainDb: 24 });
  await until(() => simulator.state.gainDb[1] === 24);
  assert.equal((await get('/channel/input/1/preamp')).device, 'exemplar-1');
});

test('half a box says which half is missing, and gets phantom again when it is back', {
  timeout: 120_000,
}, async () => {
  const box = () => get('/stagebox/exemplar-1');
  const preamp = '/channel/input/1/preamp';
  await patch('/channel/input/1', { sourceId: 'virtual-32x16:in-2' });
  await patch(preamp, { phantom: true });
  await until(() => simulator.state.phantom[1]);
  const { port } = simulator;
  await simulator.stop();
  await until(async () => (await box()).missing === 'control');
  assert.match((await box()).reason, /does not answer/);
  assert.equal((await box()).present, true);
  // It comes back with what it has after power on: no phantom.
  simulator = await simulate(port);
  await until(() => simulator.state.phantom[1]);
  await until(async () => (await box()).missing === '' && (await get(preamp)).confirmed);
});

test('a device that was switched off and on again gets the desired values', { timeout: 120_000 }, async () => {
  const { port } = simulator;
  await simulator.stop();
  await until(async () => (await get('/warnings')).warnings.some(({ id }) => id === 'unreadable-stagebox-exemplar-1'));
  await patch(row, { gainDb: 31 });
  simulator = await simulate(port);
  await until(() => simulator.state.gainDb[0] === 31);
  await until(async () => !(await get('/warnings')).warnings.some(({ id }) => id === 'unreadable-stagebox-exemplar-1'));
});
