// One body may not keep the desk from everybody else, however full it is.
import { afterAll, expect, test } from 'vitest';
import { Value } from '../../core/base/typebox.ts';
import { HttpLimits } from '../../core/http/limits.ts';
import { Door } from './door.ts';
import { fullBodies } from './full-bodies.ts';
import { told, writableRows } from './row-fuzz.ts';

/** In processor time of the process, the least of three: 50 ms, and room for a machine that has other work. */
const mostMs = 50 * 3;
const suspectMs = 25;
const { bodyBytes, largeBodyBytes } = Value.Default(HttpLimits, {}) as HttpLimits;
const door = await Door.open();
afterAll(() => door.close());

test.for(writableRows(door))(
  'the fullest bodies for %s are refused in no time',
  { timeout: 120_000 },
  async ([, row]) => {
    const path = row.paths.find((path) => door.desk.host.rows.methods(path).includes('PATCH')) as string;
    const now = await row.now(path);
    if (now === undefined) return;
    const mostBytes = row.row.largeBody === true ? largeBodyBytes : bodyBytes;
    for (const [field, words] of Object.entries(now.writable)) {
      for (const [what, body] of fullBodies(field, words, mostBytes)) {
        let leastMs = Number.POSITIVE_INFINITY;
        for (let tries = 0; tries < 3 && leastMs > suspectMs; tries++) {
          const before = process.cpuUsage();
          const reply = await door.ask('PATCH', now.path, body);
          const { user, system } = process.cpuUsage(before);
          expect([400, 422], `${what}: ${told(reply).slice(0, 300)}`).toContain(reply.status);
          leastMs = Math.min(leastMs, (user + system) / 1000);
        }
        expect(leastMs, what).toBeLessThan(mostMs);
      }
    }
  },
);
