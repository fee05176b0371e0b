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
