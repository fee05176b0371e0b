import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'history', 'warnings'] });
});
afterEach(() => desk.close());

const hrp = '/channel/input/1/hrp';
const report = `${hrp}/report`;
const fixed = { frequencyHz: 500, q: 20, gainDb: -6 };
const live = { slot: 1, fixed: false, frequencyHz: 2500, q: 30, gainDb: -9, since: '2026-05-01T20:00:00.000Z' };

const mixerReports = (fields: object, path = report) => {
  for (const [field, value] of Object.entries(fields)) desk.audio.target('mixer').report(path, field, value);
};

/** The row of a task once its run has ended; a refusal before that as it came. */
async function run(task: string, extra: object = {}, strip = hrp) {
  const started = await desk.patch(`${strip}/${task}`, { running: true, ...extra });
  if (started.status !== 200) return started.body;
  return vi.waitFor(async () => {
    const { body: row } = await desk.get(`${strip}/${task}`);
    expect(row.running).toBe(false);
    return row;
  });
}

test('every kind of strip has protection; the mixer takes it where it can act, elsewhere it is stored', async () => {
  for (const kind of ['input', 'main', 'dca', 'cue']) {
    const { status, body } = await desk.patch(`/channel/${kind}/1/hrp`, { enabled: true, fixed: [fixed] });
    expect([status, body]).toMatchObject([200, { enabled: true, mode: 'suppress', maxDepthDb: -18, fixed: [fixed] }]);
    const isTaken = desk.audio.target('mixer').value(`/channel/${kind}/1/hrp`, 'enabled') === true;
    expect([kind, isTaken]).toEqual([kind, kind === 'input' || kind === 'main']);
    const { features } = (await desk.get(`/channel/${kind}/1/capability`)).body;
    expect([kind, features.includes('hrp')]).toEqual([kind, kind === 'input' || kind === 'main']);
  }
});

test('OPTIONS says the ranges, and what is outside is refused by field', async () => {
  const { fields } = await desk.options(hrp);
  expect(fields.maxDepthDb).toMatchObject({ access: 'rw', minimum: -24, maximum: -3, unit: 'dB', default: -18 });
  expect(fields.enabled?.title).toContain('only stored');
  for (const [field, value] of Object.entries({ maxDepthDb: -30, liftAfterS: 601, maxNotches: 13, mode: 'loud' })) {
    const { status, body } = await desk.patch(hrp, { [field]: value });
    expect([status, body.errors[0].field]).toEqual([422, field]);
  }
  const { status, body } = await desk.patch(hrp, { fixed: [{ ...fixed, q: 0 }] });
  expect([status, body.errors[0].field]).toEqual([422, 'fixed/0/q']);
  expect((await desk.get(hrp)).body.fixed).toEqual([]);
});

test('a linked pair shares its protection', async () => {
  await desk.patch(hrp, { enabled: true, fixed: [fixed] });
  await desk.patch('/channel/input/1', { stereoLink: true });
  expect((await desk.get('/channel/input/2/hrp')).body).toMatchObject({ enabled: true, fixed: [fixed] });
  await desk.patch('/channel/input/2/hrp', { liftAfterS: 0 });
  expect((await desk.get(hrp)).body.liftAfterS).toBe(0);
});

test('the report is what the mixer reports, empty where it says nothing', async () => {
  expect((await desk.get(report)).body).toEqual({
    ...{ notches: [], candidates: [], howling: false, costDb: 0, headroomDb: 0, at: '' },
  });
  const watched = await desk.watch(report);
  await watched.next();
  const candidates = [{ frequencyHz: 800, score: 0.5 }];
  mixerReports({ notches: [live], candidates, headroomDb: 3, at: live.since });
  await vi.waitFor(async () => {
    expect((await desk.get(report)).body).toEqual({
      notches: [live],
      candidates,
      howling: false,
      costDb: expect.any(Number),
      headroomDb: 3,
      at: live.since,
    });
  });
  expect((await watched.next()).row.notches).toEqual([live]);
  watched.close();
});

