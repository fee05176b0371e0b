import type { ClockState, Device } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { eligibleReferences, paceOf } from './pace.ts';
import { listReferences, ratesOf } from './references.ts';

const master = { role: 'master', designatedReference: '', freeRunOverride: false } as const;

function device(id: string, given: Partial<Device> = {}): Device {
  return {
    id,
    label: `Box ${id}`,
    model: id,
    transport: 'usb',
    driver: 'test',
    present: true,
    joined: false,
    ports: [],
    inputLatencyFrames: 0,
    outputLatencyFrames: 0,
    clockId: `clock-${id}`,
    supportedRates: [48000],
    ...given,
  };
}
const graph = { servers: [], nodes: [] };
const clock = (given: Partial<ClockState> = {}): ClockState => ({
  rate: 48000,
  quantum: 64,
  supportedRates: [48000],
  driving: '',
  grade: 'lost',
  ...given,
});

test('what drives comes first with the grade that the clock reports, then by grade', () => {
  const devices = [
    device('virtual', { transport: 'virtual' }),
    device('net', { transport: 'netaudio' }),
    device('usb'),
  ];
  const references = listReferences({ graph, devices, clock: clock({ driving: 'virtual', grade: 'internal' }) });
  expect(references.map(({ id, driving, grade, priority }) => ({ id, driving, grade, priority }))).toEqual([
    { id: 'clock-virtual', driving: true, grade: 'internal', priority: 3 },
    { id: 'clock-usb', driving: false, grade: 'device', priority: 1 },
    { id: 'clock-net', driving: false, grade: 'network', priority: 2 },
    { id: 'synthetic', driving: false, grade: 'synthetic', priority: 0 },
  ]);
  expect(references[1]?.reason).toBe('It is there; virtual drives, and the desk is paced by one clock.');
});

test('devices with one clock are one reference', () => {
  const devices = [device('a', { clockId: 'word' }), device('b', { clockId: 'word' })];
  const [first, ...others] = listReferences({
    graph,
    devices,
    clock: clock({ driving: 'b', grade: 'external-locked' }),
  });
  expect(first).toMatchObject({ id: 'word', label: 'Box a, Box b', driving: true, grade: 'external-locked' });
  expect(others).toHaveLength(1);
});

test('an absent device is a lost reference', () => {
  const [first, second] = listReferences({ graph, devices: [device('a', { present: false })], clock: clock() });
  expect(first).toMatchObject({ id: 'synthetic', driving: false });
  expect(second).toMatchObject({ id: 'clock-a', grade: 'lost', reason: 'Its device is absent.' });
});

test('while the internal timer stands in, it drives and the chosen device does not', () => {
  const references = listReferences({
    graph,
    devices: [device('a')],
    clock: clock({ driving: 'a', grade: 'synthetic' }),
  });
  expect(references.filter(({ driving }) => driving).map(({ id }) => id)).toEqual(['synthetic']);
  expect(references.find(({ id }) => id === 'clock-a')).toMatchObject({ grade: 'lost' });
});

const fault = 'The grandmaster 00-1d is gone.';

test('a clock that does not follow what it should is lost with the reason, and still drives', () => {
  const devices = [device('net', { transport: 'netaudio', clockFault: fault }), device('usb')];
  const view = { graph, devices, clock: clock({ driving: 'net', grade: 'network' }) };
  expect(listReferences(view)[0]).toMatchObject({ id: 'clock-net', driving: true, grade: 'lost', reason: fault });
  expect(paceOf(master, view)).toMatchObject({
    ...{ paceLocked: false, paceOwner: 'clock-net', reason: `Box net goes on by holdover: ${fault}` },
  });
  const follower = { ...master, role: 'follower', designatedReference: 'clock-net' } as const;
  expect(paceOf(follower, view)).toMatchObject({
    ...{ eligible: false, flagged: true, reason: `The designated reference clock-net is lost: ${fault}` },
  });
});

