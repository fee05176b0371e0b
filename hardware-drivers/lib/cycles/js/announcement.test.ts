import { expect, test } from 'vitest';
import { Announcement } from './announcement.ts';

const moment = () => new Promise((resolve) => setImmediate(resolve));

test('all that is asked in a moment is announced once, and what is asked later again', async () => {
  let count = 0;
  const announcement = new Announcement(() => count++);
  announcement.ask();
  announcement.ask();
  expect(count).toBe(0);
  await moment();
  expect(count).toBe(1);
  announcement.ask();
  await moment();
  expect(count).toBe(2);
});

test('nothing is announced after the end', async () => {
  let count = 0;
  const announcement = new Announcement(() => count++);
  announcement.ask();
  announcement.end();
  await moment();
  expect(count).toBe(0);
});
