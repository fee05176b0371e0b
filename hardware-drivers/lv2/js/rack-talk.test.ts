import { expect, test } from 'vitest';
import { RackTalk } from './rack-talk.ts';
import { FakeTimers } from './timers-double.ts';

test('20 lines in 10 s reach the log, and the others are counted', () => {
  const timers = new FakeTimers();
  const log: string[] = [];
  const talk = new RackTalk(timers, (line) => log.push(line));
  for (let n = 0; n < 1000; n++) talk.take(`line ${n}`);
  expect(log).toHaveLength(20);
  timers.advance(10_000);
  talk.take('x'.repeat(10_000));
  expect(log.slice(20)).toEqual(['and 980 lines more', 'x'.repeat(500)]);
  talk.end();
  expect(log).toHaveLength(22);
});
