// Every row that can be written, with bodies that its OPTIONS allow.
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { judgeAtNight } from '../harness/judged-figure.ts';
import { forbiddenCodes } from './forbidden.ts';
import { RawClient, type Reply } from './raw-client.ts';
import { bodies, told, writableRows } from './row-fuzz.ts';

const isForbidden = ({ code }: Reply) => (forbiddenCodes as readonly string[]).includes(code);

const client = await RawClient.open();
afterAll(() => client.close());

test.for(writableRows(client))(
  'a body that the OPTIONS of %s allow is taken',
  { timeout: 600_000 },
  async ([, row]) => {
    const outcomes: Record<string, number> = {};
    await row.keep();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...row.paths), fc.gen(), async (asked, gen) => {
        const now = await row.now(asked);
        fc.pre(now !== undefined);
        const { path } = now;
        const body = gen(() => now.bodies);
        const reply = await client.patch(path, body);
        const outcome = `${reply.status} ${reply.code}`;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        if (reply.status !== 200 && !isForbidden(reply)) {
          throw new Error(`PATCH ${path} ${JSON.stringify(body)}: ${told(reply)}`);
        }
        await row.release(now);
      }),
      { numRuns: bodies, endOnFailure: true },
    );
    await row.restore();
    const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    expect(all).toBe(bodies);
    expect((outcomes['200 '] ?? 0) / all, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.9);
  },
);

test('an answer takes less than a second, where the machine is quiet', () => {
  judgeAtNight(client.dearest.processorMs, 1000, client.dearest.what);
});
