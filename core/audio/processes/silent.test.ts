// A driver process that is there and does not answer.
import { afterEach, expect, test } from 'vitest';
import { endTrials, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

test('an audio process that does not answer is degraded and an alarm, and runs again when it answers', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual'],
    devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
  });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.warning('audio-process-silent')).toBeUndefined();
  trial.killAudio('SIGSTOP');
  const asked = trial.journal();
  await trial.until('silent', () => trial.audio.state === 'degraded');
  expect(trial.audio.reason).toBe('the audio process does not answer');
  expect(trial.warning('audio-process-silent')).toMatchObject({ severity: 'alarm' });
  trial.killAudio('SIGCONT');
  await asked;
  await trial.until('running again', () => trial.audio.state === 'running');
  expect(trial.warning('audio-process-silent')).toBeUndefined();
});
