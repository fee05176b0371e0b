import { serverOf, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rateNotApplied } from './clock-warnings.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['clock'] });
});
afterEach(() => desk.close());

const box = 'virtual-32x16';

test('the clock row shows what drives, and follows it', async () => {
  const watched = await desk.watch('/clock');
  expect((await watched.next()).row).toEqual({ quantum: 64, rate: 48000, supportedRates: [44100, 48000, 96000] });
  desk.audio.become({ clock: { ...desk.audio.clock, rate: 44100, quantum: 128 } });
  expect((await watched.next()).row).toMatchObject({ quantum: 128, rate: 44100 });
  watched.close();
});

test('a forced rate is applied when what drives runs at it, whatever was asked for', async () => {
  expect((await desk.get('/clock/force')).body).toEqual({ rate: null, rateNotApplied: false });
  const asked = await desk.patch('/clock/force', { rate: 96000 });
  expect(asked.body).toEqual({ rate: 96000, rateNotApplied: true });
  expect(desk.audio.target('clock').value('/clock/force', 'rate')).toBe(96000);
  desk.audio.become({ clock: { ...desk.audio.clock, rate: 96000 } });
  expect((await desk.get('/clock/force')).body).toEqual({ rate: 96000, rateNotApplied: false });
  expect((await desk.patch('/clock/force', { rate: 0 })).body).toEqual({ rate: 0, rateNotApplied: false });
  expect((await desk.patch('/clock/force', { rate: null })).body.rate).toBe(null);
  expect((await desk.patch('/clock/force', { rate: 47999 })).body.errors[0]).toMatchObject({ code: 'not-an-option' });
});

test('while a box records another rate is refused (409) and changes nothing; the rate that is applied is taken', async () => {
  await desk.close();
  desk = await startTestHost({ providers: ['clock', 'stagebox'] });
  const path = `/stagebox/${box}`;
  const report = (recording: boolean) => {
    const target = desk.audio.target(`stagebox:${box}`);
    target.report(path, 'recordingFile', recording ? 'first.wav' : '');
    target.report(path, 'recording', recording);
  };
  report(true);
  const { status, body } = await desk.patch('/clock/force', { rate: 96000 });
  expect([status, body.code, body.params]).toEqual([409, 'conflict', { reason: 'recording' }]);
  expect(body.detail).toContain(`first.wav of ${box}`);
  expect((await desk.get('/clock/force')).body).toEqual({ rate: null, rateNotApplied: false });
  expect((await desk.patch('/clock/force', { rate: 48000 })).status).toBe(200);
  report(false);
  expect((await desk.patch('/clock/force', { rate: 96000 })).status).toBe(200);
});

test('nothing and 0 force no rate', () => {
  expect([null, 0, 48000, 96000].map((rate) => rateNotApplied(rate, 48000))).toEqual([false, false, false, true]);
});

test('a rate that the clock refuses stays wanted, and the warnings of the clock say why', async () => {
  desk.audio.target('clock').refuse('/clock/force', 'rate', 'the box does not run at 192000 Hz');
  const watched = await desk.watch('/clock/warnings');
  expect((await watched.next()).row).toEqual({ warnings: [] });
  expect((await desk.patch('/clock/force', { rate: 192000 })).body).toEqual({ rate: 192000, rateNotApplied: true });
  const [warning] = (await watched.next()).row.warnings;
  expect(Object.keys(warning)).toEqual(['id', 'title', 'titleCode', 'detail']);
  expect(warning.detail).toContain('the box does not run at 192000 Hz');
  watched.close();
});

test('any reference can be designated, and a warning says while there is none of this id', async () => {
  const designate = async (designatedReference: string) => {
    expect((await desk.patch('/clock/ownership', { designatedReference })).status).toBe(200);
    return (await desk.get('/clock/warnings')).body.warnings;
  };
  expect(await designate('other')).toMatchObject([
    { id: 'clock-reference-absent', detail: expect.stringContaining('of the id other') },
  ]);
  expect(await designate(box)).toEqual([]);
  desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, present: false })) });
  expect((await desk.get('/clock/ownership')).body.designatedReference).toBe(box);
  expect((await desk.get('/clock/warnings')).body.warnings).toMatchObject([{ id: 'clock-reference-absent' }]);
  expect(await designate('')).toEqual([]);
});

