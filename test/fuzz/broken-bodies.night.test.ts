// Every row that can be written, with bodies that its OPTIONS forbid: each keyword broken in turn.
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isFull } from '../harness/depth.ts';
import { judgeAtNight } from '../harness/judged-figure.ts';
import { RawClient } from './raw-client.ts';
import { bodies, told, writableRows } from './row-fuzz.ts';
import { Turns } from './turns.ts';

const prototype = Object.getOwnPropertyNames(Object.prototype).sort();
const client = await RawClient.open();
afterAll(() => client.close());

test.for(writableRows(client))(
  'whatever the OPTIONS of %s forbid is refused, with the field named, and changes nothing',
  { timeout: 600_000 },
  async ([, row]) => {
    await row.keep();
    const turns = new Turns();
    for (const path of row.paths) turns.note(path, (await row.now(path))?.spoil() ?? []);
    // In a full run each way at least once; some show up on the way.
    const numRuns = isFull ? Math.max(bodies, 2 * turns.ways) : bodies;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.nat()), fc.gen(), async (draw, gen) => {
        // Whether nothing has changed is looked at now and then: some rows are large.
        const isLookedAt = run % 5 === 0;
        const asked = turns.address(draw);
        const now = await row.now(asked, isLookedAt);
        const spoilers = now?.spoil() ?? [];
        turns.note(asked, spoilers);
        fc.pre(now !== undefined);
        run++;
        const { path } = now;
        const spoiler = turns.take(spoilers);
        const body = withField(
          gen(() => now.bodies),
          spoiler.field,
          gen(() => spoiler.value),
        );
        const reply = await client.ask('PATCH', path, body);
        const isNamed = reply.errors.some(
          ({ field }) => field === spoiler.field || field.startsWith(`${spoiler.field}/`),
        );
        // What makes a body too long for any row is refused before it is read.
        const isTooMany =
          reply.status === 400 && /^400 bad-request The body has more than \d+ values/.test(told(reply));
        if (!isTooMany && (reply.status !== 422 || !isNamed)) {
          throw new Error(`PATCH ${path} (${spoiler.what}) ${body.slice(0, 500)}: ${told(reply)}`);
        }
        if (!isLookedAt) return;
        const after = (await client.ask('GET', path)).body;
        for (const name of Object.keys(now.writable)) expect(after[name], `${path} ${name}`).toEqual(now.row[name]);
      }),
      { numRuns, endOnFailure: true },
    );
    await row.restore();
    expect(run).toBe(numRuns);
    // Fewer bodies than ways can't try them all.
    if (isFull || numRuns >= turns.ways) expect(turns.untried).toEqual([]);
  },
);

test('an answer takes less than a second, where the machine is quiet', () => {
  judgeAtNight(client.dearest.processorMs, 1000, client.dearest.what);
});

test('nothing of it all reached into the objects of JavaScript', () => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototype);
});

/** As text: `__proto__` is a member of JSON, and never one of an object that is made here. */
function withField(body: object, field: string, value: unknown): string {
  const others = Object.entries(body).filter(([name]) => name !== field);
  const members = [...others, [field, value] as const].map(
    ([name, of]) => `${JSON.stringify(name)}:${JSON.stringify(of)}`,
  );
  return `{${members.join(',')}}`;
}
