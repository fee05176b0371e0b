import { FakeTime, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answer, id, report, root, startDesk, target, turns } from './total-mix-double.ts';

let desk: TestHost;
let time: FakeTime;
/** What the device does with a value of `write`; undefined keeps its own. */
let takes: (path: string, field: string, value: unknown) => void;

const row = `${root}/reassert`;
const driver = () => desk.audio.target(target);
const written = () =>
  desk.audio.calls.flatMap(({ method, args }) =>
    method === 'write' ? (args.values as { path: string; field: string; value: unknown }[]) : [],
  );
const methods = () => desk.audio.calls.flatMap((call) => (call.target === target ? [call.method] : []));

beforeEach(async () => {
  time = new FakeTime();
  desk = await startDesk({ time });
  takes = (path, field, value) => driver().report(path, field, value);
  answer(desk, (...value) => takes(...value));
  await report(desk);
});
afterEach(() => desk.close());

async function ended(): Promise<Record<string, unknown>> {
  for (let turn = 0; turn < 200; turn += 1) {
    await new Promise(setImmediate);
    const { body } = await desk.get(row);
    if (!body.running) return body;
  }
  throw new Error('the task does not end');
}

async function reassert(extra: object = {}): Promise<Record<string, unknown>> {
  const started = await desk.patch(row, { running: true, ...extra });
  expect([started.status, started.body]).toMatchObject([200, {}]);
  return (await ended()).report as Record<string, unknown>;
}

/** The device has another value, behind the back of the desk. */
const drift = (path: string, field: string, value: unknown) => driver().report(path, field, value);

test('a device that agrees is read twice, and nothing is written', async () => {
  const report = await reassert();
  expect(methods()).toEqual(['refresh', 'refresh']);
  expect(report).toMatchObject({ outcome: 'applied', written: 0, drifted: 0, unverified: 0, refused: [] });
  expect(report.verified).toBeGreaterThan(30);
});

test('what drifted is written and nothing else, and counts once the device says it', async () => {
  await desk.patch(`${root}/mix/1/1`, { levelDb: -6 });
  drift(`${root}/mix/1/1`, 'levelDb', -9);
  drift(`${root}/outputs/2`, 'pan', 50);
  const report = await reassert();
  expect(written()).toEqual([
    { path: `${root}/outputs/2`, field: 'pan', value: 0 },
    { path: `${root}/mix/1/1`, field: 'levelDb', value: -6 },
  ]);
  expect(methods()).toEqual(['refresh', 'write', 'refresh']);
  expect(report).toMatchObject({ outcome: 'applied', written: 2, drifted: 2, refusedCount: 0 });
});

test('all writes every value that was set, in blocks, and leaves alone what was not', async () => {
  driver().report(`${root}/outputs/1`, 'loopback', null, 'unverified');
  const report = await reassert({ only: 'all' });
  expect(written().some(({ field }) => field === 'loopback')).toBe(false);
  expect(written().filter(({ path }) => path === `${root}/outputs/1`)).toEqual([
    { path: `${root}/outputs/1`, field: 'levelDb', value: -10 },
    { path: `${root}/outputs/1`, field: 'pan', value: 0 },
    { path: `${root}/outputs/1`, field: 'muted', value: false },
  ]);
  expect(report).toMatchObject({ outcome: 'applied', written: written().length, verified: written().length });
});

test('an area alone is compared and written', async () => {
  drift(`${root}/outputs/2`, 'pan', 50);
  drift(root, 'clockSource', 'ADAT');
  expect(await reassert({ areas: ['clock'] })).toMatchObject({ outcome: 'applied', written: 1, verified: 1 });
  expect(written()).toEqual([{ path: root, field: 'clockSource', value: 'Internal' }]);
});

