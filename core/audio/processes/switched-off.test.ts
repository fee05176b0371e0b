import { afterEach, expect, test } from 'vitest';
import { endTrials, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

test('a driver that is switched off lets go of its devices, and gets them again', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual'],
    devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
  });
  const choice = () => trial.drivers.choices.find(({ name }) => name === 'fake-virtual');
  const isOpen = () => trial.audio.devices.some(({ id, present }) => id === 'virtual-2x2' && present);
  await trial.until('running', () => choice()?.state === 'running' && isOpen());
  trial.drivers.switchOff('fake-virtual', 'switched off by a test');
  expect(choice()).toMatchObject({ chosen: false, reason: 'switched off by a test' });
  await trial.until('gone', () => choice()?.state === 'absent' && !isOpen());
  await trial.until('the alarm', () => trial.warning('audio-no-device')?.severity === 'alarm');
  trial.drivers.switchOff('fake-virtual');
  await trial.until('running again', () => choice()?.state === 'running' && isOpen());
  await trial.until('no alarm', () => trial.warning('audio-no-device') === undefined);
});

test('a driver whose device could not be opened tries again when it is switched on again', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', { name: 'fake-virtual', config: { openFailsOnce: 'somebody else has it' } }],
    devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
  });
  await trial.until('failed', () => trial.choice('fake-virtual')?.state === 'failed');
  expect(trial.choice('fake-virtual')?.reason).toContain('somebody else has it');
  trial.drivers.switchOff('fake-virtual', 'it is started again');
  await trial.until('gone', () => trial.choice('fake-virtual')?.state === 'absent');
  trial.drivers.switchOff('fake-virtual');
  await trial.until('running', () => trial.choice('fake-virtual')?.state === 'running');
  await trial.until('the sound', () => trial.audio.clock.driving === 'virtual-2x2');
});

test('a mixer plays on', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual'],
    devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
  });
  await trial.until('running', () => trial.audio.state === 'running');
  trial.drivers.switchOff('fake-mixer', 'switched off by a test');
  expect(trial.drivers.choices.find(({ name }) => name === 'fake-mixer')).toMatchObject({ state: 'running' });
});
