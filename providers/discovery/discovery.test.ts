import type { FoundDevice } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['stagebox', 'discovery'] });
});
afterEach(() => desk.close());

const scarlett: FoundDevice = {
  ...{ id: 'usb-1235:8215-77', label: 'Scarlett 18i20 USB', transport: 'usb', vendor: 'Focusrite' },
  ...{ model: 'scarlett-18i20-usb', modelId: '1235:8215', address: '1-4', audioHalf: '' },
  ...{ present: true, adopted: false, driver: '', score: 0, reason: 'no driver is for usb 1235:8215' },
  ...{ firstSeenMs: Date.UTC(2026, 0, 1), lastSeenMs: undefined },
};

test('what is found is shown with the model that it is of; what the configuration names is there, too', async () => {
  desk.audio.become({ found: [...desk.audio.found, scarlett] });
  const { devices } = (await desk.get('/discovery')).body;
  expect(devices).toMatchObject([
    { id: 'virtual-32x16', transport: 'virtual', adopted: true, stageboxModel: 'virtual-32x16' },
    {
      ...{ id: 'usb-1235:8215-77', transport: 'usb', label: 'Scarlett 18i20 USB', vendor: 'Focusrite' },
      ...{ model: 'scarlett-18i20-usb', address: '1-4', adopted: false },
      ...{ firstSeenAt: '2026-01-01T00:00:00.000Z', stageboxModel: 'focusrite-scarlett-18i20-3rd-gen' },
    },
  ]);
  expect(Date.parse(devices[1].lastSeenAt)).toBeGreaterThan(Date.UTC(2026, 0, 1));
});

test('a watcher sees what comes and goes; what went was seen last when it went', async () => {
  const watched = await desk.watch('/discovery');
  expect((await watched.next()).row.devices).toHaveLength(1);
  desk.audio.become({ found: [scarlett] });
  expect((await watched.next()).row.devices).toMatchObject([{ id: 'usb-1235:8215-77' }]);
  desk.audio.become({ found: [{ ...scarlett, present: false, lastSeenMs: Date.UTC(2026, 0, 2) }] });
  expect((await watched.next()).row.devices).toMatchObject([{ lastSeenAt: '2026-01-02T00:00:00.000Z' }]);
  watched.close();
});

test('a scan asks for the transports named, and reports what came', async () => {
  const watched = await desk.watch('/discovery/scan');
  await watched.next();
  const started = await desk.patch('/discovery/scan', { running: true, transports: ['usb'], timeoutMs: 500 });
  expect(started.body).toMatchObject({ running: true, params: { transports: ['usb'], timeoutMs: 500 } });
  expect(desk.audio.scans).toEqual([['usb']]);
  desk.audio.become({ found: [...desk.audio.found, scarlett] });
  let row = (await watched.next()).row;
  while (row.running) row = (await watched.next()).row;
  expect(row.report).toEqual({ outcome: 'applied', devices: 1, came: ['usb-1235:8215-77'] });
  watched.close();
});

test('a scan can be cancelled, and its time has limits', async () => {
  expect((await desk.patch('/discovery/scan', { running: true, timeoutMs: 499 })).status).toBe(422);
  await desk.patch('/discovery/scan', { running: true, timeoutMs: 30_000 });
  const cancelled = await desk.patch('/discovery/scan', { running: false });
  expect(cancelled.body).toMatchObject({ running: false, report: { outcome: 'cancelled' } });
});
