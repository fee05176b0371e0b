// One body may not keep the desk from everybody else, however full it is.
import { afterAll, expect, test } from 'vitest';
import { judgeAtNight } from '../harness/judged-figure.ts';
import { fullBodies } from './full-bodies.ts';
import { Holds } from './holds.ts';
import { limits, RawClient } from './raw-client.ts';
import { told, writableRows } from './row-fuzz.ts';

/** What a turn of the loop may take, the least of three: 50 ms, and room for a machine whose other work makes it slower. */
const mostMs = 50 * 3;
const suspectMs = 25;
const { bodyBytes, largeBodyBytes } = limits;
let longest = { ms: 0, what: '' };
const client = await RawClient.open();
afterAll(async () => {
  console.log(`The loop was kept for ${Math.round(longest.ms)} ms at most: ${longest.what}`);
  await client.close();
});

test.for(writableRows(client))(
  'the fullest bodies for %s are refused in no time',
  { timeout: 120_000 },
  async ([, row]) => {
    const path = row.paths.find((path) => client.desk.host.rows.open(path).methods.includes('PATCH')) as string;
    const now = await row.now(path);
    if (now === undefined) return;
    const mostBytes = row.row.largeBody === true ? largeBodyBytes : bodyBytes;
    for (const [field, words] of Object.entries(now.writable)) {
      for (const [what, body] of fullBodies(field, words, mostBytes)) {
        let leastMs = Number.POSITIVE_INFINITY;
        for (let tries = 0; tries < 3 && leastMs > suspectMs; tries++) {
          const holds = new Holds();
          const reply = await holds.during(() => client.ask('PATCH', now.path, body));
          expect([400, 422], `${what}: ${told(reply).slice(0, 300)}`).toContain(reply.status);
          leastMs = Math.min(leastMs, holds.longestMs);
        }
        if (leastMs > longest.ms) longest = { ms: leastMs, what: `${now.path} ${what}` };
        judgeAtNight(leastMs, mostMs, what);
      }
    }
  },
);
