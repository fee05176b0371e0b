import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endTrials, type Trial, tryAudio } from '../trial-fixture.ts';
import { BuildsDouble } from './builds-double.ts';

afterEach(endTrials);

const virtual = { id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' };
const box = { id: 'fake-1', transport: 'fake', model: 'box' };
const twin = { id: 'twin-1', transport: 'twin', model: 'twin' };
const hasStarted = ({ stateFolder }: Trial, driver: string) => existsSync(join(stateFolder, `driver-${driver}.lock`));

test('a driver with a process of its own that is being built says so, starts when it is built, and the sound plays on', async () => {
  const builds = new BuildsDouble('fake-preamp');
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'fake-preamp'], devices: [virtual], builds });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.choice('fake-preamp')).toMatchObject({
    ...{ state: 'building', chosen: false, reason: 'it is being built' },
  });
  expect(hasStarted(trial, 'fake-preamp')).toBe(false);
  expect(trial.warnings.list().map(({ id }) => id)).not.toContain('driver-fake-preamp');
  const before = trial.processId();
  builds.built('fake-preamp');
  await trial.until('taken', () => trial.choice('fake-preamp')?.state === 'running');
  await trial.until('its target', () => trial.comings.includes('stagebox:preamp-1 present'));
  expect([trial.processId(), trial.audio.clock.driving]).toEqual([before, 'virtual-2x2']);
});

test('a driver that can not be built is set aside with the reason, and no process of it starts', async () => {
  const builds = new BuildsDouble('fake-preamp');
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'fake-preamp'], devices: [virtual], builds });
  await trial.until('running', () => trial.audio.state === 'running');
  builds.failed('fake-preamp', 'it does not compile');
  expect(trial.choice('fake-preamp')).toMatchObject({ state: 'failed', reason: 'it does not compile' });
  expect(trial.warning('driver-fake-preamp')?.detail).toBe('it does not compile');
  expect(hasStarted(trial, 'fake-preamp')).toBe(false);
});

test('the audio process loads a driver when it is built, which takes over from a stand-in', async () => {
  const builds = new BuildsDouble('fake-box');
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'fake-box'], devices: [box, virtual], builds });
  await trial.until('a stand-in', () => trial.audio.clock.driving === 'virtual-2x2');
  expect(trial.choice('fake-box')).toMatchObject({ state: 'building', reason: 'it is being built' });
  const before = trial.processId();
  builds.built('fake-box');
  await trial.until('the box drives', () => trial.audio.clock.driving === 'fake-1');
  expect(trial.choice('fake-box')?.state).toBe('running');
  expect(trial.processId()).toBe(before);
});

test('a driver that is built beside a device that is heard leaves it the clock, and says how to change over', async () => {
  const builds = new BuildsDouble('fake-box');
  const trial = tryAudio({ drivers: ['fake-mixer', 'twin-a', 'fake-box'], devices: [box, twin], builds });
  await trial.until('the twin drives', () => trial.audio.clock.driving === 'twin-1');
  builds.built('fake-box');
  await trial.until('loaded', () => trial.choice('fake-box')?.reason.includes('rowdesk stop') === true);
  expect(trial.audio.clock.driving).toBe('twin-1');
  expect(trial.choice('fake-box')?.reason).toContain('would take over from twin-1');
  const before = trial.processId();
  trial.killAudio('SIGKILL');
  const isNew = () => trial.processId() !== before && trial.audio.clock.driving !== '';
  await trial.until('another process', () => trial.choice('twin-a')?.restarts === 1 && isNew());
  expect(trial.audio.clock.driving).toBe('twin-1');
});

test('a driver that is built beside the driving device is opened, and joins by the rules for clocks', async () => {
  const builds = new BuildsDouble('fake-box');
  const trial = tryAudio({ drivers: ['fake-mixer', 'twin-a', 'fake-box'], devices: [twin, box], builds });
  await trial.until('the twin drives', () => trial.audio.clock.driving === 'twin-1');
  builds.built('fake-box');
  await trial.until('tried', () => trial.choice('fake-box')?.reason.includes('different-clock') === true);
  expect(trial.audio.clock.driving).toBe('twin-1');
});