test('what can not be read back is written again, and is unverified', async () => {
  driver().report(`${root}/outputs/1`, 'levelDb', -10, 'unverified');
  takes = (path, field, value) => driver().report(path, field, value, 'unverified');
  expect(await reassert()).toMatchObject({ outcome: 'unverified', unverified: 1, written: 1, drifted: 0 });
  expect(written()).toEqual([{ path: `${root}/outputs/1`, field: 'levelDb', value: -10 }]);
});

test('a device that does not take a value is named with it: in part, or refused where nothing else agrees', async () => {
  takes = () => {};
  drift(root, 'clockSource', 'ADAT');
  const refused = [
    {
      ...{ path: root, field: 'clockSource', wanted: 'Internal', observed: 'ADAT' },
      reason: 'the device has another value after the writing',
    },
  ];
  expect(await reassert()).toMatchObject({ outcome: 'in-part', refused, refusedCount: 1, written: 1 });
  expect(await reassert({ areas: ['clock'] })).toMatchObject({ outcome: 'refused', refused, verified: 0 });
});

test('a device that does not answer a reading in a minute is refused, and nothing is written', async () => {
  desk.audio.answers.set(`${target} refresh`, () => ({}));
  drift(root, 'clockSource', 'ADAT');
  const started = desk.patch(row, { running: true });
  await turns();
  time.advance(60_000);
  expect((await started).status).toBe(200);
  expect((await ended()).report).toMatchObject({
    outcome: 'refused',
    reason: 'the device did not answer a complete reading within 60 s',
  });
  expect(written()).toEqual([]);
});

test('a device that falls silent after the writing leaves the outcome in part', async () => {
  drift(root, 'clockSource', 'ADAT');
  let count = 0;
  desk.audio.answers.set(`${target} refresh`, () => {
    count += 1;
    if (count === 1) setImmediate(() => driver().report(root, 'readings', 2));
    return {};
  });
  await desk.patch(row, { running: true });
  for (let turn = 0; turn < 50 && count < 2; turn += 1) await new Promise(setImmediate);
  await turns();
  time.advance(60_000);
  expect((await ended()).report).toMatchObject({
    ...{ outcome: 'in-part', written: 1 },
    reason: 'the device did not answer a complete reading within 60 s after the writing',
  });
});

test('it can be cancelled, and writes nothing from then on', async () => {
  desk.audio.answers.set(`${target} refresh`, () => ({}));
  drift(root, 'clockSource', 'ADAT');
  const started = desk.patch(row, { running: true });
  await turns();
  await desk.patch(row, { running: false });
  await started;
  expect((await ended()).report).toMatchObject({ outcome: 'cancelled', written: 0 });
  expect(written()).toEqual([]);
});

describe('phantom', () => {
  const preamp = `/stagebox/${id}/inputs/1`;

  test('is never switched by the task itself: the desk does that, its strips muted before', async () => {
    drift(preamp, 'phantom', true);
    const started = desk.patch(row, { running: true, areas: ['phantom'] });
    await started;
    await turns();
    expect(written()).toEqual([]);
    // The heartbeat.
    const before = driver().blocks.length;
    time.advance(1000);
    await turns();
    const sent = driver()
      .blocks.slice(before)
      .flatMap(({ values }) => values);
    expect(sent).toEqual([{ path: preamp, field: 'phantom', value: false }]);
    expect((await ended()).report).toMatchObject({ outcome: 'applied', written: 0, drifted: 1 });
  });

  test('that the desk does not want is not switched on by all', async () => {
    await reassert({ only: 'all', areas: ['phantom'] });
    expect(written().every(({ field, value }) => field === 'phantom' && value === false)).toBe(true);
    expect(written().length).toBeGreaterThan(0);
  });
});

test('an area that is none, and an order that is none, are refused by their field', async () => {
  for (const [extra, field] of [
    [{ areas: ['levels'] }, 'areas/0'],
    [{ only: 'some' }, 'only'],
  ] as const) {
    const refused = await desk.patch(row, { running: true, ...extra });
    expect([refused.status, refused.body.errors[0]?.field]).toEqual([422, field]);
  }
});
