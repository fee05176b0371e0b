// The processor time of each test file, its ended children included: a figure, never a verdict. A quick file that takes long is
// named in a line, since such a one is better called `x.slow.test.ts`.
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

const longSeconds = 2;
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
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  const seconds = Math.round(10 * (processorSeconds() - before)) / 10;
  // A JSON line for each file, for the table at the end of `.ci/run`.
  const costs = process.env.ROWDESK_TEST_COSTS;
  if (costs) appendFileSync(costs, `${JSON.stringify({ file, seconds })}\n`);
  if (seconds < longSeconds || /\.(slow|night)\.test\.[a-z]+$/.test(file)) return;
  console.warn(`${file} took ${seconds} s of processor time: a file of more than ${longSeconds} s is a slow test.`);
});
