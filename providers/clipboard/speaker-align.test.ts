import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const strip = (kind: string, index: number) => ({ kind, index });
const speakers = (kind: string, index: number) => `/channel/${kind}/${index}/speakerAlign`;
const hill = { enabled: true, delayMs: 12.34, distanceM: 34.5, temperatureC: 14, levelTrimDb: -3 };
const wiring = { polarityInverted: true, reference: 'main/1' };

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'clipboard'] });
  await desk.patch(speakers('matrix', 1), { ...hill, ...wiring });
  await desk.patch('/channel/matrix/1', { levelDb: -7 });
});
afterEach(() => desk.close());

const paste = async (body: object) => {
  let row = (await desk.patch('/clipboard/1/paste', { running: true, ...body })).body;
  while (row.running) row = (await desk.get('/clipboard/1/paste')).body;
  return row.report;
};

test('the speakers of a strip are pasted alone onto strips of other kinds, and reach the mixer', async () => {
  const { body } = await desk.patch('/clipboard/1', { from: strip('matrix', 1), areas: ['speakerAlign'] });
  expect(body.content).toContainEqual({ row: 'speakerAlign', field: 'delayMs', value: 12.34, area: 'speakerAlign' });
  expect(body.content).toHaveLength(7);
  await paste({ targets: [strip('matrix', 2), strip('mix', 3)] });
  for (const [kind, index] of [
    ['matrix', 2],
    ['mix', 3],
  ] as const) {
    expect((await desk.get(speakers(kind, index))).body).toMatchObject({ ...hill, ...wiring });
    const told = (field: string) => desk.audio.target('mixer').value(speakers(kind, index), field);
    expect(Object.keys(hill).map(told)).toEqual(Object.values(hill));
    expect((await desk.get(`/channel/${kind}/${index}`)).body.levelDb).not.toBe(-7);
  }
});

test('a paste of other areas leaves the speakers of its target as they are', async () => {
  await desk.patch('/clipboard/1', { from: strip('matrix', 1) });
  await desk.patch(speakers('matrix', 2), { delayMs: 40 });
  await paste({ targets: [strip('matrix', 2)], areas: ['fader'] });
  expect((await desk.get('/channel/matrix/2')).body.levelDb).toBe(-7);
  expect((await desk.get(speakers('matrix', 2))).body).toMatchObject({ enabled: false, delayMs: 40, distanceM: 0 });
});
