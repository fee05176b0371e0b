import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { packageRoot } from '../../base/package-root.ts';
import { makeRuntimeFolder, processFiles } from '../../system/runtime-folder.ts';
import { encodeFrame, frameKinds } from '../link/frames.ts';
import { protocol } from '../link/messages.ts';
import { endTrials, newStateFolder, type Setup, type Trial, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

const setup: Setup = {
  drivers: ['fake-mixer', 'fake-virtual'],
  devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
  wanted: { mixer: [{ path: '/channel/input/1', field: 'levelDb', value: -6 }] },
};

async function running(more: Partial<Setup> = {}): Promise<Trial> {
  const trial = tryAudio({ ...setup, ...more });
  await trial.until('running', () => trial.audio.state === 'running');
  return trial;
}

function lives(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

test('a new control process attaches to the sound that plays and changes nothing of it', async () => {
  const first = await running();
  const before = await first.journal();
  const processId = first.processId();
  await first.leave();
  const second = await running({ stateFolder: first.stateFolder });
  expect(second.processId()).toBe(processId);
  await second.until('the state', () => second.observed.get('/channel/input/1 levelDb')?.value === -6);
  const after = await second.journal();
  // the complete state was wanted again, and nothing of it differed
  expect(after.slice(before.length)).toEqual([{ did: 'apply', revision: 1, values: [] }]);
  expect(second.warnings.list()).toEqual([]);
});

test('what changed while no control process was there is written, and only that', async () => {
  const first = await running();
  const { length } = await first.journal();
  await first.leave();
  const wanted = [
    { path: '/channel/input/1', field: 'levelDb', value: -6 },
    { path: '/channel/input/2', field: 'levelDb', value: -12 },
  ];
  const second = await running({ stateFolder: first.stateFolder, wanted: { mixer: wanted } });
  await second.until('the change', () => second.observed.get('/channel/input/2 levelDb')?.value === -12);
  expect((await second.journal()).slice(length)).toEqual([{ did: 'apply', revision: 1, values: [wanted[1]] }]);
});

test('a killed audio process is a warning at once, and starts again with the complete state', async () => {
  const trial = await running();
  const processId = trial.processId();
  trial.killAudio('SIGKILL');
  await trial.until('the warning', () => trial.warning('audio-process') !== undefined);
  await trial.until('running', () => trial.audio.state === 'running' && trial.processId() !== processId);
  expect(trial.warning('audio-process')).toMatchObject({
    severity: 'warning',
    detail: expect.stringMatching(/SIGKILL/),
  });
  for (const target of ['mixer', 'clock', 'stagebox:virtual-2x2']) {
    const own = trial.comings.filter((coming) => coming.startsWith(`${target} `));
    expect(own).toEqual([`${target} present`, `${target} absent`, `${target} present`]);
  }
  const journal = await trial.journal();
  const [wanted] = journal.filter(({ did }) => did === 'apply');
  expect(wanted?.values).toEqual(setup.wanted?.mixer);
  const opened = journal.findIndex(({ reason }) => reason === 'startup');
  expect(opened).toBeGreaterThan(journal.indexOf(wanted as (typeof journal)[number]));
  for (const driver of ['fake-mixer', 'fake-virtual']) expect(trial.choice(driver)?.restarts).toBe(1);
});

test('the end of an audio process that another control process had started is noticed, too', async () => {
  const first = await running();
  await first.leave();
  const second = await running({ stateFolder: first.stateFolder });
  const processId = second.processId();
  second.killAudio('SIGKILL');
  await second.until('running', () => second.audio.state === 'running' && second.processId() !== processId);
  expect(second.warning('audio-process')).toBeDefined();
});

test('two audio processes for one state folder are impossible', async () => {
  const trial = await running();
  const entry = join(packageRoot, 'dist/core/audio/process/main.js');
  const environment = { ...process.env, XDG_RUNTIME_DIR: newStateFolder() };
  const { status, stderr } = spawnSync(process.execPath, [entry, '--state', trial.stateFolder], { env: environment });
  expect(status).toBe(3);
  expect(stderr.toString()).toContain(`runs already for ${trial.stateFolder}`);
  expect(lives(trial.processId())).toBe(true);
  expect(trial.audio.state).toBe('running');
});

test('at the end the outputs fade out, and no process, socket or page is left', async () => {
  const trial = await running();
  const processId = trial.processId();
  const { socket, crashPage } = JSON.parse(readFileSync(join(trial.stateFolder, 'audio.lock'), 'utf8'));
  expect(existsSync(socket) && existsSync(crashPage)).toBe(true);
  await trial.stop();
  await trial.until('the end', () => !lives(processId));
  expect(existsSync(socket) || existsSync(crashPage)).toBe(false);
  expect(readFileSync(join(trial.stateFolder, 'audio.log'), 'utf8')).toMatch(/ends: the desk stops/);
  expect(trial.audio.state).toBe('stopped');
});

test('without a control process it ends after lingerS, in order', async () => {
  const trial = await running({ lingerS: 0.3 });
  const processId = trial.processId();
  await trial.leave();
  expect(lives(processId)).toBe(true);
  await trial.until('the end', () => !lives(processId));
  expect(readFileSync(join(trial.stateFolder, 'audio.log'), 'utf8')).toMatch(/ends: no control process for 0.3 s/);
});

test('what speaks nonsense to its socket is let go, and the sound goes on', async () => {
  const trial = await running();
  const { socket } = JSON.parse(readFileSync(join(trial.stateFolder, 'audio.lock'), 'utf8'));
  const stranger = connect(socket);
  stranger.on('error', () => {});
  stranger.write('GET / HTTP/1.1\r\nHost: desk\r\n\r\n');
  stranger.resume();
  await new Promise((resolve) => stranger.once('close', resolve));
  expect(trial.audio.state).toBe('running');
  expect(await trial.journal()).not.toEqual([]);
});

test('a process of another major version plays on untouched; what needs it refuses, and a warning says what to do', async () => {
  const stateFolder = newStateFolder();
  const { socket } = processFiles(stateFolder, 'audio');
  makeRuntimeFolder(dirname(socket));
  const got: Buffer[] = [];
  const future = createServer((stranger) => {
    stranger.on('error', () => {}).on('data', (piece) => got.push(piece));
    const hello = JSON.stringify({ type: 'hello', major: protocol.major + 1, minor: 0 });
    stranger.write(encodeFrame(frameKinds.json, Buffer.from(hello)));
  });
  await new Promise<void>((resolve) => future.listen(socket, resolve));
  const trial = tryAudio({ ...setup, stateFolder });
  await trial.until('the warning', () => trial.warning('audio-incompatible') !== undefined);
  expect(trial.audio.state).toBe('degraded');
  expect(trial.warning('audio-incompatible')?.detail).toMatch(/plays on untouched\. To restart it: rowdesk stop/);
  await expect(trial.audio.call('mixer', 'resetClips', {})).rejects.toMatchObject({ code: 'audio-incompatible' });
  expect(got).toEqual([]);
  await trial.leave();
  await new Promise((resolve) => future.close(resolve));
});

test('an update while the sound plays on is reported, with the versions that run and that are installed', async () => {
  const first = await running();
  await first.leave();
  const second = await running({ stateFolder: first.stateFolder, version: '99.0.0' });
  expect(second.warning('audio-older')?.detail).toMatch(/^Running: rowdesk .*, installed is 99\.0\.0\./);
});

test('the same layout again changes nothing; another one makes a new mixer with the complete state', async () => {
  const trial = await running();
  const { length } = await trial.journal();
  trial.audio.configure({ main: 1, input: 2 });
  trial.apply('mixer', [{ path: '/channel/input/1', field: 'muted', value: true }]);
  await trial.until('the mute', () => trial.observed.get('/channel/input/1 muted')?.value === true);
  expect(await trial.journal()).toHaveLength(length + 1);
  trial.audio.configure({ input: 3, main: 1 });
  await trial.until('the new mixer', () => trial.comings.filter((coming) => coming === 'mixer present').length === 2);
  await trial.until('running', () => trial.audio.state === 'running');
  const journal = await trial.journal();
  expect(journal.filter(({ did }) => did === 'apply')[0]?.values).toEqual(setup.wanted?.mixer);
});
