import { beforeEach, expect, test } from 'vitest';
import { appear, convergingDesk } from './reconciler-fixture.ts';

type Converging = Awaited<ReturnType<typeof convergingDesk>>;
let time: Converging['time'];
let warnings: Converging['warnings'];
let desk: Converging['desk'];
let mixer: Converging['mixer'];
let box: Converging['box'];
let convergence: Converging['convergence'];
let write: Converging['write'];
let beats: Converging['beats'];
beforeEach(async () => {
  ({ time, warnings, desk, mixer, box, convergence, write, beats } = await convergingDesk());
});

test('what drifts is written again at the heartbeat, counted once it changed something, and listed', async () => {
  await appear(mixer);
  mixer.has.set('/a/strip/2 levelDb', -30);
  await beats();
  expect(mixer.has.get('/a/strip/2 levelDb')).toBe(0);
  await beats();
  expect(convergence.corrections).toBe(1);
  expect(convergence.entries()).toEqual([
    {
      at: expect.stringMatching(/^2026-01-01T00:00:0\d\.000Z$/),
      path: '/a/strip/2',
      field: 'levelDb',
      wanted: 0,
      observed: -30,
      target: 'mixer',
      outcome: 'corrected',
    },
  ]);
  mixer.has.set('/a/strip/1 delayMs', 9);
  await beats(2);
  expect(convergence.entries().map(({ field }) => field)).toEqual(['delayMs', 'levelDb']);
});

test.each([
  ['levelDb', -3.4, Math.fround(-3.4), 0],
  ['levelDb', -3.4, -3.4049, 0],
  ['levelDb', -3.4, -3.406, 1],
  ['delayMs', 33.33, Math.fround(33.33), 0],
  ['delayMs', 33.33, 33.331, 1],
])('%s desired %d and observed %d makes %d corrections', async (field, desired, observed, corrections) => {
  await appear(mixer);
  await write('/a/strip/1', field, desired);
  mixer.has.set(`/a/strip/1 ${field}`, observed);
  await beats(2);
  expect(convergence.corrections).toBe(corrections);
});

test('what was written again is listed although the next value came before it was read back', async () => {
  await appear(mixer);
  mixer.has.set('/a/strip/2 levelDb', -30);
  mixer.settlesAtOnce = false;
  await beats();
  const written = write('/a/strip/2', 'levelDb', -3);
  mixer.settle();
  await written;
  await beats(2);
  expect(mixer.has.get('/a/strip/2 levelDb')).toBe(-3);
  expect(convergence.entries()).toMatchObject([
    { path: '/a/strip/2', field: 'levelDb', wanted: 0, observed: -30, outcome: 'unverified' },
  ]);
});

test('a target in steady agreement is written nothing', async () => {
  await appear(mixer, box);
  await write('/a/strip/1', 'levelDb', -3.4);
  const blocks = mixer.blocks.length;
  await beats(10);
  expect(mixer.blocks).toHaveLength(blocks);
  expect(convergence.corrections).toBe(0);
});

test('a target in steady agreement reports everything once, and then only changed values', async () => {
  await appear(mixer, box);
  await beats();
  const before = mixer.answered;
  await beats(5);
  expect(mixer.answered).toBe(before);
  mixer.has.set('/a/strip/1 levelDb', -5);
  await beats();
  expect(mixer.answered).toBe(before + 1);
});

test('after an answer that was lost everything is asked for again', async () => {
  await appear(mixer);
  await beats();
  mixer.has.set('/a/strip/1 levelDb', -30);
  // this answer has the value, and never arrives
  await mixer.observe('delta');
  mixer.reading = 'error';
  await beats();
  mixer.reading = 'well';
  await beats();
  expect(mixer.has.get('/a/strip/1 levelDb')).toBe(0);
});

test('a target that drifts again after it was corrected is corrected each time', async () => {
  await appear(mixer);
  for (let time = 1; time <= 5; time++) {
    mixer.has.set('/a/strip/1 levelDb', -30);
    await beats(2);
    expect(convergence.corrections).toBe(time);
  }
  expect(warnings.list()).toEqual([]);
});

