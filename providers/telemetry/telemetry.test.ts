import type { RealTimeFigures } from 'rowdesk/provider';
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProcessMeter } from './process-meter.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({
    providers: ['console', 'clock', 'channel', 'telemetry'],
    config: { heartbeatMs: 50 },
  });
});
afterEach(() => desk.close());

test('convergence follows the revision, and the barrier reaches it once the targets have settled', async () => {
  const watched = await desk.watch('/telemetry/convergence');
  const first = (await watched.next()).row;
  expect(first).toMatchObject({ heartbeatMs: 50, revision: 0, corrections: 0 });
  const { headers } = await desk.patch('/channel/input/1', { levelDb: -10 });
  expect(headers.get('rowdesk-revision')).toBe('1');
  let row = (await watched.next()).row;
  while (row.barrier < 1) row = (await watched.next()).row;
  expect(row).toMatchObject({ revision: 1, barrier: 1 });
  watched.close();
});

test('rows that the barrier leaves out are listed by their templates, in order', async () => {
  const { continuous } = (await desk.get('/telemetry/convergence')).body;
  expect(continuous).toEqual([...continuous].sort());
  const own = continuous.filter((template: string) => /^\/(clock|telemetry)/.test(template));
  expect(own).toEqual([
    '/clock',
    '/clock/force',
    '/clock/ownership',
    '/clock/ownership/reference',
    '/clock/references',
    '/clock/warnings',
    '/telemetry/convergence',
    '/telemetry/convergence/corrections',
    '/telemetry/latency',
    '/telemetry/perf',
    '/telemetry/process',
    '/telemetry/rt',
    '/telemetry/subscription',
  ]);
  expect(continuous).toContain('/channel/{kind}/{index}/meter');
  expect(continuous).not.toContain('/channel/{kind}/{index}');
});

test('what a target has to be told again is listed, the newest first', async () => {
  await desk.patch('/channel/input/1', { levelDb: -10 });
  expect((await desk.get('/telemetry/convergence/corrections')).body).toEqual({ entries: [], total: 0 });
  desk.audio.target('mixer').report('/channel/input/1', 'levelDb', -20);
  const watched = await desk.watch('/telemetry/convergence/corrections');
  let row = (await watched.next()).row;
  while (row.total === 0) row = (await watched.next()).row;
  expect(row).toMatchObject({
    total: 1,
    entries: [{ path: '/channel/input/1', field: 'levelDb', wanted: -10, observed: -20, target: 'mixer' }],
  });
  watched.close();
});

test('watchers are counted by stream', async () => {
  const counts = async () => (await desk.get('/telemetry/subscription')).body;
  const none = { convergence: 0, latency: 0, meters: 0, process: 0, rt: 0, rtaInstances: 0, spectrum: 0 };
  expect(await counts()).toEqual(none);
  const watched = [
    await desk.watch('/telemetry/convergence'),
    await desk.watch('/telemetry/convergence/corrections'),
    await desk.watch('/telemetry/rt'),
  ];
  expect(await counts()).toEqual({ ...none, convergence: 2, rt: 1 });
  for (const each of watched) each.close();
  const subscription = await desk.watch('/telemetry/subscription');
  let row = (await subscription.next()).row;
  while (row.convergence + row.rt > 0) row = (await subscription.next()).row;
  expect(row).toEqual(none);
  subscription.close();
});

test('the figures of the audio thread are read only while they are watched', async () => {
  const figures: RealTimeFigures = {
    ...{ processId: 4711, xruns: 1, lastXrunAt: '2026-01-01T00:00:00.000Z', dspLoadPercent: 12, dspLoadMaxPercent: 30 },
    ...{ blockUs: 160, wakeupJitterUs: 40, quantum: 64, rate: 48000, policy: 'SCHED_FIFO', priority: 80 },
  };
  const before = desk.audio.readers;
  expect((await desk.get('/telemetry/rt')).body).toMatchObject({ xruns: 0, policy: '' });
  const watched = await desk.watch('/telemetry/rt');
  expect(desk.audio.readers).toBe(before + 1);
  await watched.next();
  desk.audio.figures(figures);
  expect((await watched.next()).row).toEqual(figures);
  const { clock } = desk.audio;
  desk.audio.become({ clock: { ...clock, driving: '' } });
  expect((await watched.next()).row).toMatchObject({ xruns: 0, rate: 0, policy: '' });
  desk.audio.become({ clock });
  watched.close();
  while (desk.audio.readers > before) await new Promise(setImmediate);
  desk.audio.become({ realTime: { ...figures, xruns: 2 } });
  expect((await desk.get('/telemetry/rt')).body.xruns).toBe(2);
});

