import { defineProvider, Refusal, Validators } from 'rowdesk/provider';
import { MemoryStore, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { input, Show } from './scenes-fixture.ts';

let desk: TestHost;
let recall: Show['recall'];
let level: Show['level'];
let stored: Show['stored'];
let before: number;

const strips = Array.from({ length: 32 }, (_, n) => input(n + 1));
const buses = [...Array.from({ length: 12 }, (_, n) => `mix/${n + 1}`), ...[1, 2, 3, 4].map((n) => `fxSend/${n}`)];
const sends = strips.flatMap((path) => buses.map((bus) => `${path}/sends/${bus}`));
const write = (levelDb: number, paths: readonly string[]) =>
  desk.host.desk.commit({
    actor: 'x',
    label: '',
    changes: paths.map((path) => ({ path, field: 'levelDb', value: levelDb })),
  });

/** Runs once between the plan of a recall and its commit. */
function between(run: () => void) {
  const { desk: core } = desk.host;
  const rehearse = core.rehearseInSteps.bind(core);
  return vi.spyOn(core, 'rehearseInSteps').mockImplementation(function* (...request) {
    const rehearsal = yield* rehearse(...request);
    setImmediate(run);
    run = () => {};
    return rehearsal;
  });
}

beforeEach(async () => {
  ({ desk, recall, level, stored } = await Show.open(new MemoryStore(), undefined, [], 'all'));
  await write(-20, [...strips, ...sends]);
  await stored('One');
  const others = Object.entries({ name: 'New', muted: true, pan: 30, trimDb: 2 });
  const changes = strips.flatMap((path) => others.map(([field, value]) => ({ path, field, value })));
  const taps = sends.map((path) => ({ path, field: 'tapPoint', value: 'Pre-Fader' }));
  await desk.host.desk.commit({ actor: 'x', label: '', changes: [...changes, ...taps] });
  await write(-30, [...strips, ...sends]);
  before = desk.host.desk.revision;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await desk.close();
});

test('a large recall is planned once and committed in a later turn', async () => {
  let revision: number | undefined;
  const rehearse = between(() => {
    revision = desk.host.desk.revision;
  });
  const { report } = await recall('one');
  expect(revision).toBe(before);
  expect(report).toMatchObject({ outcome: 'applied', blocked: [], revision: before + 1 });
  expect(report.changed).toBeGreaterThan(1000);
  expect(rehearse).toHaveBeenCalledTimes(1);
  expect(await level(7)).toBe(-20);
});

test('a commit between plan and commit makes it plan again: the scene is what the desk has afterwards', async () => {
  const rehearse = between(() => void write(-40, [input(7)]));
  const { report } = await recall('one');
  expect(rehearse).toHaveBeenCalledTimes(2);
  expect(report).toMatchObject({ outcome: 'applied', blocked: [], revision: before + 2 });
  expect(await level(7)).toBe(-20);
  expect(desk.host.desk.history.entries.at(-1)?.changes).toContainEqual({
    ...{ path: input(7), field: 'levelDb', from: -40, to: -20 },
  });
});

test('a plan that is refused a turn later is made again', async () => {
  between(() => {
    vi.spyOn(desk.host.desk, 'commit').mockRejectedValueOnce(new Refusal('unknown-row', 'A device has gone.'));
  });
  const { report, refusal } = await recall('one');
  expect([refusal, report.outcome, report.revision]).toEqual([null, 'applied', before + 1]);
});

test('a scene that is changed between plan and commit is recalled as it is then', async () => {
  between(() => void desk.host.rows.open('/scenes/one').patch({ areas: ['name'] }, { actor: 'x' }));
  const { report } = await recall('one');
  expect([report.outcome, report.changed, await level(7)]).toEqual(['applied', strips.length, -30]);
});

test('a recall of one turn is checked once, with the position that it sets', async () => {
  const validated: (readonly string[])[] = [];
  const counting = defineProvider({
    name: 'counting',
    needs: { validators: Validators },
    rows: () => [],
    start: ({ validators }) => validators.use((_after, _before, paths) => void validated.push(paths)),
  });
  const show = await Show.open(new MemoryStore(), undefined, [counting], 'all');
  await show.stored('One');
  await show.desk.patch(input(7), { levelDb: -40 });
  validated.length = 0;
  expect((await show.recall('one')).report).toMatchObject({ outcome: 'applied', changed: 1 });
  expect(validated).toEqual([[input(7), '/scene/position']]);
  expect((await show.body('/scene/position')).recalledAtMs).toBeGreaterThan(0);
  await show.desk.close();
});
