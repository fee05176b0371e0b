import { afterEach, expect, test } from 'vitest';
import { endTrials, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

const virtual = { id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' };

test('a driver that can not open its device is set aside with its words, and the next best is tried', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-box', { name: 'exact-box', config: { openFails: 'libbox.so.2 is missing' } }],
  });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.devices).toMatchObject([{ id: 'fake-1', driver: 'fake-box', present: true }]);
  expect(trial.audio.clock).toMatchObject({ driving: 'fake-1', grade: 'device' });
  expect(trial.choice('exact-box')).toMatchObject({
    chosen: false,
    state: 'failed',
    reason: 'fake-1: libbox.so.2 is missing',
  });
  expect(trial.choice('fake-box')).toMatchObject({ chosen: true, state: 'running', score: 2 });
  expect(trial.warning('device-fake-1-exact-box')?.detail).toBe('libbox.so.2 is missing');
});

test('a device that can be opened and not started gives way, too', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-box', { name: 'exact-box', config: { startFails: 'the card is busy' } }],
  });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.devices[0]?.driver).toBe('fake-box');
  expect(trial.choice('exact-box')?.reason).toBe('fake-1: the card is busy');
});

test('a virtual stagebox that stands in for a real device is silent: the desk can not reach it', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual', { name: 'fake-box', config: { openFails: 'no such device' } }],
    devices: [virtual],
  });
  await trial.until('a stand-in', () => trial.audio.clock.driving === 'virtual-2x2');
  await trial.until('open outputs', () => trial.warning('audio-stand-in') !== undefined);
  expect(trial.audio.state).toBe('degraded');
  expect(trial.audio.clock.grade).toBe('synthetic');
  expect(trial.targets.list().map(({ name }) => name)).not.toContain('stagebox:virtual-2x2');
});

test('one device drives the mixer: another clock is set aside and named', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-box', 'twin-a'] });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.clock.driving).toBe('fake-1');
  await trial.until('the reason', () => trial.choice('twin-a')?.reason.includes('different-clock') === true);
  expect(trial.warning('device-twin-1')?.detail).toBe(
    `its clock is 'clock-twin-1', the mixer runs by 'clock-fake-1' of fake-1; to have it join by resampling, give twin-1 "resample": true in "devices" of the configuration`,
  );
  expect(trial.audio.devices.find(({ id }) => id === 'twin-1')).toBeUndefined();
});

test('two drivers that match equally well are both named and neither is used, unless one is preferred', async () => {
  const drivers = ['fake-mixer', 'twin-a', 'twin-b'];
  const trial = tryAudio({ drivers });
  await trial.until('the tie', () => trial.warning('driver-tie-twin-1') !== undefined);
  expect(trial.warning('driver-tie-twin-1')?.detail).toContain('twin-a and twin-b');
  expect(trial.drivers.choices.map(({ chosen }) => chosen)).toEqual([true, false, false]);
  expect(trial.choice('twin-a')?.reason).toMatch(/twin-a and twin-b match equally well/);

  const preferring = tryAudio({ drivers, preferred: ['twin-b'] });
  await preferring.until('running', () => preferring.audio.state === 'running');
  expect(preferring.audio.devices[0]?.driver).toBe('twin-b');
});

test('faulty packages are named in words, and the rest starts', async () => {
  const trial = tryAudio({
    drivers: [
      'wrong-manifest',
      'no-manifest',
      'null-manifest',
      'text-manifest',
      'no-module',
      'not-there-at-all',
      'throws',
      'not-a-driver',
      'fake-mixer',
      'fake-virtual',
    ],
    devices: [virtual],
  });
  await trial.until('running', () => trial.audio.state === 'running');
  const reasons = Object.fromEntries(trial.drivers.choices.map(({ name, reason }) => [name, reason]));
  expect(reasons['wrong-manifest']).toMatch(/rowdesk\.driver api .*use 1/);
  expect(reasons['wrong-manifest']).toMatch(/rowdesk\.driver kind is none of the options/);
  expect(reasons['wrong-manifest']).toMatch(/rowdesk\.driver extra is not known here/);
  expect(reasons['no-manifest']).toMatch(/no rowdesk\.driver/);
  expect(reasons['null-manifest']).toBe('its package.json is no JSON object; correct it');
  expect(reasons['text-manifest']).toBe('its package.json: rowdesk.driver has the wrong type: give object');
  expect(reasons['no-module']).toMatch(/index\.mjs is not there; build the package/);
  expect(reasons['not-there-at-all']).toMatch(/no folder hardware-drivers\/not-there-at-all/);
  expect(reasons.throws).toBe('libfake.so.1 is missing: install libfake1');
  expect(reasons['not-a-driver']).toBe('its module has no function open()');
  for (const name of Object.keys(reasons).filter((each) => !each.startsWith('fake-'))) {
    expect(trial.choice(name)).toMatchObject({ chosen: false, state: 'failed' });
    expect(trial.warning(`driver-${name}`)?.detail).toBe(reasons[name]);
  }
});

test('a configured device that discovery does not find is absent, and its ports are remembered once known', async () => {
  const absent = { id: 'fake-9', transport: 'fake', model: 'box' };
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-box'], devices: [absent] });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.devices).toMatchObject([
    { id: 'fake-9', present: false, ports: [], label: 'fake-9' },
    { id: 'fake-1', present: true },
  ]);
  expect(trial.warning('device-fake-9')?.title).toBe('fake-9 is absent');
  await trial.stop();
});

test('a device that is unplugged gives way to a silent stand-in, and comes back when it is plugged in again', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-virtual', 'plug-box'], devices: [virtual] });
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.clock.driving).toBe('plug-1');
  await trial.audio.call('stagebox:plug-1', 'unplug', { forMs: 400 });
  await trial.until('the stand-in', () => trial.audio.clock.driving === 'virtual-2x2');
  expect(trial.audio.clock.grade).toBe('synthetic');
  expect(trial.targets.list().find(({ name }) => name === 'stagebox:plug-1')?.isPresent).toBe(false);
  await trial.until('its return', () => trial.audio.clock.driving === 'plug-1' && trial.audio.state === 'running');
  const done = (await trial.journal()).filter(({ reason }) => reason === 'driver').map(({ did }) => did);
  // the mixer went on, and was closed and opened around each change
  expect(done).toEqual(['open', 'close', 'open', 'close', 'open']);
  expect(trial.choice('fake-mixer')?.restarts).toBe(0);
});

test('a driver that can not read its figures keeps no other value from being reported', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', 'fake-box'] });
  await trial.until('running', () => trial.audio.state === 'running');
  await trial.audio.call('stagebox:fake-1', 'failFigures', {});
  await trial.audio.call('stagebox:fake-1', 'warn', { id: 'fan', text: 'the fan is stuck' });
  await trial.until('the notice', () => trial.warning('driver-fake-box-fan') !== undefined);
  expect(trial.audio.clock.rate).toBe(0);
});

test('without a mixer there is no audio process, and the reason says so', async () => {
  const trial = tryAudio({ drivers: ['fake-virtual'], devices: [virtual] });
  expect(trial.audio).toMatchObject({ state: 'stopped', reason: 'no mixer is switched on' });
  await expect(trial.audio.call('mixer', 'resetClip', {})).rejects.toMatchObject({ code: 'device-absent' });
});

test('the service does not start without a driver that the configuration requires, and says why', () => {
  expect(() => tryAudio({ drivers: [{ name: 'no-such-driver', required: true }] })).toThrow(
    /driver "no-such-driver": there is no folder/,
  );
});
