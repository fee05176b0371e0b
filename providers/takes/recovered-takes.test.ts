import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeFile, writeTake } from './take-fixture.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['takes', 'warnings'], time: new FakeTime() });
});
afterEach(() => desk.close());

const id = 'take-recovered-friday';
const told = () => desk.host.warnings.list().find((warning) => warning.id === id);

test('a take that was recovered is told until it is acknowledged', async () => {
  writeTake(desk.stateFolder, takeFile('friday', { state: 'recovered', complete: false }));
  await desk.get('/takes');
  await vi.waitFor(() => expect(told()).toMatchObject({ path: '/takes/friday', severity: 'info' }));
  await desk.patch(`/warnings/${id}`, { acknowledged: true });
  await vi.waitFor(() => expect(told()).toBeUndefined());
  writeTake(desk.stateFolder, takeFile('saturday'));
  await desk.get('/takes');
  expect(told()).toBeUndefined();
});

test('a take that is deleted has no warning', async () => {
  writeTake(desk.stateFolder, takeFile('friday', { state: 'recovered', complete: false }));
  await desk.get('/takes');
  await vi.waitFor(() => expect(told()).toBeDefined());
  await desk.patch('/takes/delete', { running: true, id: 'friday', confirm: true });
  await vi.waitFor(() => expect(told()).toBeUndefined());
});
