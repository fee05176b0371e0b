import { afterEach, expect, test } from 'vitest';
import { endTrials, type Trial, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

const virtual = { id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' };

/** Lets a driver's code end its process, and waits until the process is there again. */
async function crash(trial: Trial, target: string, method: string, args: object = {}): Promise<void> {
  const processId = trial.processId();
  await trial.audio.call(target, method, { ...args }).catch(() => {});
  await trial.until('running', () => trial.audio.state !== 'starting' && trial.processId() !== processId);
  await trial.until('running', () => trial.audio.clock.driving !== '' && trial.audio.state !== 'starting');
}

test.each([
  ['crash', { signal: 'SIGSEGV' }, 'SIGSEGV'],
  ['abort', {}, 'SIGABRT'],
])('the crash page names the package whose code ended the process (%s)', async (method, args, signal) => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-box'] });
  await trial.until('running', () => trial.audio.state === 'running');
  await crash(trial, 'stagebox:fake-1', method, args);
  expect(trial.warning('audio-process')?.detail).toContain(`It ended by ${signal}. It was in fake-box`);
  expect(trial.choice('fake-box')).toMatchObject({ restarts: 1, chosen: true });
});

test('a driver that crashes three times is set aside with the reason, and the next best takes its place', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-box', 'exact-box'] });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.devices[0]?.driver).toBe('exact-box');
  for (let time = 0; time < 3; time += 1) await crash(trial, 'stagebox:fake-1', 'crash', { signal: 'SIGSEGV' });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.devices[0]?.driver).toBe('fake-box');
  expect(trial.choice('exact-box')).toMatchObject({
    chosen: false,
    state: 'failed',
    restarts: 3,
    reason: expect.stringMatching(/crashed 3 times within 5 minutes, last by SIGSEGV/),
  });
  expect(trial.warning('driver-exact-box')).toBeDefined();

  // the next control process finds it set aside, and does not touch the sound
  const processId = trial.processId();
  await trial.leave();
  const next = tryAudio({ drivers: ['fake-mixer', 'fake-box', 'exact-box'], stateFolder: trial.stateFolder });
  await next.until('running', () => next.audio.state === 'running');
  expect(next.processId()).toBe(processId);
  expect(next.audio.devices[0]?.driver).toBe('fake-box');
  expect(next.choice('exact-box')?.reason).toMatch(/crashed 3 times/);
  expect((await next.journal()).filter(({ did }) => did === 'connect')).toHaveLength(1);
});

test('a driver that crashes as it is loaded is set aside: the sound starts without it, and goes on under the next control process', async () => {
  const drivers = ['fake-mixer', 'fake-virtual', 'crashes-at-load'];
  const trial = tryAudio({ drivers, devices: [virtual] });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.choice('crashes-at-load')).toMatchObject({
    ...{ chosen: false, state: 'failed', restarts: 3 },
    reason: expect.stringMatching(/crashed 3 times within 5 minutes, last by SIGSEGV/),
  });
  expect(trial.warning('driver-crashes-at-load')).toBeDefined();

  const processId = trial.processId();
  await trial.leave();
  const next = tryAudio({ drivers, devices: [virtual], stateFolder: trial.stateFolder });
  await next.until('running', () => next.audio.state === 'running');
  expect(next.processId()).toBe(processId);
  expect(next.choice('crashes-at-load')).toMatchObject({ state: 'failed', restarts: 0 });
});

test('the mixer is never set aside', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual'], devices: [virtual] });
  await trial.until('running', () => trial.audio.state === 'running');
  for (let time = 0; time < 3; time += 1) await crash(trial, 'mixer', 'crash', { signal: 'SIGSEGV' });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.choice('fake-mixer')).toMatchObject({ chosen: true, state: 'running', restarts: 3 });
  expect(trial.warning('audio-process')?.detail).toContain('It was in fake-mixer');
});

test('a control-only driver has a process of its own: its crashes set it aside and are not heard', async () => {
  const bad = { name: 'fake-preamp', config: { crashAtOpen: 'SIGSEGV' } };
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', bad], devices: [virtual] });
  await trial.until('set aside', () => trial.choice('fake-preamp')?.state === 'failed');
  expect(trial.choice('fake-preamp')).toMatchObject({
    chosen: false,
    restarts: 3,
    reason: expect.stringMatching(/3 times within 5 minutes, last by SIGSEGV/),
  });
  await trial.until('running', () => trial.audio.state === 'running');
  expect((await trial.journal()).map(({ did }) => did).filter((did) => did === 'close')).toEqual([]);
  expect(trial.choice('fake-mixer')?.restarts).toBe(0);
  expect(trial.warning('driver-fake-preamp')?.detail).toMatch(/crashed 3 times/);
});

test('an error that a driver does not catch ends nothing', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-box'] });
  await trial.until('running', () => trial.audio.state === 'running');
  const processId = trial.processId();
  await trial.audio.call('stagebox:fake-1', 'throwLater', {});
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await trial.audio.call('stagebox:fake-1', 'settings', {})).toMatchObject({ rate: 48000 });
  expect(trial.processId()).toBe(processId);
  expect(trial.choice('fake-mixer')?.restarts).toBe(0);
});
