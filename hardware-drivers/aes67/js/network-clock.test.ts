import type { DeviceDescription } from 'rowdesk/driver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceFixture, locked, source } from './device-fixture.ts';
import type { NetworkFacts } from './values.ts';

let box: DeviceFixture;
beforeEach(() => {
  box = new DeviceFixture();
});
afterEach(() => box.device.close());

test('a grandmaster that is lost, and another one, leave orders and thread as they are; fault, grade and status tell', async () => {
  box.run();
  box.set('network', locked);
  box.subscribe(1, {});
  box.network.come(box.order, { packets: 1, hasSignal: true });
  const before = box.order;
  const clock = () => {
    const { clockId, clockGrade, clockFault }: DeviceDescription = box.device.description;
    return [clockId, clockGrade, clockFault];
  };
  expect(clock()).toEqual(['ptp:00-1d-c1', 'network', '']);
  box.set('network', {
    ...locked,
    ptp: { ...locked.ptp, state: 'lost', grandmasterId: '', reason: 'no announce for 3 s' },
  });
  expect(clock()).toEqual([
    ...['ptp:00-1d-c1', 'network'],
    'The clock of the network is lost, and the clock of this computer goes on: no announce for 3 s',
  ]);
  expect(box.reception(1)).toEqual([
    'clock-mismatch',
    expect.stringContaining('follows no grandmaster (no announce for 3 s)'),
  ]);
  expect(box.order).toEqual(before);
  box.set('network', { ...locked, ptp: { ...locked.ptp, grandmasterId: '00-2e-aa' } });
  expect(clock()).toEqual(['ptp:00-2e-aa', 'network', '']);
  expect(box.order).toEqual(before);
  box.subscribe(1, { clock: { ...source.clock, grandmasterId: '00-2e-aa' } });
  expect([box.order, box.reception(1)]).toEqual([before, ['connected', '']]);
  expect(box.network.events.filter((event) => /start|stop/.test(event))).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(box.changes).toBeGreaterThan(0);
});

test.each([
  ['unobserved', 'internal', ''],
  ['listening', 'internal', ''],
  ['locking', 'internal', ''],
  ['master', 'internal', ''],
  ['locked', 'network', ''],
  ['lost', 'network', 'The clock of the network is lost'],
] as const)('at first, PTP that is %s gives the grade %s', (state, grade, fault) => {
  box.set('network', { ...locked, ptp: { ...locked.ptp, state } });
  expect(box.device.description.clockGrade).toBe(grade);
  expect(box.device.description.clockFault).toContain(fault);
  expect(box.device.description.clockFault === '').toBe(fault === '');
});

test('a ptp4l that ends while it is locked leaves the clock in holdover; as grandmaster this computer has none', () => {
  box.set('network', locked);
  const become = (state: NetworkFacts['ptp']['state'], domain = 0) =>
    box.set('network', { ...locked, ptp: { state, grandmasterId: '00-1d-c1', domain, reason: '' } });
  become('unobserved');
  expect(box.device.description.clockFault).toContain('PTP is unobserved');
  become('unobserved', 1);
  expect(box.device.description.clockFault).toBe('');
  become('locked', 1);
  become('master', 1);
  become('listening', 1);
  expect(box.device.description.clockFault).toBe('');
});

test('the seconds between TAI and UTC are those that PTP says, and stay where it says none', () => {
  box.set('network', { ...locked, utcOffsetS: 38 });
  expect(box.network.events).toContain('utc 38');
  box.set('network', { ...locked, utcOffsetS: null });
  expect(box.network.events.filter((each) => each.startsWith('utc'))).toEqual(['utc 38']);
  box.run();
  expect(box.network.events.at(-1)).toBe('start 48000 48 38');
});
