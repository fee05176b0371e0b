import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['warnings'] });
});
afterEach(() => desk.close());

const heat = {
  id: 'heat',
  title: 'The amplifier is hot',
  titleCode: { code: 'heat', params: { degrees: 80 } },
  detail: 'It is hot.',
  severity: 'alarm',
  path: '/stagebox/amp',
} as const;
const raise = (detail: string = heat.detail) => desk.host.warnings.raise({ ...heat, detail });
const raiseCode = (code: string, remedy?: string) =>
  desk.host.warnings.raise({ ...heat, titleCode: { code, params: {} }, ...(remedy === undefined ? {} : { remedy }) });

test('warnings come and go in the list and at their own address', async () => {
  const list = await desk.watch('/warnings');
  expect((await list.next()).row).toEqual({ warnings: [] });
  expect((await desk.get('/warnings/heat')).status).toBe(404);
  raise();
  const [entry] = (await list.next()).row.warnings;
  expect(entry).toMatchObject({
    ...{ id: 'heat', title: 'The amplifier is hot', titleCode: { code: 'heat', params: { degrees: 80 } } },
    ...{ detail: 'It is hot.', severity: 'alarm', path: '/stagebox/amp', acknowledged: false },
  });
  expect(new Date(entry.since).toISOString()).toBe(entry.since);
  const own = await desk.watch('/warnings/heat');
  expect((await own.next()).row).toEqual(entry);
  desk.host.warnings.clear('heat');
  expect((await own.next()).event).toBe('gone');
  expect((await list.next()).row).toEqual({ warnings: [] });
  list.close();
});

test('a warning is acknowledged for as long as it lasts', async () => {
  raise();
  const list = await desk.watch('/warnings');
  await list.next();
  expect((await desk.patch('/warnings/heat', { acknowledged: true })).body.acknowledged).toBe(true);
  expect((await list.next()).row.warnings[0].acknowledged).toBe(true);
  raise('It is hotter.');
  expect((await list.next()).row.warnings[0]).toMatchObject({ detail: 'It is hotter.', acknowledged: true });
  expect((await desk.patch('/warnings/heat', { acknowledged: false })).body.acknowledged).toBe(false);
  list.close();
});

test('a warning says what to do: in its own words, else in those of its code', async () => {
  raise();
  expect((await desk.get('/warnings/heat')).body.remedy).toBe('');
  raiseCode('clock-lost');
  const { remedy, remedyKey } = (await desk.get('/warnings/heat')).body;
  expect(remedy).toBe('Look at the cable of the clock, or choose another reference.');
  expect(remedyKey).toBe('clock-lost');
  raiseCode('clock-lost', 'Switch the fan on.');
  expect((await desk.get('/warnings')).body.warnings[0]).toMatchObject({ remedy: 'Switch the fan on.', remedyKey: '' });
  const { body } = await desk.patch('/warnings/heat', { remedy: 'None.' });
  expect(body.errors[0].code).toBe('read-only');
});

test('what it says can not be written', async () => {
  raise();
  const { status, body } = await desk.patch('/warnings/heat', { severity: 'info' });
  expect([status, body.errors[0].code]).toEqual([422, 'read-only']);
});

test('a warning about a device leads to the row of the device, where a provider has one', async () => {
  const about = { severity: 'alarm', path: '', device: 'usb-0582:01a6-7' } as const;
  const warning = {
    ...about,
    id: 'absent',
    title: 'It is absent',
    titleCode: { code: 'device', params: {} },
    detail: '',
  };
  desk.host.warnings.raise(warning);
  const { since, ...row } = (await desk.get('/warnings/absent')).body;
  expect(row).toEqual({
    ...{ id: 'absent', title: 'It is absent', titleCode: { code: 'device', params: {} }, detail: '' },
    ...{ severity: 'alarm', path: '', remedy: '', remedyKey: '', acknowledged: false },
  });
  const withBoxes = await startTestHost({ providers: ['warnings', 'clock', 'stagebox'] });
  try {
    withBoxes.host.warnings.raise(warning);
    const [entry] = (await withBoxes.get('/warnings')).body.warnings;
    expect(entry).toEqual({ ...row, path: '/stagebox/usb-0582:01a6-7', since: entry.since });
  } finally {
    await withBoxes.close();
  }
});
