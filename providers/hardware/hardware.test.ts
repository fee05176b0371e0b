import { cpus } from 'node:os';
import type { DriverChoice } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['hardware'] });
});
afterEach(() => desk.close());

test('the host and the disk of the state folder are those of this computer', async () => {
  const { host, disks, cards } = (await desk.get('/hardware')).body;
  expect(host).toMatchObject({ cores: cpus().length, nodeVersion: process.versions.node });
  expect(disks).toMatchObject([{ use: 'state', path: desk.stateFolder }]);
  expect(disks[0].freeMb).toBeLessThanOrEqual(disks[0].sizeMb);
  expect(disks[0].sizeMb).toBeGreaterThan(0);
  expect(cards).toBeInstanceOf(Array);
});

test('which driver was chosen, which was not, and why is told as it changes', async () => {
  const watched = await desk.watch('/hardware');
  expect((await watched.next()).row.drivers).toEqual([]);
  const choice: DriverChoice = {
    ...{ name: 'usb', version: '1.0.0', kind: 'stagebox', chosen: false, score: 3 },
    ...{ reason: 'its library is missing', state: 'failed', restarts: 0 },
  };
  desk.audio.become({ choices: [choice] });
  let { drivers } = (await watched.next()).row;
  while (drivers.length === 0) drivers = (await watched.next()).row.drivers;
  expect(drivers).toEqual([choice]);
  watched.close();
});

test('a driver that is being built beside the show says so', async () => {
  const choice: DriverChoice = {
    ...{ name: 'lv2', version: '1.0.0', kind: 'plugins', chosen: false, score: 0 },
    ...{ reason: 'it is being built (1 of 2)', state: 'building', restarts: 0 },
  };
  desk.audio.become({ choices: [choice] });
  expect((await desk.get('/hardware')).body.drivers).toEqual([choice]);
});

test('a device that no driver is for is shown with the reason', async () => {
  const reason = 'no driver is for usb 1235:8215; install one, and name it under "drivers" of the configuration';
  const names = { id: 'usb-1235:8215', label: 'Scarlett 18i20', transport: 'usb', modelId: '1235:8215' };
  const found = { ...names, vendor: 'Focusrite', model: 'scarlett-18i20', address: '1-4', audioHalf: '', score: 0 };
  const times = { firstSeenMs: 1, lastSeenMs: undefined };
  desk.audio.become({ found: [{ ...found, ...times, present: true, adopted: false, driver: '', reason }] });
  expect((await desk.get('/hardware')).body.devices).toEqual([
    { ...names, present: true, driver: '', audioHalf: '', score: 0, reason },
  ]);
});

test('a provider that runs, and one that is left out with the remedy', async () => {
  const lacking = await startTestHost({ providers: ['hardware', 'channel'], required: false });
  onTestFinished(() => lacking.close());
  const { providers } = (await lacking.get('/hardware')).body;
  const [console, channel, hardware] = providers;
  expect(providers).toHaveLength(3);
  expect(console).toMatchObject({ name: 'console', roots: [], state: 'left-out' });
  expect(console.reason).toContain('add "console" to providers');
  expect(channel).toMatchObject({ name: 'channel', state: 'left-out' });
  expect(hardware).toEqual({
    ...{ name: 'hardware', package: 'hardware', roots: ['hardware'], state: 'running', reason: '' },
  });
});
