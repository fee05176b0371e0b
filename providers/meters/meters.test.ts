import { meterSample, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'meters'] });
});
afterEach(() => desk.close());

const input = '/channel/input/2';
const strips = {
  '/channel/main/1': { prePeak: [1, 0.1], postPeak: [0.1, 0], 'gate.reductionDb': 0, 'comp.reductionDb': 0 },
  [input]: { prePeak: [0.5], postPeak: [0.25], 'gate.reductionDb': -6, 'comp.reductionDb': -3.5 },
};

test('all strips that are measured are in one row, by kind and index, and count among the meters', async () => {
  const before = desk.audio.readers;
  const watching = desk.watch('/meters');
  while (desk.audio.readers === before) await new Promise(setImmediate);
  desk.audio.meter(meterSample(strips, Date.UTC(2026, 0, 1), [input]));
  const watched = await watching;
  expect((await watched.next()).row).toEqual({
    levels: [
      { kind: 'input', index: 2, preDb: [-6.02], postDb: [-12.04], grDb: -9.5, clip: true },
      { kind: 'main', index: 1, preDb: [0, -20], postDb: [-20, -144], grDb: 0, clip: false },
    ],
    at: '2026-01-01T00:00:00.000Z',
  });
  expect(desk.host.rows.watching.counts().meters).toBe(1);
  desk.audio.meter(meterSample({ '/channel/main/1': strips['/channel/main/1'] }, Date.UTC(2026, 0, 1) + 40));
  expect((await watched.next()).row.levels).toHaveLength(1);
  watched.close();
  while (desk.audio.readers > before) await new Promise(setImmediate);
});

test('one reading of the mixer is shared with the meters of strips', async () => {
  const before = desk.audio.readers;
  const watching = [desk.watch('/meters'), desk.watch('/channel/input/2/meter')];
  while (desk.host.rows.watching.counts().meters !== 2) await new Promise(setImmediate);
  expect(desk.audio.readers).toBe(before + 1);
  desk.audio.meter(meterSample(strips, 0));
  for (const watched of await Promise.all(watching)) watched.close();
});
