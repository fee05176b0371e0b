import type { TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeMixer, measuringDesk, output, runTask } from './measurement-fixture.ts';

let desk: TestHost;
let mixer: FakeMixer;
beforeEach(async () => {
  ({ desk, mixer } = await measuringDesk());
});
afterEach(() => desk.close());

const run = () => runTask(desk, '/measurement/run', {});
const plan = async (body: object = {}) => (await runTask(desk, '/measurement/plan', body)).report;
const reasons = async (body: object = {}) =>
  (await plan(body)).problems.map(({ reason }: { reason: string }) => reason);

test('one leg of a stereo output sounds, and is the reference', async () => {
  const leg = (name: string, port: number) => ({
    strip: output,
    leg: name,
    portId: `virtual-32x16:out-${port}`,
    levelDb: 0,
  });
  await desk.patch('/patch', { outputs: [leg('left', 1), leg('right', 2)] });
  expect(await reasons()).toEqual(['several-outputs']);
  const planned = await plan({ leg: 'right' });
  expect(planned).toMatchObject({ problems: [], outputs: [{ portId: 'virtual-32x16:out-2', leg: 'right' }] });
  expect(planned.steps[1]).toMatch(/into main\/1, right$/);
  await desk.patch('/measurement', { leg: 'right' });
  const { report } = await run();
  expect(mixer.started[0]).toMatchObject({ stimulus: { leg: 'right' } });
  expect(desk.audio.jobs.started[0]?.args).toMatchObject({ reference: 2, microphone: 3 });
  expect((await desk.get(`/measurement/results/${report.resultId}`)).body.leg).toBe('right');
  // Its only leg has no port of its own name.
  expect(await reasons({ output: { kind: 'matrix', index: 1 } })).toContain('no-leg');
});