test('fix turns live notches into fixed ones in one commit, which one undo takes back, and lifts the live ones', async () => {
  const lifted: unknown[] = [];
  desk.audio.answers.set('mixer resetHowl', (args) => {
    lifted.push(args);
    return {};
  });
  await desk.patch(hrp, { enabled: true, fixed: [fixed] });
  mixerReports({
    notches: [{ ...live, slot: 0, fixed: true, ...fixed }, live, { ...live, slot: 2, frequencyHz: 2510, gainDb: -12 }],
  });
  const { report: fixing } = await run('fix');
  const merged = { frequencyHz: 2500, q: 30, gainDb: -12 };
  expect(fixing).toEqual({ outcome: 'applied', added: 1, fixed: [fixed, merged] });
  expect((await desk.get(hrp)).body.fixed).toEqual([fixed, merged]);
  expect(lifted).toEqual([{ path: '/channel/input/1' }]);
  await desk.patch('/history/cursor/undo', { running: true });
  await vi.waitFor(async () => expect((await desk.get(hrp)).body.fixed).toEqual([fixed]));
});

test('fix refuses more notches than there is room for', async () => {
  const many = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => ({ ...fixed, frequencyHz: from * 1.3 ** i }));
  await desk.patch(hrp, { enabled: true, fixed: many(12, 60) });
  mixerReports({ notches: [{ ...live, slot: 12, frequencyHz: 9000 }] });
  const row = await run('fix');
  expect(row.refusal ?? row).toMatchObject({ code: 'conflict', params: { notches: 13, most: 12 } });
  expect((await desk.get(hrp)).body.fixed).toHaveLength(12);
});

test('reset takes off the live notches, the fixed ones, or all', async () => {
  let lifted = 0;
  desk.audio.answers.set('mixer resetHowl', () => {
    lifted++;
    return {};
  });
  await desk.patch(hrp, { enabled: true, fixed: [fixed] });
  mixerReports({ notches: [live] });
  const reset = async (scope?: string) => (await run('reset', scope === undefined ? {} : { scope })).report;
  expect([await reset(), lifted]).toEqual([{ outcome: 'applied', live: 1, fixed: 0 }, 1]);
  expect((await desk.get(hrp)).body.fixed).toEqual([fixed]);
  expect([await reset('fixed'), lifted]).toEqual([{ outcome: 'applied', live: 0, fixed: 1 }, 1]);
  expect((await desk.get(hrp)).body.fixed).toEqual([]);
  expect([await reset('all'), lifted]).toEqual([{ outcome: 'applied', live: 1, fixed: 0 }, 2]);
  expect((await run('reset', { scope: 'all' }, '/channel/dca/1/hrp')).report.outcome).toBe('applied');
  expect(lifted).toBe(2);
});

test('a strip that howls is a warning where protection only detects, or has no notch left, for as long as it howls', async () => {
  const warned = async () =>
    (await desk.get('/warnings')).body.warnings.flatMap(({ id, detail }: { id: string; detail: string }) =>
      id.endsWith('howling-input-1') ? [detail] : [],
    );
  mixerReports({ howling: true, notches: [live] });
  await desk.patch(hrp, { enabled: true });
  expect(await warned()).toEqual([]);
  await desk.patch(hrp, { mode: 'detect' });
  await vi.waitFor(async () => expect((await warned())[0]).toContain('only detects'));
  await desk.patch(hrp, { mode: 'suppress', maxNotches: 1 });
  await vi.waitFor(async () => expect((await warned())[0]).toContain('all 1 notches are in use'));
  mixerReports({ howling: false });
  await vi.waitFor(async () => expect(await warned()).toEqual([]));
});

test('a strip whose notches are all in use is a warning that says what they cost, until there is one left', async () => {
  const spent = async () =>
    (await desk.get('/warnings')).body.warnings.filter(({ id }: { id: string }) =>
      id.endsWith('notches-spent-input-1'),
    );
  const notches = Array.from({ length: 12 }, (_, slot) => ({ ...live, slot, frequencyHz: 200 * (slot + 1), q: 10 }));
  await desk.patch(hrp, { enabled: true });
  mixerReports({ notches: notches.slice(1) });
  await vi.waitFor(async () => expect((await desk.get(report)).body.notches).toHaveLength(11));
  expect(await spent()).toEqual([]);
  mixerReports({ notches });
  await vi.waitFor(async () => expect(await spent()).toHaveLength(1));
  const { costDb } = (await desk.get(report)).body;
  expect(costDb).toBeLessThan(-0.3);
  expect((await spent())[0].detail).toContain(`take ${-costDb} dB`);
  mixerReports({ notches: notches.slice(1) });
  await vi.waitFor(async () => expect(await spent()).toEqual([]));
  // Fixed notches alone are what the operator has chosen.
  mixerReports({ notches: notches.map((each) => ({ ...each, fixed: true })) });
  await vi.waitFor(async () => expect((await desk.get(report)).body.notches[0].fixed).toBe(true));
  expect(await spent()).toEqual([]);
});
