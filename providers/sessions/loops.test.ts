// Scenes and sessions of before a cable was there that would close a loop now.
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const providers = ['console', 'channel', 'stagebox', 'patch', 'safety', 'history', 'scenes', 'sessions'];
const strip = '/channel/input/3';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers });
  await desk.patch(strip, { sourceId: 'virtual-32x16:in-8', levelDb: -5, muted: true });
  await run('/scene/store', { name: 'One' });
  await run('/session/save', { name: 'Friday' });
  for (const path of ['/scenes/one', '/sessions/friday']) {
    await desk.patch(path, { areas: [...(await body(path)).areas, 'patch'] });
  }
  await desk.patch(strip, { sourceId: '', levelDb: -9, muted: false });
  const cable = { output: 'virtual-32x16:out-1', input: 'virtual-32x16:in-8' };
  expect((await desk.patch('/patch/cables', { cables: [cable] })).status).toBe(200);
});
afterEach(() => desk.close());

const body = async (path: string) => (await desk.get(path)).body;
async function run(path: string, extra: object = {}) {
  const { status, body: started } = await desk.patch(path, { running: true, ...extra });
  if (status !== 200) return started;
  for (;;) {
    const row = await body(path);
    if (!row.running) return row;
  }
}

test.each([
  ['/scenes/one/recallKeeps', '/scenes/one/recall'],
  ['/sessions/friday/applyKeeps', '/sessions/friday/apply'],
])('%s names the source alone, and the strip has its level and mute', async (preview, task) => {
  const { changes, blocked } = await body(preview);
  expect(blocked).toMatchObject([
    { path: strip, fields: [`${strip} sourceId`], count: 1, refusal: { params: { reason: 'loop' } } },
  ]);
  expect(changes.map(({ field }: { field: string }) => field).sort()).toEqual(['levelDb', 'muted']);
  const { report } = await run(task);
  expect(report).toMatchObject({ outcome: 'in-part', changed: 2, blocked });
  expect(await body(strip)).toMatchObject({ levelDb: -5, muted: true, sourceId: '' });
});

test('undoing what took the loop away is refused, and with override all but the source comes back', async () => {
  const undo = () => run('/history/cursor/undo');
  expect(await undo()).toMatchObject({ code: 'conflict', params: { skipped: [{ path: strip, field: 'sourceId' }] } });
  const { report } = await run('/history/cursor/undo', { override: true });
  expect(report.skipped).toMatchObject([{ field: 'sourceId', refusal: { params: { reason: 'loop' } } }]);
  expect(await body(strip)).toMatchObject({ levelDb: -5, muted: true, sourceId: '' });
});
