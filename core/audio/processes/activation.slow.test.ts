// Processes that wait for what they drive, with real processes.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endTrials, newStateFolder, type Trial, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

const drivers = ['fake-mixer', 'fake-virtual', { name: 'late-preamp', config: { ids: [] } }];
/** A process that was started has a lock. */
const hasStarted = ({ stateFolder }: Trial) => existsSync(join(stateFolder, 'driver-late-preamp.lock'));

test('a driver of preamps that are not there has no process, keeps no outputs closed, and says what it says otherwise', async () => {
  const trial = tryAudio({ drivers });
  await trial.until('the sound', () => trial.audio.state === 'running');
  expect(hasStarted(trial)).toBe(false);
  expect(trial.choice('late-preamp')).toMatchObject({
    ...{ chosen: false, state: 'absent', reason: 'nothing is there that it drives', restarts: 0 },
  });
  expect(trial.warnings.list()).toEqual([]);
});

test('a device that is plugged in starts the process of its driver', async () => {
  const sysRoot = join(newStateFolder(), 'sys');
  const trial = tryAudio({ drivers, sysRoot });
  await trial.until('the sound', () => trial.audio.state === 'running');
  const port = join(sysRoot, 'bus/usb/devices/1-4');
  mkdirSync(port, { recursive: true });
  writeFileSync(join(port, 'idVendor'), '1209\n');
  writeFileSync(join(port, 'idProduct'), '0001\n');
  trial.drivers.scan(['usb']);
  await trial.until('its process', () => hasStarted(trial));
});

test('a configuration that names a device starts the process, which opens it', async () => {
  const trial = tryAudio({ drivers });
  await trial.until('the sound', () => trial.audio.state === 'running');
  expect(trial.drivers.reconfigure('late-preamp', { ids: ['preamp-7'] })).toBe('');
  await trial.until('the device', () => trial.choice('late-preamp')?.state === 'running');
  expect(trial.audio.devices.find(({ id }) => id === 'preamp-7')).toMatchObject({ present: true });
});
