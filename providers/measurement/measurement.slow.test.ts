import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { quickWalk, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type FakeMixer,
  measuringDesk,
  microphone,
  output,
  runTask,
  summary,
  transfer,
} from './measurement-fixture.ts';

let desk: TestHost;
let mixer: FakeMixer;
beforeEach(async () => {
  ({ desk, mixer } = await measuringDesk());
});
afterEach(() => desk.close());

const run = (body: object = {}) => runTask(desk, '/measurement/run', body);
/** By the answer, or by the row where it comes later. */
const refused = async () => {
  const row = await run();
  return row.refusal ?? row;
};
const plan = async (body: object = {}) => (await runTask(desk, '/measurement/plan', body)).report;
const reasons = async (body: object = {}) =>
  (await plan(body)).problems.map(({ reason }: { reason: string }) => reason);
const kept = () => {
  const folder = join(desk.stateFolder, 'measurements');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const mutedBy = (path: string, causes: readonly string[]) => desk.audio.target('mixer').report(path, 'mutedBy', causes);

test('settings are of strips that are there, within their ranges', async () => {
  for (const wrong of [
    { microphone: { kind: 'input', index: 33 } },
    { microphone: output },
    { output: microphone },
    { levelDb: 0.5 },
    { durationS: 31 },
    { smoothing: 5 },
    { microphoneId: '../x' },
    { fromHz: 9 },
  ]) {
    expect((await desk.patch('/measurement', wrong)).status).toBe(422);
  }
});

test('a plan says what would sound where and how loud, and changes nothing', async () => {
  const report = await plan({ goal: 'ir', levelDb: -20 });
  expect(report).toMatchObject({
    ...{ problems: [], levelDb: -20, lengthS: 12.2, makesSound: true, needsConfirm: false },
    outputs: [{ portId: 'virtual-32x16:out-1', strip: 'main/1', leg: 'left', present: true, levelDb: -36 }],
  });
  expect(report.steps[1]).toBe('Plays twice a sweep from 20 to 20000 Hz in 2 s, -20 dB, into main/1');
  expect(await plan({ stimulus: 'programme' })).toMatchObject({ makesSound: false, outputs: [], lengthS: 4 });
  expect((await desk.get('/measurement')).body).toMatchObject({ levelDb: -30, running: false, count: 0 });
  expect([mixer.started, kept()]).toEqual([[], []]);
});

test('a plan names every problem, and a run is refused for the first of them', async () => {
  expect(await reasons()).toEqual([]);
  expect(await reasons({ levelDb: -6 })).toEqual(['loud']);
  expect(await reasons({ fromHz: 15_000 })).toEqual(['sweep-range']);
  expect(await reasons({ toHz: 24_000 })).toEqual(['rate']);
  expect(await reasons({ stimulus: 'pink', levelDb: -5 })).toEqual(['noise-level', 'loud']);
  expect(await reasons({ microphoneId: 'none' })).toEqual(['unknown-microphone']);
  expect(await reasons({ output: { kind: 'mix', index: 3 } })).toContain('output-unpatched');
  expect(await reasons({ microphone: { kind: 'input', index: 20 } })).toEqual(['no-source']);
  await desk.patch('/measurement', { output: null, microphone: null });
  expect(await reasons()).toEqual(['no-output', 'no-microphone']);
  expect(await run()).toMatchObject({
    status: 409,
    params: { reason: 'no-output', reasons: ['no-output', 'no-microphone'] },
  });
  await desk.patch('/measurement', { output, microphone });

  mutedBy('/channel/main/1', ['panic']);
  expect(await reasons()).toEqual(['panic']);
  mutedBy('/channel/main/1', ['mute', 'dca:2']);
  expect(await reasons()).toEqual(['output-muted']);
  mutedBy('/channel/main/1', []);
  await desk.patch('/channel/main/1', { levelDb: -144 });
  expect(await reasons()).toEqual(['output-down']);
  await desk.patch('/channel/main/1', { levelDb: 0 });
  desk.audio.target('recorder').report('/record', 'state', 'recording');
  expect(await reasons()).toEqual(['recording']);
  expect(await reasons({ stimulus: 'programme' })).toEqual([]);
  desk.audio.target('recorder').report('/record', 'state', 'ready');
  desk.audio.become({ clock: { ...desk.audio.clock, grade: 'synthetic' } });
  expect(await reasons()).toEqual(['no-device']);
  expect((await run()).params.reason).toBe('no-device');
  expect(mixer.started).toEqual([]);
});

test('a microphone that feeds the measured output is refused, muted it is not', async () => {
  await desk.patch('/channel/input/9', { levelDb: -10 });
  expect(await reasons()).toEqual(['feedback']);
  await desk.patch('/channel/input/9', { muted: true });
  expect(await reasons()).toEqual([]);
  await desk.patch('/channel/input/9', { muted: false, mainAssigned: false });
  expect(await reasons()).toEqual([]);
  // By a bus, before the fader: a fader that is down keeps nothing.
  await desk.patch('/channel/input/9', { levelDb: -144 });
  await desk.patch('/channel/input/9/sends/mix/2', { levelDb: 0, tapPoint: 'Pre-Fader' });
  await desk.patch('/channel/mix/2/sends/matrix/1', { levelDb: 0 });
  expect(await reasons({ output: { kind: 'matrix', index: 1 } })).toContain('feedback');
  await desk.patch('/channel/input/9/sends/mix/2', { tapPoint: 'Post-Fader' });
  expect(await reasons({ output: { kind: 'matrix', index: 1 } })).not.toContain('feedback');
});

test('a run captures, computes and keeps the result', async () => {
  await desk.patch('/measurement', { levelDb: -24, durationS: 2 });
  const { report } = await run({ goal: 'transfer', name: 'House left', smoothing: 3, fromHz: 50 });
  expect(report).toMatchObject({ outcome: 'measured', summary: { delayMs: 12.34 } });
  const [order] = mixer.started;
  expect(order).toMatchObject({
    seconds: 4.2,
    tracks: [
      { path: '/channel/main/1', tapPoint: 'Post-Fader' },
      { path: '/channel/input/9', tapPoint: 'Top-Of-Ch' },
    ],
    stimulus: {
      ...{ kind: 'sweep', targets: ['/channel/main/1'], levelDb: -24, fromHz: 50, toHz: 20_000, soundS: 1 },
      ...{ leadS: 0.2, silenceS: 1, repeats: 2 },
    },
  });
  const { args } = desk.audio.jobs.started[0] ?? {};
  expect(args).toMatchObject({
    ...{ goal: 'transfer', file: order?.file, reference: 1, microphone: 3, smoothing: 3, calibration: [] },
    sweep: { fromHz: 50, toHz: 20_000, soundS: 1 },
    twice: { soundS: 1, silenceS: 1 },
  });
  expect(mixer.ended).toEqual([]);
  const { resultId } = report;
  expect(readdirSync(join(desk.stateFolder, 'measurements', resultId)).sort()).toEqual([
    'result.json',
    'transfer.json',
  ]);
  expect((await desk.get(`/measurement/results/${resultId}`)).body).toMatchObject({
    ...{ name: 'House left', notes: '', goal: 'transfer', output, microphone, stimulus: 'sweep', levelDb: -24 },
    ...{ durationS: 2, smoothing: 3, rate: 48_000, alignedMs: 0, summary, traces: ['transfer'], problem: '' },
  });
  expect((await desk.get(`/measurement/results/${resultId}/traces/transfer`)).body).toEqual(transfer);
  expect((await desk.get(`/measurement/results/${resultId}/traces/rta`)).status).toBe(404);
  expect((await desk.get('/measurement')).body).toMatchObject({ running: false, count: 1 });
});

test('a loud run says what it would do, and does it when that is confirmed', async () => {
  expect((await run({ levelDb: -6 })).report).toMatchObject({ preview: true, needsConfirm: true, levelDb: -6 });
  expect(mixer.started).toEqual([]);
  expect((await run({ levelDb: -6, confirm: true })).report.outcome).toBe('measured');
  expect((await run({ levelDb: -6, stimulus: 'programme' })).report.outcome).toBe('measured');
});

test('what the mixer or the computation refuses is said in its words, and nothing is left', async () => {
  const done = mixer.capture;
  mixer.capture = () => ({ ...done(), state: 'failed', reason: 'a panic ended it' });
  expect(await refused()).toMatchObject({
    detail: 'The capture failed: a panic ended it.',
    params: { reason: 'capture-failed' },
  });
  mixer.capture = () => ({ ...done(), reason: 'main/1 was closed: panic' });
  expect((await refused()).params.reason).toBe('stimulus-closed');
  mixer.capture = () => ({ ...done(), dropouts: 2 });
  expect((await refused()).params).toMatchObject({ reason: 'dropouts', dropouts: 2 });
  mixer.capture = done;
  desk.audio.jobs.answer = () => ({
    ...{ outcome: 'refused', summary: { ...summary, coherencePercent: 12 }, traces: [] },
    refusal: { reason: 'low-coherence', words: 'The microphone hears something else.' },
  });
  expect(await refused()).toMatchObject({
    ...{ code: 'conflict', detail: 'The microphone hears something else.' },
    params: { reason: 'low-coherence', summary: { coherencePercent: 12 } },
  });
  desk.audio.jobs.answer = () => {
    throw new Error('the process died');
  };
  expect(await refused()).toMatchObject({ status: 500 });
  desk.audio.answers.set('mixer startCapture', () => {
    throw new Error('another capture runs');
  });
  expect(await run()).toMatchObject({ status: 409, detail: 'The mixer does not capture: another capture runs.' });
  expect([kept(), (await desk.get('/measurement')).body.count]).toEqual([[], 0]);
});

test('a run is kept by polling and cancelled with its stimulus, and a second one is refused meanwhile', async () => {
  let polls = 0;
  mixer.capture = () => {
    polls++;
    return { state: 'running', frames: 10 * polls, total: 1000, reason: '', dropouts: 0, tracks: [] };
  };
  expect((await desk.patch('/measurement/run', { running: true })).body.running).toBe(true);
  await vi.waitFor(() => expect(polls).toBeGreaterThan(2));
  expect((await desk.get('/measurement')).body.running).toBe(true);
  expect((await desk.get('/measurement/run')).body.progress).toMatchObject({ phase: 'capture', total: 8.2 });
  expect(await reasons()).toEqual(['running']);
  expect((await desk.patch('/measurement/run', { running: true })).body.code).toBe('already-running');
  await desk.patch('/measurement/run', { running: false });
  await vi.waitFor(async () =>
    expect((await desk.get('/measurement/run')).body.report).toEqual({ outcome: 'cancelled' }),
  );
  const asked = polls;
  expect(mixer.ended).toEqual([1]);
  expect([kept(), (await desk.get('/measurement')).body.running]).toEqual([[], false]);
  mixer.capture = () => ({ state: 'done', frames: 1, total: 1, reason: '', dropouts: 0, tracks: [{ legs: 1 }] });
  expect((await run()).report.outcome).toBe('measured');
  expect(polls).toBe(asked);
});

test('rows of measurements hold what a row must hold', async () => {
  const { report } = await run();
  await runTask(desk, '/measurement/microphones/add', { name: 'M', text: '20 0\n20000 1\n' });
  for (const path of [
    ...['', '/plan', '/run', '/results', '/results/delete', '/alignSpeakers', '/microphones', '/microphones/m'],
    ...['/microphones/add', '/microphones/delete', `/results/${report.resultId}`],
    ...[`/results/${report.resultId}/export`, `/results/${report.resultId}/traces/transfer`],
  ]) {
    await walkRow(desk, `/measurement${path}`, quickWalk);
  }
});
