import { afterEach, expect, test } from 'vitest';
import { endTrials, fixtures, tryAudio } from '../trial-fixture.ts';
import { findDriverPackages } from './package.ts';

afterEach(endTrials);

const find = (name: string, config?: Readonly<Record<string, unknown>>) =>
  findDriverPackages([{ name, config }], fixtures, fixtures);
const devices = [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }];

test('a configuration gets the defaults of its schema', () => {
  expect(find('rated-virtual').packages).toMatchObject([{ config: { rates: [48000] } }]);
  expect(find('rated-virtual', { rates: [96000] }).packages).toMatchObject([{ config: { rates: [96000] } }]);
});

test('a configuration that does not fit keeps its driver out, all problems in words', () => {
  const { packages, refused } = find('rated-virtual', { rates: [7], colour: 'red' });
  expect(packages).toEqual([]);
  expect(refused[0]?.reason).toContain('its entry in the configuration: ');
  expect(refused[0]?.reason).toContain('config rates/0 is out of range: use a number >= 8000');
  expect(refused[0]?.reason).toContain('config colour is not known here');
});

test('a schema that is none keeps its driver out', () => {
  expect(find('wrong-schema').refused[0]?.reason).toMatch(
    /^its package.json: rowdesk.driver configSchema can't be used: /,
  );
});

test('another configuration opens the devices of a driver anew: what drives fades out, and in again', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'rated-virtual'], devices });
  const rates = () => trial.audio.clock.supportedRates;
  await trial.until('running', () => trial.audio.state === 'running' && rates().length === 1);
  const before = (await trial.journal()).length;
  expect(trial.drivers.reconfigure('rated-virtual', { rates: [44100, 48000] })).toBe('');
  await trial.until('both rates', () => rates().join() === '44100,48000');
  await trial.until('running again', () => trial.audio.state === 'running');
  const since = (await trial.journal()).slice(before);
  expect(since).toEqual([
    { did: 'close', fadeMs: 20, reason: 'driver' },
    {
      did: 'connect',
      inputs: ['virtual-2x2:in-1', 'virtual-2x2:in-2'],
      outputs: ['virtual-2x2:out-1', 'virtual-2x2:out-2'],
    },
    { did: 'open', fadeMs: 100, reason: 'driver' },
  ]);
  // The same again is nothing new.
  expect(trial.drivers.reconfigure('rated-virtual', { rates: [44100, 48000] })).toBe('');
  expect((await trial.journal()).length).toBe(before + since.length);
});

test('what does not fit is refused in words, and all goes on as it was', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'rated-virtual'], devices });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.drivers.reconfigure('rated-virtual', { rates: 'all' })).toContain('config rates has the wrong type');
  expect(trial.audio.clock.supportedRates).toEqual([48000]);
});

test('a device that could not be opened is tried again with another configuration', async () => {
  const broken = { name: 'rated-virtual', config: { openFails: 'no such socket' } };
  const trial = tryAudio({ drivers: ['fake-mixer', broken], devices });
  await trial.until('failed', () => trial.choice('rated-virtual')?.state === 'failed');
  expect(trial.choice('rated-virtual')?.reason).toContain('no such socket');
  trial.drivers.reconfigure('rated-virtual', {});
  await trial.until('running', () => trial.choice('rated-virtual')?.state === 'running');
  expect(trial.audio.clock.driving).toBe('virtual-2x2');
});

test('a new control process with another configuration changes what differs, one with the same nothing', async () => {
  const first = tryAudio({ drivers: ['fake-mixer', 'rated-virtual'], devices });
  await first.until('running', () => first.audio.state === 'running');
  const { stateFolder } = first;
  await first.leave();
  const same = tryAudio({ drivers: ['fake-mixer', 'rated-virtual'], devices, stateFolder });
  await same.until('running', () => same.audio.state === 'running');
  const closings = async (trial: typeof same) => (await trial.journal()).filter(({ did }) => did === 'close').length;
  const before = await closings(same);
  await same.leave();
  const other = { name: 'rated-virtual', config: { rates: [48000, 96000] } };
  const last = tryAudio({ drivers: ['fake-mixer', other], devices, stateFolder });
  await last.until('both rates', () => last.audio.clock.supportedRates.length === 2);
  expect(before).toBe(0);
  expect(await closings(last)).toBe(1);
});
