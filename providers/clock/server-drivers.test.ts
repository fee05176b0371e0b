import type { Device, GraphNode, GraphServer } from 'rowdesk/provider';
import { serverOf } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import type { ClockView } from './clock-view.ts';
import { paceOf } from './pace.ts';
import { listReferences } from './references.ts';

const [hall, room] = ['pipewire-0:hall', 'pipewire-0:room'];
const drivers: GraphServer['drivers'] = [
  { node: hall, priority: 1009, rate: 48000, quantum: 64 },
  { node: room, priority: 200, rate: 0, quantum: 0, grade: 'internal' },
];
const server = (changes: Partial<GraphServer> = {}) =>
  serverOf('pipewire-0', { label: 'PipeWire', drivers, ...changes });

const node = (id: string, label: string, reason = ''): GraphNode => ({
  ...{ id, label, kind: 'device', ports: [], device: 'pipewire-0', present: true, driver: 'pipewire', reason },
});
const nodes = [node(hall, 'Hall'), node(room, 'Room')];

/** The desk as a node of the server, by this clock. */
const io = (clockId: string, given: Partial<Device> = {}): Device => ({
  ...{ id: 'pipewire-0-io', label: 'PipeWire', model: 'pipewire-io', transport: 'pipewire', driver: 'pipewire-io' },
  ...{ present: true, joined: false, ports: [], inputLatencyFrames: 0, outputLatencyFrames: 0, clockId },
  supportedRates: [44100, 48000],
  ...given,
});

const view = (given: Partial<ClockView> = {}): ClockView => ({
  clock: { rate: 48000, quantum: 64, supportedRates: [44100, 48000], driving: 'pipewire-0-io', grade: 'device' },
  devices: [io(hall, { clockGrade: 'device' })],
  graph: { servers: [server()], nodes },
  ...given,
});
const silent = { ...view().clock, rate: 0, grade: 'synthetic' } as const;
const short = (from: ClockView) =>
  listReferences(from).map(({ id, label, driving, grade, priority }) => [id, label, driving, grade, priority]);
const reasonOf = (from: ClockView, id: string) => listReferences(from).find((each) => each.id === id)?.reason;

test('drivers of the server that the desk is a node of are references with the priorities of the server, and its device is none', () => {
  expect(short(view())).toEqual([
    [hall, 'Hall', true, 'device', 1009],
    [room, 'Room', false, 'internal', 200],
    ['synthetic', 'Internal timer', false, 'synthetic', 0],
  ]);
  expect(reasonOf(view(), hall)).toBe('It drives the desk, a node of PipeWire, with priority 1009.');
  expect(reasonOf(view(), room)).toBe(
    `It is there with priority 200; ${hall} (priority 1009) drives, the highest of the nodes that links join with the desk.`,
  );
});

test('of two running drivers the one that runs the desk drives, whatever their priorities', () => {
  const both = [drivers[0], { ...drivers[1], rate: 44100, quantum: 256 }] as GraphServer['drivers'];
  const references = listReferences(
    view({ devices: [io(room)], graph: { servers: [server({ drivers: both, driving: hall })], nodes } }),
  );
  expect(references.filter(({ driving }) => driving).map(({ id }) => id)).toEqual([room]);
  expect(references.find(({ id }) => id === hall)?.reason).toContain('It runs others at 48000 Hz');
});

test('without a mirror of the server the driver that runs the desk is the one reference', () => {
  expect(short(view({ graph: { servers: [], nodes: [] } }))).toEqual([
    [hall, 'PipeWire', true, 'device', 1],
    ['synthetic', 'Internal timer', false, 'synthetic', 0],
  ]);
});

test('a server that is gone is a lost reference in place of its drivers', () => {
  const gone = view({
    clock: silent,
    devices: [io('pipewire-0')],
    graph: { servers: [server({ drivers: [] })], nodes },
  });
  expect(short(gone)).toEqual([
    ['synthetic', 'Internal timer', true, 'synthetic', 0],
    ['pipewire-0', 'PipeWire', false, 'lost', 1],
  ]);
});

test('a driver that stands still, and one whose card fails, are lost', () => {
  expect(listReferences(view({ clock: silent })).find(({ id }) => id === hall)).toMatchObject({
    ...{ driving: false, grade: 'lost', reason: 'It was to drive, and stands still.' },
  });
  const failing = { servers: [server()], nodes: [node(hall, 'Hall'), node(room, 'Room', 'no such device')] };
  expect(listReferences(view({ graph: failing })).find(({ id }) => id === room)).toMatchObject({
    ...{ grade: 'lost', reason: 'It fails: no such device' },
  });
});

test('a server that the desk is no node of can not pace it', () => {
  const beside = view({
    devices: [io('timer', { id: 'virtual', transport: 'virtual' })],
    clock: { ...view().clock, driving: 'virtual', grade: 'internal' },
  });
  expect(reasonOf(beside, hall)).toBe('It runs others at 48000 Hz; the desk is no node of PipeWire.');
  const ownership = { role: 'master', designatedReference: hall, freeRunOverride: false } as const;
  expect(paceOf(ownership, beside)).toMatchObject({ eligible: false, rates: [] });
});

test('a follower is locked to the driver that the server runs the desk by, and to no other: the reason names both', () => {
  const follower = { role: 'follower', freeRunOverride: false } as const;
  expect(paceOf({ ...follower, designatedReference: hall }, view())).toMatchObject({
    ...{ eligible: true, flagged: false, paceLocked: true, paceOwner: hall, reason: '', rates: [44100, 48000] },
    lockDetail: 'Paced by Hall at 48000 Hz.',
  });
  const reason = `${room} (priority 200) is designated, and PipeWire chooses: ${hall} (priority 1009) drives, the highest of the nodes that links join with the desk.`;
  expect(paceOf({ ...follower, designatedReference: room }, view())).toMatchObject({
    ...{ eligible: true, flagged: true, paceLocked: false, paceOwner: hall, reason, rates: [44100, 48000] },
  });
});

test('a master with a designated driver that the server does not choose is paced, and says by which and why', () => {
  const master = { role: 'master', designatedReference: room, freeRunOverride: false } as const;
  expect(paceOf(master, view())).toMatchObject({
    ...{ flagged: false, paceLocked: true, paceOwner: hall, reason: '' },
    lockDetail: expect.stringContaining(`${room} (priority 200) is designated, and PipeWire chooses: ${hall}`),
  });
});
