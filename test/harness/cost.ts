// What `npm test` runs is cheap: a file that takes more processor time than this is named `x.slow.test.ts`.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

const mostSeconds = 10;
let before = 0;

/** Of this process and of those that it has started and that have ended. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  const [childrenUser, childrenSystem] =
    readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ').slice(13) ?? [];
  const ticksPerSecond = 100;
  return (user + system) / 1e6 + (Number(childrenUser) + Number(childrenSystem)) / ticksPerSecond;
}

beforeAll(() => {
  before = processorSeconds();
});
afterAll(() => {
  if (/\.slow\.test\.[a-z]+$/.test(expect.getState().testPath ?? '')) return;
  const seconds = Math.round(10 * (processorSeconds() - before)) / 10;
  expect(seconds, 'processor time of this file in s; cut it, or name the file x.slow.test.ts').toBeLessThan(
    mostSeconds,
  );
});