test('a follower whose reference does not pace the desk is flagged, with a warning, until it may run free', async () => {
  await desk.patch('/clock/ownership', { role: 'follower' });
  expect((await desk.get('/clock/ownership/reference')).body).toMatchObject({
    flagged: true,
    reason: 'The desk is to follow, and no reference is designated.',
  });
  const ids = async () => (await desk.get('/clock/warnings')).body.warnings.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual(['clock-not-followed']);
  await desk.patch('/clock/ownership', { freeRunOverride: true });
  expect(await ids()).toEqual([]);
  await desk.patch('/clock/ownership', { freeRunOverride: false, designatedReference: box });
  expect((await desk.get('/clock/ownership/reference')).body).toMatchObject({ flagged: false, paceOwner: box });
  expect(await ids()).toEqual([]);
});

test('a lost clock is in the warnings of the clock, and what was to drive is a lost reference', async () => {
  const { clock } = desk.audio;
  desk.audio.become({ clock: { ...clock, rate: 0, grade: 'synthetic' } });
  desk.host.warnings.raise({
    ...{ id: 'audio-clock', title: 'The clock is lost', titleCode: { code: 'clock-lost', params: {} } },
    ...{ detail: 'No block for 200 ms.', severity: 'alarm', path: '' },
  });
  expect((await desk.get('/clock/warnings')).body.warnings).toMatchObject([{ id: 'audio-clock' }]);
  expect((await desk.get('/clock/references')).body.references).toMatchObject([
    { id: 'synthetic', driving: true, grade: 'synthetic' },
    { id: box, driving: false, grade: 'lost' },
  ]);
  expect((await desk.get('/clock/ownership/reference')).body).toMatchObject({ paceLocked: false, flagged: true });
});

test('a clock in holdover is a warning with its reason while its fault stands', async () => {
  const become = (clockFault: string) =>
    desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, clockFault })) });
  become('The grandmaster is gone.');
  expect((await desk.get('/clock/warnings')).body.warnings).toMatchObject([
    { id: `clock-holdover-${box}`, titleCode: { code: 'clock-holdover' }, detail: 'The grandmaster is gone.' },
  ]);
  expect((await desk.get('/clock/references')).body.references[0]).toMatchObject({
    ...{ id: box, driving: true, grade: 'lost', reason: 'The grandmaster is gone.' },
  });
  become('');
  expect((await desk.get('/clock/warnings')).body.warnings).toEqual([]);
  expect((await desk.get('/clock/references')).body.references[0]).toMatchObject({ id: box, driving: true });
});

const [hall, room] = ['pipewire-0:hall', 'pipewire-0:room'];

/** The desk is a node of a server with two drivers, by this one. */
function beAtServer(driver: string): void {
  const io = { id: 'pipewire-0-io', label: 'PipeWire', transport: 'pipewire', clockId: driver };
  const drivers = [
    { node: hall, priority: 200, rate: 48000, quantum: 64, grade: 'device' as const },
    { node: room, priority: 100, rate: 0, quantum: 0 },
  ];
  desk.audio.graph.become({ servers: [serverOf('pipewire-0', { drivers })] });
  const devices = desk.audio.devices.map((device) => ({ ...device, ...io }));
  desk.audio.become({ devices, clock: { ...desk.audio.clock, driving: io.id, grade: 'device' } });
}

