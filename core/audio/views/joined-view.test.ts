import { expect, test } from 'vitest';
import type { JoinedDeviceStatus, Status } from '../link/shapes.ts';
import type { AudioSnapshot } from '../processes/audio-snapshot.ts';
import { joinedOf, troubledIn } from './joined-view.ts';

const box: JoinedDeviceStatus = {
  ...{ id: 'box', state: 'running', reason: '', clockId: 'own', resamples: true },
  ...{ inputs: 2, outputs: 4, gaps: 0, hasGaps: false },
};
const device = (id: string, state: Status['devices'][number]['state'], reason = ''): Status['devices'][number] => {
  return { id, driver: 'test', fallback: false, state, reason, description: null };
};

function statusOf(
  joined: readonly JoinedDeviceStatus[],
  devices: Status['devices'],
  failures: Status['failures'] = [],
) {
  return { joined: { mostChannels: 64, devices: joined }, devices, failures } as unknown as Status;
}

function shown(status: Status) {
  const snapshot = { processes: [{ name: 'audio', status }] } as unknown as AudioSnapshot;
  return joinedOf(snapshot);
}

test('a joined device shows as it runs, with its channels in both directions', () => {
  const { devices, mostChannels } = shown(statusOf([box], [device('box', 'joined')]));
  const joined = { id: 'box', state: 'running', reason: '', clockId: 'own', resamples: true, channels: 6, gaps: 0 };
  expect([devices, mostChannels]).toEqual([[joined], 64]);
});

test('an absent device shows as stopped, with the failure of its driver where there is one', () => {
  const absent = { ...box, state: 'stopped', reason: 'it is absent' } as const;
  expect(shown(statusOf([absent], [])).devices).toMatchObject([{ state: 'stopped', reason: 'it is absent' }]);
  const failures = [{ driver: 'test', id: 'box', reason: 'the card is busy' }];
  expect(shown(statusOf([absent], [], failures)).devices).toMatchObject([
    { state: 'failed', reason: 'the card is busy' },
  ]);
});

test('a device that has another clock than the driving one shows once, and a stand-in does not', () => {
  const standIn = { ...device('virtual', 'different-clock'), fallback: true };
  const status = statusOf([box], [device('box', 'different-clock', 'another clock'), standIn]);
  expect(shown(status).devices).toMatchObject([{ id: 'box', state: 'different-clock', reason: 'another clock' }]);
});

test('what is there and not heard, or had gaps, is in trouble; an absent device is not', () => {
  const gapped = { ...box, id: 'gapped', gaps: 3, hasGaps: true };
  const failed = { ...box, id: 'failed', state: 'failed', reason: 'its rate is another one' } as const;
  const absent = { ...box, id: 'absent', state: 'stopped', reason: 'it is absent', hasGaps: true } as const;
  const status = statusOf(
    [box, gapped, failed, absent],
    [...[device('box', 'joined'), device('gapped', 'joined'), device('failed', 'open')]],
  );
  expect(troubledIn(status).map(({ id }) => id)).toEqual(['gapped', 'failed']);
});

test('without an audio process nothing has joined', () => {
  expect(joinedOf({ processes: [] } as unknown as AudioSnapshot)).toEqual({ devices: [], mostChannels: 0 });
});
