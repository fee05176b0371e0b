import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeJob, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeFile, writeTake } from '../take-fixture.ts';

let desk: TestHost;
let exports: string;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers: ['console', 'channel', 'patch', 'stagebox', 'takes'] });
  exports = join(desk.stateFolder, 'recordings', 'exports');
});
afterEach(() => desk.close());

/** While it is unfinished. */
const pathOf = (file: string) =>
  expect.stringMatching(new RegExp(`^${exports}/friday-1\\.[0-9a-f]{12}\\.part/${file}$`));
const friday = '/takes/friday';
const run = (path: string, body: object = {}) => desk.patch(path, { running: true, ...body });
const ended = async (path: string) => {
  await vi.waitFor(async () => expect((await desk.get(path)).body.running).toBe(false));
  return (await desk.get(path)).body;
};

/** What a render gets of these fields. */
const sentOf = (job: FakeJob | undefined, ...paths: readonly string[]) => {
  type Sent = { readonly path: string; readonly field: string; readonly value: unknown };
  const { values = [] } = (job?.args ?? {}) as { readonly values?: readonly Sent[] };
  return Object.fromEntries(
    values.flatMap(({ path, field, value }) =>
      paths.includes(`${path} ${field}`) ? [[`${path} ${field}`, value]] : [],
    ),
  );
};
const rendered = async (body: object) => {
  await run(`${friday}/render`, body);
  const { report, refusal } = await ended(`${friday}/render`);
  return { report, refusal, job: desk.audio.jobs.started.at(-1) };
};

test('a render plays the take at the sources of its strips through the desk of now', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  await desk.get('/takes');
  await desk.patch('/channel/input/1', { levelDb: -6, sourceId: 'virtual-32x16:in-7' });
  await desk.patch('/channel/input/3', { sourceId: 'virtual-32x16:in-9' });
  const report = { frames: 384_000, rate: 48_000, timesRealTime: 31.44, warnings: ['a warning'] };
  desk.audio.jobs.answer = ({ args }) => {
    const { outputs } = args as { readonly outputs: readonly { readonly file: string }[] };
    return { ...report, outputs: outputs.map(({ file }) => ({ file, peaksDb: [-1.234, -144] })) };
  };
  const outputs = [
    { kind: 'main', index: 1, file: 'PA.wav' },
    { kind: 'mix', index: 2 },
  ];
  const { report: done, job } = await rendered({ outputs, tailS: 1 });
  expect(job?.args).toMatchObject({
    ...{ device: 'recorder', model: 'take-2x4', rate: 48_000, frames: 384_000, layout: { input: 32, main: 2 } },
    inputs: [
      { port: 'in-1', source: 'take:in-1', file: expect.stringMatching(/friday\/take\.json$/), channel: 1 },
      { port: 'in-2', source: 'take:in-2', channel: 2 },
    ],
    outputs: [
      { ports: ['out-1', 'out-2'], file: pathOf('PA.wav') },
      { ports: ['out-3'], file: pathOf('Friday mix 2.wav') },
    ],
  });
  const [first, second, third] = [1, 2, 3].map((n) => `/channel/input/${n} sourceId`) as [string, string, string];
  const level = '/channel/input/1 levelDb';
  expect(sentOf(job, first, second, third, level, '/patch/outputs outputs')).toEqual({
    ...{ [first]: 'take:in-1', [second]: 'take:in-2', [third]: 'virtual-32x16:in-9', [level]: -6 },
    '/patch/outputs outputs': [
      { strip: { kind: 'main', index: 1 }, leg: 'left', portId: 'take-2x4:out-1', levelDb: 0 },
      { strip: { kind: 'main', index: 1 }, leg: 'right', portId: 'take-2x4:out-2', levelDb: 0 },
      { strip: { kind: 'mix', index: 2 }, leg: 'left', portId: 'take-2x4:out-3', levelDb: 0 },
    ],
  });
  expect(done).toMatchObject({
    ...{ settings: 'now', container: 'wav', encoding: 'float32', moves: 0, timesRealTime: 31.4, leftOut: [] },
    files: [
      { strip: 'main/1', file: 'PA.wav', lengthS: 8, peaksDb: [-1.23, -144] },
      { strip: 'mix/2', file: 'Friday mix 2.wav' },
    ],
    warnings: ['a warning'],
  });
});

test('a render with the moves of the show begins with the desk of then, each move at its frame', async () => {
  const folder = writeTake(desk.stateFolder, takeFile('friday', { tapPoint: 'Post-Trim' }));
  await desk.get('/takes');
  expect((await rendered({ settings: 'then' })).refusal.params.reason).toBe('no-show');
  const path = '/channel/input/1';
  const values = [
    { path, field: 'sourceId', value: 'a:in-1' },
    { path, field: 'levelDb', value: -20 },
    { path, field: 'trimDb', value: 6 },
    { path: '/channel/main/1/speakerAlign', field: 'enabled', value: true },
    { path: '/vsc/settings', field: 'engaged', value: true },
  ];
  const show = { format: 1, takeId: 'friday', at: '', atS: 1, layout: { input: 8, main: 1 }, values };
  writeFileSync(join(folder, 'show.json'), JSON.stringify(show));
  const moves = [
    { atS: 2, values: [{ path, field: 'levelDb', value: -10, fadeMs: 500 }] },
    { atS: 3.0001, values: [{ path, field: 'trimDb', value: 3 }] },
    { atS: 3, values: [{ path, field: 'sourceId', value: 'b:in-1' }] },
    { atS: 7, values: [{ path, field: 'levelDb', value: 0 }] },
  ];
  writeFileSync(join(folder, 'moves.jsonl'), moves.map((move) => `${JSON.stringify(move)}\n`).join(''));
  const changes: unknown[] = [];
  desk.audio.jobs.answer = async ({ args }) => {
    for await (const change of args.changes as AsyncIterable<unknown>) changes.push(change);
    return { frames: 336_000, rate: 48_000, timesRealTime: 1, warnings: [], outputs: [] };
  };
  const { report, job } = await rendered({ settings: 'moves' });
  expect(changes).toEqual([
    { atFrame: 96_000, values: [{ path, field: 'levelDb', value: -10, fadeMs: 500 }] },
    { atFrame: 144_005, values: [{ path, field: 'trimDb', value: 0 }] },
    { atFrame: 144_000, values: [{ path, field: 'sourceId', value: 'take:in-1' }] },
  ]);
  expect(job?.args.layout).toEqual(show.layout);
  const { values: sent = [] } = (job?.args ?? {}) as { readonly values?: readonly object[] };
  expect(sent.slice(0, -1)).toEqual([
    { path, field: 'sourceId', value: 'take:in-1' },
    { path, field: 'levelDb', value: -20 },
    { path, field: 'trimDb', value: 0 },
    { path: '/channel/main/1/speakerAlign', field: 'enabled', value: false },
  ]);
  expect(report).toMatchObject({ moves: 3, leftOut: [expect.stringContaining('/channel/input/2'), expect.anything()] });
});

test('what can not be rendered is refused in words', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  writeTake(desk.stateFolder, takeFile('fader', { tapPoint: 'Post-Fader' }));
  await desk.get('/takes');
  const after = await run('/takes/fader/render');
  expect([after.status, (after.body.refusal ?? after.body).params.reason]).toEqual([409, 'post-fader']);
  for (const outputs of [
    [{ kind: 'dca', index: 1 }],
    [{ kind: 'main', index: 9 }],
    [{ kind: 'main', index: 1, file: 'a/b' }],
  ]) {
    expect((await run(`${friday}/render`, { outputs })).status).toBe(422);
  }
});