test('a value that changes back to the value of the target is settled though the target has nothing to report', async () => {
  await appear(mixer);
  mixer.settlesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -9);
  await write('/a/strip/1', 'levelDb', 0);
  mixer.revision = 2;
  await beats();
  expect(convergence.barrier).toBe(2);
});

test('what begins anew gets everything, and that is no correction', async () => {
  await write('/a/strip/1', 'levelDb', -6);
  await appear(mixer);
  mixer.vanish('it crashed');
  for (const key of mixer.has.keys()) mixer.has.set(key, 0);
  mixer.revision = 0;
  await appear(mixer);
  expect(mixer.has.get('/a/strip/1 levelDb')).toBe(-6);
  expect([convergence.corrections, convergence.entries()]).toEqual([0, []]);
});

test('what comes back different is asserted, and what that changed is listed', async () => {
  await write('/a/strip/1', 'levelDb', -6);
  await appear(mixer);
  expect(convergence.corrections).toBe(0);
  mixer.vanish('its cable was pulled');
  for (const key of mixer.has.keys()) mixer.has.set(key, 0);
  await appear(mixer);
  expect(mixer.has.get('/a/strip/1 levelDb')).toBe(-6);
  expect(convergence.entries()).toMatchObject([{ path: '/a/strip/1', wanted: -6, observed: 0, outcome: 'corrected' }]);
});

test('a refused value stays desired, is a warning with the reason, and is tried again after 1, 2, 4 ... 60 s', async () => {
  await appear(box);
  box.refuses = ({ field }) => (field === 'phantom' ? 'no phantom on this input' : undefined);
  await write('/a/socket/1', 'phantom', true);
  expect(desk.read('/a/socket/1').phantom).toBe(true);
  expect(convergence.barrier).toBe(1);
  expect(warnings.list()).toMatchObject([
    { id: 'refused-box', path: '/a/socket/1', detail: '/a/socket/1 phantom: no phantom on this input.' },
  ]);
  const tries: number[] = [];
  let blocks = box.blocks.length;
  for (let second = 1; second <= 190; second++) {
    await beats();
    if (box.blocks.length > blocks) tries.push(second);
    blocks = box.blocks.length;
  }
  expect(tries).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
  box.refuses = () => undefined;
  await beats(60);
  expect(box.has.get('/a/socket/1 phantom')).toBe(true);
  expect(warnings.list()).toEqual([]);
  expect(convergence.entries()).toMatchObject([{ field: 'phantom', observed: false, outcome: 'corrected' }]);
});

test('a value that a target lost, and came to have again between two tries, is listed', async () => {
  await appear(mixer);
  const lost = { path: '/a/strip/1', field: 'levelDb', value: -30 };
  mixer.report({ ...lost, state: 'refused', reason: 'the node is not there' });
  expect(convergence.entries()).toEqual([]);
  mixer.report({ ...lost, value: 0, state: 'applied' });
  expect(convergence.corrections).toBe(1);
  expect(convergence.entries()).toMatchObject([{ field: 'levelDb', wanted: 0, observed: -30, outcome: 'corrected' }]);
});

test('the reason of a refusal stays in the row until the target reports the desired value', async () => {
  box.isBlind = (_, field) => field === 'phantom';
  await appear(box);
  const shown = (field: string) => desk.observed.read('/a/socket/1', field);
  box.refuses = ({ value }) => (value === 55 || value === true ? 'too much' : undefined);
  await write('/a/socket/1', 'gainDb', 55);
  await write('/a/socket/1', 'phantom', true);
  box.has.set('/a/socket/1 gainDb', 3);
  await beats(2);
  expect(shown('gainDb')).toMatchObject({ value: 3, state: 'refused', reason: 'too much' });
  expect(shown('phantom')).toMatchObject({ value: false, state: 'refused', reason: 'too much' });
  expect(warnings.list()[0]?.detail).toBe('/a/socket/1 gainDb: too much; /a/socket/1 phantom: too much.');
  expect(warnings.list()[0]?.titleCode.params).toMatchObject({
    refused: ['gainDb', 'phantom'].map((field) => ({ path: '/a/socket/1', field, reason: 'too much' })),
  });
  box.refuses = () => undefined;
  await beats(4);
  expect(shown('gainDb')).toMatchObject({ value: 55, state: 'applied' });
  expect(shown('phantom')).toMatchObject({ value: true, state: 'unverified' });
  expect(shown('gainDb')?.reason ?? shown('phantom')?.reason).toBeUndefined();
  expect(warnings.list()).toEqual([]);
});