const slow = (inputLatencyFrames: number, outputLatencyFrames: number) =>
  desk.audio.become({
    devices: desk.audio.devices.map((device) => ({ ...device, inputLatencyFrames, outputLatencyFrames })),
  });
const path = { from: 'virtual-32x16:in-1', to: 'virtual-32x16:out-2', processingMs: 5.25 };

test('latency is what drivers, the block and the mixer say, each by itself and as a sum', async () => {
  desk.audio.answers.set('mixer latencies', ({ rate }) => ({ paths: rate === 48_000 ? [path] : [] }));
  slow(24, 96);
  const { at, report } = (await desk.get('/telemetry/latency')).body;
  expect(new Date(at).toISOString()).toBe(at);
  // 64 frames of a block are 1.333 ms at 48 kHz
  expect(report).toEqual({
    roundTripMs: 3.833,
    paths: [{ ...path, inputMs: 1.833, outputMs: 2, totalMs: 9.083 }],
  });
});

test('what nobody says of a port is null, and so is a sum that it belongs to', async () => {
  const paths = [
    { ...path, from: 'elsewhere:in-1' },
    { ...path, to: 'nobody:out-1' },
  ];
  desk.audio.answers.set('mixer latencies', () => ({ paths }));
  slow(0, 0);
  expect((await desk.get('/telemetry/latency')).body.report.paths).toMatchObject([
    { inputMs: null, outputMs: 0, totalMs: null },
    { inputMs: 1.333, outputMs: null, totalMs: null },
  ]);
});

test('there is no latency where nothing plays, or the mixer can not be asked', async () => {
  desk.audio.target('mixer').leave('crashed');
  expect((await desk.get('/telemetry/latency')).body).toEqual({ at: null, report: null });
  desk.audio.target('mixer').return();
  desk.audio.become({ clock: { ...desk.audio.clock, driving: '' } });
  expect((await desk.get('/telemetry/latency')).body).toEqual({ at: null, report: null });
});

test('the mixer is asked for its latencies once a second while somebody watches, and never else', async () => {
  const time = new FakeTime();
  const own = await startTestHost({ providers: ['console', 'clock', 'channel', 'telemetry'], time });
  const asked = () => own.audio.calls.filter(({ method }) => method === 'latencies').length;
  time.advance(10_000);
  expect(asked()).toBe(0);
  const watched = await own.watch('/telemetry/latency');
  expect((await watched.next()).row.report.paths).toEqual([]);
  expect(asked()).toBe(1);
  own.audio.answers.set('mixer latencies', () => ({ paths: [path] }));
  time.advance(1000);
  expect((await watched.next()).row.report.paths).toHaveLength(1);
  watched.close();
  while ((await own.get('/telemetry/subscription')).body.latency > 0);
  const before = asked();
  time.advance(10_000);
  expect(asked()).toBe(before);
  await own.close();
});

test('the process row says what the process uses', async () => {
  const { body } = await desk.get('/telemetry/process');
  expect(Object.keys(body)).toHaveLength(12);
  expect(body.rssMb).toBeGreaterThan(body.heapUsedMb);
  expect(Math.min(...(Object.values(body) as number[]))).toBeGreaterThanOrEqual(0);
});

test('processor time is in percent of one core, over the time between two samples', () => {
  const time = new FakeTime();
  const meter = new ProcessMeter(time);
  expect(meter.sample().cpuPercent).toBe(0);
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < 20_000);
  time.advance(1000);
  const { cpuPercent, cpuUserPercent, cpuSystemPercent } = meter.sample();
  meter.stop();
  // 20 ms of a second are 2 %; whatever else ran meanwhile comes on top.
  expect(cpuUserPercent).toBeGreaterThanOrEqual(2);
  expect(cpuPercent).toBeCloseTo(cpuUserPercent + cpuSystemPercent, 1);
});

test('how long operations take is shown by name', async () => {
  await desk.patch('/channel/input/1', { levelDb: -10 });
  const watched = await desk.watch('/telemetry/perf');
  let { enabled, ops } = (await watched.next()).row;
  while (ops.length < 2) ({ enabled, ops } = (await watched.next()).row);
  watched.close();
  expect(enabled).toBe(true);
  expect(ops.map(({ op }: { op: string }) => op)).toEqual(['PATCH', 'heartbeat']);
  for (const { count, meanMs, p99Ms, maxMs } of ops) {
    expect(count).toBeGreaterThan(0);
    expect(meanMs).toBeGreaterThanOrEqual(0);
    expect(maxMs).toBeGreaterThanOrEqual(meanMs);
    expect(maxMs).toBeGreaterThanOrEqual(p99Ms);
  }
});
