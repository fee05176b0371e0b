import type { TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root, startDesk, turns } from './netaudio-double.ts';
import { networkTarget } from './paths.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startDesk({ providers: ['stagebox', 'netaudio', 'warnings'] });
});
afterEach(() => desk.close());

const report = async (field: string, value: unknown) => {
  desk.audio.target(networkTarget).report(root, field, value);
  await turns();
};
const warnings = async () => (await desk.get('/warnings')).body.warnings;

test('what is refused stands in the row with its sender, the reason and the time', async () => {
  const each = { address: '10.77.0.9', via: 'sap', reason: 'it is compressed', count: 2 };
  const atMs = Date.UTC(2026, 0, 1);
  await report('refused', [{ ...each, atMs }, { ...each, via: 'fax', atMs }, { ...each, atMs: Number.NaN }, null]);
  expect((await desk.get(root)).body.refused).toEqual([{ ...each, lastAt: '2026-01-01T00:00:00.000Z' }]);
  await report('refused', Array(100).fill({ ...each, atMs }));
  expect((await desk.get(root)).body.refused).toHaveLength(32);
});

test('more sessions than places are a warning with the sender of most of them, while it is so', async () => {
  expect((await desk.get(root)).body.crowd).toBeNull();
  const crowd = { address: '10.77.0.9', sessions: 250, without: 50 };
  await report('crowd', crowd);
  expect((await desk.get(root)).body.crowd).toEqual(crowd);
  expect(await warnings()).toMatchObject([{ id: 'netaudio-crowd', severity: 'warning', path: root }]);
  expect((await warnings())[0].detail).toContain('10.77.0.9 has 250 of the 256 places, and 50 announcements');
  await report('crowd', null);
  expect(await warnings()).toEqual([]);
});