test('a refused value is tried at once when it changes and when the target comes back', async () => {
  await appear(box);
  box.refuses = ({ value }) => (value === 55 ? 'too much' : undefined);
  await write('/a/socket/1', 'gainDb', 55);
  await write('/a/socket/1', 'gainDb', 50);
  expect(box.has.get('/a/socket/1 gainDb')).toBe(50);
  expect(warnings.list()).toEqual([]);
  await write('/a/socket/1', 'gainDb', 55);
  box.vanish();
  expect(warnings.list()).toEqual([]);
  box.refuses = () => undefined;
  await appear(box);
  expect(box.has.get('/a/socket/1 gainDb')).toBe(55);
  time.advance(600);
  expect(time.timers).toBe(1);
});

test('a target that takes a value and keeps its own is not written to for ever', async () => {
  await appear(box);
  box.makes = ({ field, value }) => (field === 'gainDb' ? 12 : value);
  await write('/a/socket/1', 'gainDb', 20);
  const blocks = box.blocks.length;
  await beats(4);
  expect(box.blocks.length - blocks).toBe(3);
  expect(warnings.list()[0]?.detail).toContain('still reports 12');
  expect(convergence.barrier).toBe(1);
  expect(convergence.corrections).toBe(0);
  expect(convergence.entries()).toMatchObject([{ field: 'gainDb', outcome: 'refused' }]);
});

test('what can not be read back is settled once it is applied, and not written again', async () => {
  box.isBlind = (_, field) => field === 'phantom';
  await appear(box);
  await write('/a/socket/1', 'phantom', true);
  expect(convergence.barrier).toBe(1);
  const blocks = box.blocks.length;
  box.has.set('/a/socket/1 phantom', false);
  await beats(3);
  expect(box.blocks).toHaveLength(blocks);
});

test('a field that the target never reports does not hold the barrier for ever', async () => {
  mixer.isSilent = (path, field) => path === '/a/strip/1' && field === 'levelDb';
  await appear(mixer);
  mixer.settlesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -9);
  mixer.revision = 1;
  expect(convergence.barrier).toBe(0);
  await beats();
  expect(convergence.barrier).toBe(1);
});

test('a write that was lost is written again', async () => {
  await appear(mixer);
  mixer.settlesAtOnce = false;
  await write('/a/strip/1', 'levelDb', -9);
  mixer.vanish = () => {};
  const blocks = mixer.blocks.length;
  await beats(2);
  expect(mixer.blocks).toHaveLength(blocks);
  await beats();
  expect(mixer.blocks.at(-1)?.values).toEqual([{ path: '/a/strip/1', field: 'levelDb', value: -9 }]);
});

test.each(['never', 'error'] as const)(
  'a target that can not be read (%s) is reported and lets the barrier go on',
  async (reading) => {
    await appear(mixer);
    mixer.settlesAtOnce = false;
    mixer.reading = reading;
    await write('/a/strip/1', 'levelDb', -9);
    expect(convergence.barrier).toBe(0);
    await beats(4);
    expect(warnings.list()).toMatchObject([{ id: 'unreadable-mixer', path: '' }]);
    expect(convergence.barrier).toBe(1);
    mixer.reading = 'well';
    await beats(3);
    expect(warnings.list()).toEqual([]);
  },
);
