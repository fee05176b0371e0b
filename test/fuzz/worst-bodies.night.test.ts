// No request keeps the loop from others for 50 ms: the dearest legal body of every row, and what reads the desk after it.
import { afterAll, beforeAll, test } from 'vitest';
import { isRefusal } from '../../core/base/refusals.ts';
import { FakeTime } from '../../core/testing.ts';
import { judgeAtNight } from '../harness/judged-figure.ts';
import { momentary } from '../harness/whole-desk.ts';
import { Holds } from './holds.ts';
import { arrived, limits, RawClient } from './raw-client.ts';
import { writableRows } from './row-fuzz.ts';
import { worstBodies } from './worst-bodies.ts';

/**
 * What the loop may be kept, in processor time of its thread: 50 ms are promised, and the rest is for code that is not
 * compiled yet, and for a machine whose other work makes each instruction slower.
 */
const mostMs = 50 * 3;
/** What takes longer than this is asked again: the least of three says what the work costs. */
const suspectMs = 25;
/** Turns of the loop that are looked at after an answer: some work goes on in slices. */
const turnsAfter = 20;

/** The desk's timers wait for the test, but its clock runs: what is cut into slices by time is cut. */
class RunningTime extends FakeTime {
  override monotonicMs(): number {
    return super.monotonicMs() + performance.now();
  }
}

const client = await RawClient.open(new RunningTime());
const { rows, assembly } = client.desk.host;
const all = assembly.registry.rows.map((row) => ({ row, paths: assembly.registry.list(row).map(({ path }) => path) }));
const addresses = all.flatMap(({ paths }) => paths);
const examples = all.flatMap(({ row }) => client.desk.examples(row).slice(0, 1));
const groupOf = (path: string) => path.split('/')[1];

/** Somebody reads the stream whose demand becomes as large as it may be. */
let stopReading: () => void;
beforeAll(() => {
  stopReading = rows.open(momentary[0] as string).watch({ publish: () => {} }, { actor: '', address: '' });
});
afterAll(async () => {
  stopReading();
  await client.close();
});

interface Held {
  /** The longest that the loop was kept. */
  readonly ms: number;
  readonly status: number;
}

async function held(ask: () => unknown): Promise<Held> {
  let status = 200;
  const holds = new Holds();
  const answered = async () => {
    try {
      JSON.stringify(await ask());
    } catch (error) {
      if (!isRefusal(error) || error.status >= 500) throw error;
      status = error.status;
      JSON.stringify(error.toProblem(''));
    }
  };
  await holds.during(answered, turnsAfter, () => void client.time.advance(1));
  return { ms: holds.longestMs, status };
}

/** Takes again what took long; an answer of another kind says nothing of the first. */
async function leastHeld(ask: () => unknown): Promise<Held> {
  const first = await held(ask);
  let { ms } = first;
  for (let tries = 0; tries < 2 && ms > suspectMs; tries++) {
    const again = await held(ask);
    if (again.status === first.status) ms = Math.min(ms, again.ms);
  }
  return { ms, status: first.status };
}

let dearest = { ms: 0, what: '' };
async function expectShort(what: string, ask: () => unknown): Promise<number> {
  const { ms, status } = await leastHeld(ask);
  if (ms > dearest.ms) dearest = { ms, what };
  judgeAtNight(ms, mostMs, what);
  return status;
}

async function readAll(after: string, isAsked: (path: string) => boolean): Promise<void> {
  for (const path of examples.filter(isAsked))
    await expectShort(`GET ${path} after ${after}`, () => rows.open(path).read());
}

test.for(writableRows(client))('the worst bodies for %s keep nobody waiting', { timeout: 300_000 }, async ([, row]) => {
  const path = row.paths.find((each) => rows.open(each).methods.includes('PATCH')) as string;
  const now = await row.now(path);
  if (now === undefined) return;
  await row.keep();
  const mostBytes = row.row.largeBody === true ? limits.largeBodyBytes : limits.bodyBytes;
  for (const [what, body] of worstBodies(now.writable, addresses, mostBytes)) {
    const asked = `PATCH ${now.path} ${what}`;
    const bytes = Buffer.from(body);
    const patch = async () => rows.open(now.path).patch(await arrived(bytes), { actor: 'fuzz' });
    if ((await expectShort(asked, patch)) !== 200) continue;
    await readAll(asked, (each) => groupOf(each) === groupOf(now.path));
    await row.release(now);
  }
  await row.restore();
});

test('every row is read, described and watched without keeping anybody waiting', async () => {
  for (const path of examples) {
    await expectShort(`GET ${path}`, () => rows.open(path).read());
    await expectShort(`OPTIONS ${path}`, () => rows.options(path));
    await expectShort(`watch ${path}`, () =>
      rows.open(path).watch({ publish: () => {} }, { actor: '', address: '' })(),
    );
  }
  console.log(`The loop was kept for ${Math.round(dearest.ms)} ms at most: ${dearest.what}`);
});
