// The delay of speakers belongs to a place: scenes recall it with their other areas, unless they are told to keep it.
import { MemoryStore, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Show } from './scenes-fixture.ts';

const hill = '/channel/matrix/1/speakerAlign';
const evening = { enabled: true, delayMs: 12.34, distanceM: 34.5, temperatureC: 14, levelTrimDb: -3 };
const noon = { enabled: false, delayMs: 0, distanceM: 30, temperatureC: 28, levelTrimDb: 0 };
const wiring = { polarityInverted: true, reference: 'main/1' };

let desk: TestHost;
let stored: Show['stored'];
let body: Show['body'];
let recall: Show['recall'];
beforeEach(async () => {
  ({ desk, stored, body, recall } = await Show.open(new MemoryStore()));
  await desk.patch(hill, { ...evening, ...wiring });
  await stored('Evening');
  await desk.patch(hill, { ...noon, polarityInverted: false, reference: '' });
});
afterEach(() => desk.close());

const told = (field: string) => desk.audio.target('mixer').value(hill, field);

test('a scene has all of the speakers of a strip, and the mixer gets what it recalls', async () => {
  const { areas, content } = await body('/scenes/evening');
  expect(areas).toContain('speakerAlign');
  expect(content).toContainEqual({ path: hill, area: 'speakerAlign', fields: { ...evening, ...wiring } });
  expect((await recall('evening')).report).toMatchObject({ outcome: 'applied', changed: 7 });
  expect(await body(hill)).toMatchObject({ ...evening, ...wiring });
  expect(Object.keys(evening).map(told)).toEqual(Object.values(evening));
});

test('a scene that keeps the speakers, of all strips or of one, leaves them where the place has them', async () => {
  const matrix = { kind: 'matrix', index: 1, areas: ['speakerAlign'] };
  for (const keep of [{ areas: ['speakerAlign'] }, matrix]) {
    await desk.patch('/scenes/evening', { keeps: [keep] });
    expect((await body('/scenes/evening/recallKeeps')).keeps).toContainEqual(
      expect.objectContaining({ path: hill, area: 'speakerAlign' }),
    );
    await recall('evening');
    expect(await body(hill)).toMatchObject({ ...noon, polarityInverted: false, reference: '' });
  }
  await desk.patch('/scenes/evening', { keeps: [{ ...matrix, index: 2 }] });
  await recall('evening');
  expect(await body(hill)).toMatchObject(evening);
});
