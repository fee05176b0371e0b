import type { TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measuringDesk, microphone, runTask, summary } from './measurement-fixture.ts';

const main = { kind: 'main', index: 1 };
const delay = { kind: 'matrix', index: 1 };
let desk: TestHost;
beforeEach(async () => {
  ({ desk } = await measuringDesk());
  const leg = (strip: object, port: number) => ({
    strip,
    leg: 'left',
    portId: `virtual-32x16:out-${port}`,
    levelDb: 0,
  });
  await desk.patch('/patch', { outputs: [leg(main, 1), leg(delay, 2)] });
  desk.audio.target('mixer').report('/channel/matrix/1', 'mutedBy', []);
});
afterEach(() => desk.close());

async function measured(output: object, delayMs: number, more: object = {}, body: object = {}): Promise<string> {
  desk.audio.jobs.answer = () => ({ outcome: 'measured', summary: { ...summary, delayMs, ...more }, traces: [] });
  return (await runTask(desk, '/measurement/run', { goal: 'delay', output, ...body })).report.resultId;
}
const align = (body: object) => runTask(desk, '/measurement/alignSpeakers', body);
const settings = async () => (await desk.get('/channel/matrix/1/speakerAlign')).body;

test('the output that is heard first is delayed until both arrive together, when that is applied', async () => {
  const house = await measured(main, 40.126);
  const fill = await measured(delay, 12.5, { polarity: 'inverted', levelDb: -29, gainDb: -9 });
  const said = {
    ...{ earlier: 'matrix/1', later: 'main/1', differenceMs: 27.63, delayMs: 27.63, levelDifferenceDb: -3 },
    polarity: 'inverted',
  };
  const preview = await align({ main: house, delayed: fill });
  expect(preview.report).toMatchObject({ preview: true, ...said });
  expect(preview.report.changes).toContainEqual({
    ...{ path: '/channel/matrix/1/speakerAlign', field: 'delayMs', from: 0, to: 27.63 },
  });
  expect(await settings()).toMatchObject({ enabled: false, delayMs: 0 });
  expect((await align({ main: house, delayed: fill, apply: true })).report).toMatchObject({
    outcome: 'applied',
    ...said,
  });
  expect(await settings()).toMatchObject({ enabled: true, delayMs: 27.63 });
  expect((await align({ main: fill, delayed: house })).report).toMatchObject({ differenceMs: 0 });
  // One undo.
  await runTask(desk, '/history/cursor/undo', {});
  expect(await settings()).toMatchObject({ enabled: false, delayMs: 0 });
});

test('a delay that was there when it was measured stays in it', async () => {
  await desk.patch('/channel/matrix/1/speakerAlign', { enabled: true, delayMs: 5 });
  desk.audio.target('mixer').report('/channel/matrix/1/speakerAlign', 'appliedDelayMs', 5);
  const [house, fill] = [await measured(main, 40), await measured(delay, 17.5)];
  expect((await align({ main: house, delayed: fill })).report).toMatchObject({ differenceMs: 22.5, delayMs: 27.5 });
});

test('results that say nothing of each other are refused', async () => {
  const house = await measured(main, 40);
  const levels = await measured(delay, 40, {}, { goal: 'rta' });
  await desk.patch('/channel/input/10', { sourceId: 'virtual-32x16:in-10' });
  const elsewhere = await measured(delay, 40, {}, { microphone: { ...microphone, index: 10 } });
  const far = await measured(delay, 700);
  for (const [body, field, words] of [
    [{ main: house }, 'delayed', 'must be the id'],
    [{ main: house, delayed: house }, 'delayed', 'Both results are of main/1'],
    [{ main: house, delayed: levels }, 'delayed', 'of goal rta'],
    [{ main: house, delayed: elsewhere }, 'delayed', 'heard by input/9 and input/10'],
  ] as const) {
    const answer = await align(body);
    expect([answer.status, answer.errors[0].field]).toEqual([422, field]);
    expect(answer.detail).toContain(words);
  }
  expect((await align({ main: house, delayed: far, apply: true })).params).toMatchObject({ reason: 'too-long' });
  expect((await align({ main: house, delayed: 'gone' })).status).toBe(404);
});