test('a clock at fault that does not drive is lost with the reason', () => {
  const devices = [device('usb'), device('net', { clockFault: fault })];
  const references = listReferences({ graph, devices, clock: clock({ driving: 'usb', grade: 'device' }) });
  expect(references.find(({ id }) => id === 'clock-net')).toMatchObject({
    ...{ driving: false, grade: 'lost', reason: fault },
  });
});

test('a device that is away and whose clock goes on still drives', () => {
  const devices = [device('net', { present: false, away: 'no interface is chosen' })];
  const view = { graph, devices, clock: clock({ driving: 'net', grade: 'internal' }) };
  expect(listReferences(view)[0]).toMatchObject({ id: 'clock-net', driving: true, grade: 'internal' });
  expect(paceOf(master, view)).toMatchObject({ paceLocked: true, paceOwner: 'clock-net' });
});

test('a clock takes the rates that all its present devices take', () => {
  const devices = [
    device('a', { clockId: 'word', supportedRates: [44100, 48000, 96000] }),
    device('b', { clockId: 'word', supportedRates: [48000, 96000] }),
    device('c', { clockId: 'word', supportedRates: [44100], present: false }),
  ];
  expect(ratesOf({ graph, devices, clock: clock() }, 'word')).toEqual([48000, 96000]);
  expect(ratesOf({ graph, devices, clock: clock() }, 'none')).toEqual([]);
});

test('a master is paced as it should be by whatever drives', () => {
  const audio = { graph, devices: [device('a')], clock: clock({ driving: 'a', grade: 'device' }) };
  expect(paceOf(master, audio)).toMatchObject({
    designated: false,
    flagged: false,
    paceLocked: true,
    paceOwner: 'clock-a',
    lockDetail: 'Paced by Box a at 48000 Hz.',
    reason: '',
    reference: null,
  });
});

test('a follower is paced as it should be by its designated reference alone', () => {
  const devices = [device('a'), device('b')];
  const follower = { ...master, role: 'follower', designatedReference: 'clock-b' } as const;
  const byOther = paceOf(follower, { graph, devices, clock: clock({ driving: 'a', grade: 'device' }) });
  expect(byOther).toMatchObject({ designated: true, eligible: true, flagged: true, paceLocked: false });
  expect(byOther.reason).toBe('clock-b is designated, and clock-a paces the desk.');
  const byIts = paceOf(follower, { graph, devices, clock: clock({ driving: 'b', grade: 'device' }) });
  expect(byIts).toMatchObject({ flagged: false, paceLocked: true, paceOwner: 'clock-b', rates: [48000] });
  expect(byIts.reference?.id).toBe('clock-b');
});

test('a follower that may run free is not flagged, but not locked either', () => {
  const devices = [device('a', { present: false })];
  const free = { role: 'follower', designatedReference: 'clock-a', freeRunOverride: true } as const;
  expect(paceOf(free, { graph, devices, clock: clock() })).toMatchObject({
    eligible: false,
    flagged: false,
    override: true,
    paceLocked: false,
    paceOwner: '',
    reason: 'The designated reference clock-a is absent.',
  });
});

test('a lost clock and the internal timer never count as locked', () => {
  const devices = [device('a')];
  const lost = paceOf(master, { graph, devices, clock: clock({ driving: 'a', grade: 'lost' }) });
  expect(lost).toMatchObject({ flagged: true, paceLocked: false, paceOwner: '', reason: 'No device gives a clock.' });
  const standIn = paceOf(master, { graph, devices, clock: clock({ driving: 'a', grade: 'synthetic' }) });
  expect(standIn).toMatchObject({ flagged: true, paceLocked: false, paceOwner: 'synthetic' });
});

test('references of devices that are there may be designated, the internal timer may not', () => {
  const devices = [device('a'), device('b', { present: false })];
  expect(eligibleReferences({ graph, devices, clock: clock({ driving: 'a', grade: 'device' }) })).toEqual(['clock-a']);
});
