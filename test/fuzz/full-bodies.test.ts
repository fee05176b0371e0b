// One body may not keep the desk from everybody else, however full it is.
import { afterAll, expect, test } from 'vitest';
import { HttpLimits } from '../../core/http/limits.ts';
import { Value } from '../../core/typebox.ts';
import { Door } from './door.ts';
import { fullBodies } from './full-bodies.ts';
import { told, writableRows } from './row-fuzz.ts';

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
        const before = process.cpuUsage();
        const reply = await door.ask('PATCH', now.path, body);
        const { user, system } = process.cpuUsage(before);
        expect(reply.status, `${what}: ${told(reply).slice(0, 300)}`).toBe(422);
        expect((user + system) / 1000, what).toBeLessThan(1000);
      }
    }
  },
);
