import { afterEach, expect, test } from 'vitest';
import { opening, patchThrough, settled } from '../harness/desk.ts';
import { outliving, startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

const loud = { signal: 'sine', frequencyHz: 1000, levelDbfs: 0 };

test('a clip is seen though nobody watches, outlives the control process, and is off in the answer to its end', async () => {
  const service = await startService({ config: outliving });
  await opening(service);
  await patchThrough(service, 1, loud);
  const { at, count } = await service.until('/channel/input/1/clip', (row) => row.clipped);
  expect(count).toBeGreaterThan(0);
  expect(new Date(at).toISOString()).toBe(at);
  await service.patch('/stagebox/virtual-32x16/inputs/1', { signal: 'silence' });
  await settled(service);
  const before = (await service.get('/channel/input/1/clip')).body;
  await service.kill();

  const again = await startService({ state: service.state, config: outliving });
  const after = await again.until('/channel/input/1/clip', (row) => row.clipped);
  // the last blocks of the tone may have come after it was looked at
  expect(after.count).toBeGreaterThanOrEqual(before.count);
  expect(Date.parse(after.at)).toBeGreaterThanOrEqual(Date.parse(before.at));
  const { clipped } = (await again.get('/channel')).body;
  expect(clipped).toContainEqual({ kind: 'input', index: 1, at: after.at });
  const { status, body } = await again.patch('/channel/input/1/clip', { clipped: false });
  expect([status, body]).toEqual([200, { clipped: false, at: after.at, count: 0 }]);
  expect((await again.patch('/channel', { clipped: [] })).body.clipped).toEqual([]);
});
