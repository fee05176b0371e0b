import { afterEach, beforeEach, expect, test } from 'vitest';
import { appear, convergingDesk } from './reconciler-fixture.ts';

let desk: Awaited<ReturnType<typeof convergingDesk>>;
beforeEach(async () => {
  desk = await convergingDesk();
});
afterEach(() => desk.convergence.stop());

test('how old the newest answer of a target can be: asked then, not answered then, and not by one that is silent', async () => {
  const { box, convergence, beats } = desk;
  expect(convergence.askedMs('box')).toBeUndefined();
  await appear(box);
  expect(convergence.askedMs('box')).toBe(0);
  await beats(2);
  expect(convergence.askedMs('box')).toBe(2000);
  box.reading = 'error';
  await beats(5);
  expect(convergence.askedMs('box')).toBe(2000);
  box.reading = 'well';
  await beats();
  expect(convergence.askedMs('box')).toBe(8000);
  box.vanish();
  expect(convergence.askedMs('box')).toBeUndefined();
  expect(convergence.askedMs('nobody')).toBeUndefined();
});

test('a value that a target did not take is written as soon as it answers again after a silence', async () => {
  const { box, write, beats, time } = desk;
  await appear(box);
  let isAway = true;
  box.makes = ({ value }) => (isAway ? 0 : value);
  await write('/a/socket/1', 'gainDb', 6);
  // Refused by now, and tried each minute.
  await beats(85);
  const { length } = box.blocks;
  await beats(10);
  expect(box.blocks.length).toBe(length);
  box.reading = 'error';
  isAway = false;
  await beats();
  box.reading = 'well';
  await beats();
  time.advance(1);
  expect([box.blocks.length, box.has.get('/a/socket/1 gainDb')]).toEqual([length + 1, 6]);
});