test('watchers of the references see the driver of a server change', async () => {
  const watched = await desk.watch('/clock/references');
  await watched.next();
  beAtServer(hall);
  const driving = ({ references }: { references: { id: string; driving: boolean }[] }) =>
    references.filter((each) => each.driving).map(({ id }) => id);
  for (let row = (await watched.next()).row; driving(row)[0] !== hall; ) row = (await watched.next()).row;
  beAtServer(room);
  for (let row = (await watched.next()).row; driving(row)[0] !== room; ) row = (await watched.next()).row;
  const { references } = (await desk.get('/clock/references')).body;
  expect([driving({ references }), references.map(({ id }: { id: string }) => id)]).toEqual([
    [room],
    [room, hall, 'synthetic'],
  ]);
  watched.close();
});

test('a designated driver that the server does not choose is a notice for a master, and a warning for a follower', async () => {
  beAtServer(hall);
  await desk.patch('/clock/ownership', { designatedReference: room });
  const warnings = async () => (await desk.get('/clock/warnings')).body.warnings;
  expect(await warnings()).toMatchObject([
    { id: 'clock-reference-not-driving', detail: expect.stringContaining(`${hall} (priority 200) drives`) },
  ]);
  await desk.patch('/clock/ownership', { role: 'follower' });
  expect(desk.audio.target('clock').value('/clock/ownership', 'role')).toBe('follower');
  expect(await warnings()).toMatchObject([
    { id: 'clock-not-followed', detail: expect.stringContaining(`${room} (priority 100) is designated`) },
  ]);
  beAtServer(room);
  expect(await warnings()).toEqual([]);
  desk.audio.graph.become({ servers: [serverOf('pipewire-0', { present: false })] });
  desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, clockId: 'pipewire-0' })) });
  expect(await warnings()).toMatchObject([
    { id: 'clock-not-followed', detail: `The designated reference ${room} is absent.` },
  ]);
});

const joinedBox = { id: 'box', clockId: 'own', resamples: true, channels: 4, gaps: 2 } as const;

test('joined devices show how they run; one that is not heard has the reason and no figures', async () => {
  const out = { ...joinedBox, id: 'out', state: 'different-clock', reason: 'its clock is another one' } as const;
  const figures = {
    ...{ id: 'box', ratio: 1.0000800001, deviationPpm: 80.004, inputFillFrames: 96.04, outputFillFrames: 80 },
    ...{ inputLatencyFrames: 96, outputLatencyFrames: 48, processorTimePercent: 1.234, processorTimeMaxPercent: 5 },
  };
  desk.audio.joinedFigures = [figures];
  desk.audio.become({
    joined: { devices: [{ ...joinedBox, state: 'running', reason: '' }, out], mostChannels: 64 },
  });
  const { body } = await desk.get('/clock/joined');
  const none = { ratio: 0, deviationPpm: 0, inputFillFrames: 0, outputFillFrames: 0, inputLatencyMs: 0 };
  expect(body).toEqual({
    mostChannels: 64,
    devices: [
      {
        ...{ ...joinedBox, label: 'box', state: 'running', reason: '', ratio: 1.00008, deviationPpm: 80 },
        ...{ inputFillFrames: 96, outputFillFrames: 80, inputLatencyMs: 2, outputLatencyMs: 1 },
        ...{ processorTimePercent: 1.23, processorTimeMaxPercent: 5 },
      },
      { ...out, label: 'out', ...none, outputLatencyMs: 0, processorTimePercent: 0, processorTimeMaxPercent: 0 },
    ],
  });
});

test('joined devices are read while they are watched, and not beyond', async () => {
  desk.audio.become({ joined: { devices: [{ ...joinedBox, state: 'running', reason: '' }], mostChannels: 64 } });
  const before = desk.audio.readers;
  const watched = await desk.watch('/clock/joined');
  await watched.next();
  expect(desk.audio.readers).toBe(before + 1);
  watched.close();
  await vi.waitFor(() => expect(desk.audio.readers).toBe(before));
});

test('without figures in half a second joined devices show without them', async () => {
  desk.audio.become({ joined: { devices: [{ ...joinedBox, state: 'running', reason: '' }], mostChannels: 64 } });
  expect((await desk.get('/clock/joined')).body.devices[0]).toMatchObject({ state: 'running', ratio: 0, gaps: 2 });
});
