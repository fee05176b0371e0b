// Every row and every method, with ids, paths and bytes that mean no good: always an answer, never a 5XX.
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { judgeAtNight } from '../harness/judged-figure.ts';
import { hostilePaths, rawBodies } from './hostile.ts';
import { RawClient, type Reply } from './raw-client.ts';
import { cases, RowFuzz, told } from './row-fuzz.ts';

const prototype = Object.getOwnPropertyNames(Object.prototype).sort();
const client = await RawClient.open();
afterAll(() => client.close());

const rows = client.desk.host.assembly.registry.rows.map((row) => [row.template, new RowFuzz(client, row)] as const);

/** A row, or a refusal that is the client's fault. */
function held(reply: Reply, what: string): void {
  const isFine = reply.status === 200 ? typeof reply.body === 'object' : reply.status >= 400 && reply.status < 500;
  if (!isFine) throw new Error(`${what}: ${told(reply)}`);
}

const runs = { numRuns: cases, endOnFailure: true };

for (const method of ['GET', 'OPTIONS']) {
  test.for(rows)(`${method} of %s`, { timeout: 600_000 }, async ([template, { paths }]) => {
    await fc.assert(
      fc.asyncProperty(hostilePaths(template, paths), async (path) => {
        const reply = await client.ask(method, path);
        held(reply, `${method} ${path}`);
        if (paths.includes(path)) expect([200, 424]).toContain(reply.status);
      }),
      runs,
    );
  });
}

test.for(rows)('PATCH of %s with bytes that are no body', { timeout: 600_000 }, async ([template, row]) => {
  await row.keep();
  await fc.assert(
    fc.asyncProperty(hostilePaths(template, row.paths), rawBodies, async (path, body) => {
      held(await client.ask('PATCH', path, body), `PATCH ${path} ${body.toString('latin1').slice(0, 300)}`);
    }),
    runs,
  );
  await row.restore();
});

test('an answer takes less than a second, where the machine is quiet', () => {
  judgeAtNight(client.dearest.processorMs, 1000, client.dearest.what);
});

test('nothing of it all reached into the objects of JavaScript', () => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototype);
  expect('polluted' in {}).toBe(false);
});
