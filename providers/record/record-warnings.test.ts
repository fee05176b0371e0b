import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({ providers: ['console', 'channel', 'takes', 'record'], time });
});
afterEach(() => desk.close());

const report = (fields: Record<string, unknown>) => {
  for (const [field, value] of Object.entries(fields)) desk.audio.target('recorder').report('/record', field, value);
};
const arm = () => desk.patch('/record', { armed: [{ kind: 'input', index: 1 }] });
const told = () => new Map(desk.host.warnings.list().map(({ id, ...warning }) => [id, warning]));
const until = (id: string, isThere: boolean) => vi.waitFor(() => expect(told().has(id)).toBe(isThere));

test('the end of the disk is told from ten minutes on, by the minute, and no longer than it nears', async () => {
  await arm();
  report({ state: 'ready', takeId: '', fault: '', bytesPerSecond: 144_000, freeSpaceMb: 1200, remainingS: 3600 });
  await desk.get('/record');
  expect(told().has('record-disk-full')).toBe(false);
  report({ remainingS: 580 });
  await until('record-disk-full', true);
  expect(told().get('record-disk-full')).toMatchObject({ severity: 'warning', path: '/record' });
  expect(told().get('record-disk-full')?.detail).toContain('fits for 10 minutes');
  report({ remainingS: 50, state: 'recording', takeId: 'friday' });
  await vi.waitFor(() => expect(told().get('record-disk-full')?.severity).toBe('alarm'));
  expect(told().get('record-disk-full')?.detail).toContain('the take then ends in order');
  report({ remainingS: 2000 });
  await until('record-disk-full', false);
});

test('a slow disk and missing sound are told while the take is recorded', async () => {
  await arm();
  report({ state: 'recording', takeId: 'friday', fault: '', bufferFillPercent: 60, dropouts: 0 });
  await until('record-disk-slow', true);
  report({ bufferFillPercent: 30, dropouts: 2 });
  await until('record-dropouts', true);
  expect(told().has('record-disk-slow')).toBe(true);
  expect(told().get('record-dropouts')?.detail).toContain('2 moments are silent');
  report({ bufferFillPercent: 5 });
  await until('record-disk-slow', false);
  report({ state: 'ready', takeId: '' });
  await until('record-dropouts', false);
});

test('strips are armed and no recorder is there: that is told after a while, until there is one or nothing is armed', async () => {
  time.advance(20_000);
  expect(told().has('record-absent')).toBe(false);
  await arm();
  await until('record-absent', true);
  expect(told().get('record-absent')?.detail).toContain('There is no recorder');
  await desk.patch('/record', { armed: [] });
  await until('record-absent', false);
  await arm();
  await until('record-absent', true);
  report({ state: 'ready', fault: '' });
  await until('record-absent', false);
});

test('a fault of the recorder is told in its words', async () => {
  report({ state: 'ready', fault: 'the disk is nearly full: the take ended with 200 MB left' });
  await until('record-fault', true);
  expect(told().get('record-fault')?.detail).toContain('the take ended with 200 MB left');
  report({ fault: '' });
  await until('record-fault', false);
});
