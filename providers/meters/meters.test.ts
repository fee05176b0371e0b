import type { StripMeter } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'meters'] });
});
afterEach(() => desk.close());

const meter: StripMeter = {
  preDb: [-20.123_456],
  postDb: [-30],
  rmsDb: [-33],
  peakHoldDb: [-18],
  gateReductionDb: -6,
  compReductionDb: -3.5,
  clipped: true,
  clipCount: 1,
};
const main = { ...meter, preDb: [-9, -10], postDb: [-9, -10], gateReductionDb: 0, compReductionDb: 0, clipped: false };

test('all strips that are measured are in one row, by kind and index, and count among the meters', async () => {
  const before = desk.audio.readers;
  const watching = desk.watch('/meters');
  while (desk.audio.readers === before) await new Promise(setImmediate);
  const meters = new Map([
    ['/channel/main/1', main],
    ['/channel/input/2', meter],
  ]);
  desk.audio.meter(meters, Date.UTC(2026, 0, 1));
  const watched = await watching;
  expect((await watched.next()).row).toEqual({
    levels: [
      { kind: 'input', index: 2, preDb: [-20.12], postDb: [-30], grDb: -9.5, clip: true },
      { kind: 'main', index: 1, preDb: [-9, -10], postDb: [-9, -10], grDb: 0, clip: false },
    ],
    at: '2026-01-01T00:00:00.000Z',
  });
  expect(desk.host.rows.watching.counts().meters).toBe(1);
  desk.audio.meter(new Map([['/channel/main/1', main]]), Date.UTC(2026, 0, 1) + 40);
  expect((await watched.next()).row.levels).toHaveLength(1);
  watched.close();
  while (desk.audio.readers > before) await new Promise(setImmediate);
});

test('one reading of the mixer is shared with the meters of strips', async () => {
  const before = desk.audio.readers;
  const watching = [desk.watch('/meters'), desk.watch('/channel/input/2/meter')];
  while (desk.host.rows.watching.counts().meters !== 2) await new Promise(setImmediate);
  expect(desk.audio.readers).toBe(before + 1);
  desk.audio.meter(new Map([['/channel/input/2', meter]]), 0);
  for (const watched of await Promise.all(watching)) watched.close();
});
