import { afterEach, expect, test } from 'vitest';
import { endTrials, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

test('a card that is let go is taken, and until then the rows say which process holds it', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'held-card'] });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.clock.driving).toBe('virtual-2x2');
  const found = () => trial.drivers.found.find(({ id }) => id === 'alsa-USB');
  expect(found()).toMatchObject({ present: true, adopted: false, reason: 'player (process 4) holds it' });
  expect(trial.choice('held-card')).toMatchObject({ chosen: false, reason: 'alsa-USB: player (process 4) holds it' });
  trial.drivers.scan([]);
  await trial.until('the card', () => trial.audio.clock.driving === 'alsa-USB');
  expect(found()?.adopted).toBe(true);
  expect(trial.choice('held-card')?.reason).toBe(
    'alsa-USB: matches its kind, and the configuration names no device, and no audio server can be used',
  );
});

test('a card that the configuration names is tried again by itself once it is let go', async () => {
  const devices = [{ id: 'alsa-USB', transport: 'alsa', model: 'c' }];
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'held-card'], devices });
  await trial.until('the failure', () => trial.choice('held-card')?.state === 'failed');
  expect(trial.choice('held-card')?.reason).toBe('alsa-USB: player (process 4) holds it');
  trial.drivers.scan([]);
  await trial.until('running', () => trial.audio.clock.driving === 'alsa-USB' && trial.audio.state === 'running');
  expect(trial.warning('device-alsa-USB-held-card')).toBe(undefined);
});
