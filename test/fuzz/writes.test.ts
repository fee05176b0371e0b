// Every row that can be written, with bodies that its OPTIONS allow and with such that they forbid.
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Door, type Reply } from './door.ts';
import { forbiddenCodes } from './forbidden.ts';
import { cases, RowFuzz, seed, told } from './row-fuzz.ts';

const isForbidden = ({ code }: Reply) => (forbiddenCodes as readonly string[]).includes(code);

const prototype = Object.getOwnPropertyNames(Object.prototype).sort();
const door = await Door.open();
afterAll(async () => {
  console.log(`${door.asked} requests, the slowest ${Math.round(door.slowest.ms)} ms: ${door.slowest.what}`);
  await door.desk.close();
});

const { registry } = door.desk.host.assembly;
const rows = registry.rows.map((row) => new RowFuzz(door, row)).filter(({ paths }) => paths.length > 0);
const writable = rows.filter((row) => row.isWritable).map((row) => [row.row.template, row] as const);

test.for(writable)(
  'a body that the OPTIONS of %s allow is taken',
  { timeout: 600_000 },
  async ([, row]: (typeof writable)[number]) => {
    const outcomes: Record<string, number> = {};
    await row.keep();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...row.paths), fc.gen(), async (asked, gen) => {
        const now = await row.now(asked);
        if (now === undefined) return;
        const { path } = now;
        const body = gen(() => now.bodies);
        const reply = await door.patch(path, body);
        const outcome = `${reply.status} ${reply.code}`;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        if (reply.status !== 200 && !isForbidden(reply)) {
          throw new Error(`PATCH ${path} ${JSON.stringify(body)}: ${told(reply)}`);
        }
        await row.release(now);
      }),
      { numRuns: cases, seed, endOnFailure: true },
    );
    await row.restore();
    const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    expect((outcomes['200 '] ?? 0) / all, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.9);
  },
);

test.for(writable)(
  'whatever the OPTIONS of %s forbid is refused, with the field named, and changes nothing',
  { timeout: 600_000 },
  async ([, row]: (typeof writable)[number]) => {
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
      { numRuns: cases, seed, endOnFailure: true },
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
