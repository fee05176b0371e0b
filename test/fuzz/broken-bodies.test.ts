// Every row that can be written, with bodies that its OPTIONS forbid: each keyword broken in turn.
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Door } from './door.ts';
import { bodies, seed, told, writableRows } from './row-fuzz.ts';

const prototype = Object.getOwnPropertyNames(Object.prototype).sort();
const door = await Door.open();
afterAll(() => door.close());

test.for(writableRows(door))(
  'whatever the OPTIONS of %s forbid is refused, with the field named, and changes nothing',
  { timeout: 600_000 },
  async ([, row]) => {
    await row.keep();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...row.paths), fc.gen(), async (asked, gen) => {
        // Whether nothing has changed is looked at now and then: some rows are large.
        const isLookedAt = run % 5 === 0;
        const now = await row.now(asked, isLookedAt);
        if (now === undefined) return;
        const { path } = now;
        // In turn, so that each way is tried as often as any other.
        const spoilers = now.spoil();
        const spoiler = spoilers[run++ % spoilers.length] as (typeof spoilers)[number];
        const body = withField(
          gen(() => now.bodies),
          spoiler.field,
          gen(() => spoiler.value),
        );
        const reply = await door.ask('PATCH', path, body);
        const isNamed = reply.errors.some(
          ({ field }) => field === spoiler.field || field.startsWith(`${spoiler.field}/`),
        );
        if (reply.status !== 422 || !isNamed) {
          throw new Error(`PATCH ${path} (${spoiler.what}) ${body.slice(0, 500)}: ${told(reply)}`);
        }
        if (!isLookedAt) return;
        const after = (await door.ask('GET', path)).body;
        for (const name of Object.keys(now.writable)) expect(after[name], `${path} ${name}`).toEqual(now.row[name]);
      }),
      { numRuns: bodies, seed, endOnFailure: true },
    );
    await row.restore();
  },
);

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
