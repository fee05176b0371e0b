// Each address of the tables that stands for a field, there and back: a client writes a step, and another client reads it from
// the desk. What the desk does not take by its nature is named below.
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { Book, type Entry } from '../../hardware-drivers/lib/x32/js/book.ts';
import type { Value } from '../../hardware-drivers/lib/x32/js/laws.ts';
import { models as all } from '../../hardware-drivers/lib/x32/js/table/models.ts';
import { X32Peer } from '../../providers/surface/x32/x32-fixture.ts';
import { isFull } from '../harness/depth.ts';
import { quietConfig, startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

/** Written together; they stand far apart in the table. */
const together = 48;
const tries = 40;
const pauseMs = 25;

/** Lines whose writes mean something else than a value that stays. */
const others = [
  /^\/-(action|show)\//, // they run tasks, or are shown
  /^\/-stat\/(solo|tape|urec)(\/|$)/,
  /^\/-snap\//,
  /^\/-ha\//,
  /\/source$|\/insrc$/, // a socket feeds one strip at a time in this test's desk only if it is free
  /^\/headamp\//, // a test of its own
  /^\/-stat\/talk\//, // ends without a client that watches
];

/** Steps that the desk takes, of all that the law has. */
function stepsFor({ line, law, field, address }: Entry): readonly Value[] {
  const steps = law.all;
  const some = (fits: (value: number) => boolean) => steps.filter((step) => fits(Number(step)));
  if (field === 'delayMs' && /time$/.test(line)) return some((ms) => ms <= 100);
  // A shelf is no steeper than 1, and bands begin as shelves and peaks.
  if (line.endsWith('/q')) return some((q) => q <= 1);
  if (line.endsWith('}/type') && line.includes('/eq/')) return [2];
  if (/Type$|\/type$/.test(line) && line.startsWith('/fx/')) return [0];
  if (line === '/config/osc/level') return some((db) => db > -60 && db < -20);
  if (line.includes('/mix/{') && (line.endsWith('/type') || line.endsWith('/tap'))) return [1, 2, 3, 4];
  if (/\/filter\/type$/.test(line)) return [1, 3, 6];
  if (line.endsWith('/keysrc')) return [0];
  if (line.endsWith('/02') && address.includes('/par/')) return some((ms) => ms >= 250 && ms <= 1900);
  if (line === '/config/osc/dest') return [0, 18, 20];
  if (line.endsWith('destmap')) return [0, 1, 1 << 16];
  return steps;
}

/** CI draws one address of each line of the table. */
function oneOfEachLine(entries: readonly Entry[]): readonly Entry[] {
  const ofLines = new Map<string, Entry[]>();
  for (const entry of entries) ofLines.set(entry.line, [...(ofLines.get(entry.line) ?? []), entry]);
  const drawn = fc.sample(fc.tuple(...[...ofLines.values()].map((some) => fc.constantFrom(...some))), 1);
  return drawn[0] as readonly Entry[];
}

test.each(['X32', 'XR18'] as const)(
  'each address of an %s that stands for a field takes a step, and others read it',
  async (name: 'X32' | 'XR18') => {
    const desk = await startService({
      strips: 'all',
      config: {
        providers: [...quietConfig.providers, 'surface'],
        surfaces: [{ name: 'x32', config: { model: name, port: 0 } }],
      },
    });
    await desk.patch('/surface/x32', { enabled: true, role: 'run' });
    const { port } = await desk.until('/surface/x32', (row) => row.state === 'running' && row.port !== null);
    const [writer, reader] = [await X32Peer.open(port), await X32Peer.open(port)];
    const rows = new Map<string, object>();
    /** An effect's send has no equaliser, and no send of its own. */
    const isThere = async ({ path = '', field }: Entry) => {
      if (!rows.has(path)) {
        const { status, body } = await desk.get(path);
        rows.set(path, status === 200 ? body : {});
      }
      return field in (rows.get(path) as object);
    };
    const fields = [...new Book(all[name]).entries()].filter(
      ({ path, line }) => path !== undefined && !path.startsWith('{') && !others.some((each) => each.test(line)),
    );
    const entries: Entry[] = [];
    for (const entry of isFull ? fields : oneOfEachLine(fields)) {
      if (await isThere(entry)) entries.push(entry);
    }
    const least = { X32: [4000, 100], XR18: [900, 80] }[name];
    expect(entries.length).toBeGreaterThan(least[isFull ? 0 : 1] as number);

    /** The wrong ones. */
    const tried = async (some: readonly (readonly [Entry, Value])[]): Promise<readonly Entry[]> => {
      const left = new Map(some.map((each) => [each[0].address, each]));
      for (let n = 0; n < tries && left.size > 0; n += 1) {
        // A packet may be lost on a full machine.
        if (n % 10 === 0) {
          for (const [entry, value] of left.values()) writer.send(entry.address, entry.law.argument(value));
        }
        for (const [entry, value] of [...left.values()]) {
          const read = await reader.ask(entry.address);
          const { value: wanted, type } = entry.law.argument(value);
          // Floats of 32 bits travel.
          const isEqual = type === 'f' ? Math.fround(Number(read)) === Math.fround(Number(wanted)) : read === wanted;
          if (isEqual) left.delete(entry.address);
        }
        if (left.size > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return [...left.values()].map(([entry]) => entry);
    };

    const drawn = entries.map((entry, n) => {
      const steps = stepsFor(entry);
      return [entry, steps[(n * 7919) % steps.length] as Value] as const;
    });
    const rounds = Math.ceil(drawn.length / together);
    const again: (readonly [Entry, Value])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const batch = drawn.filter((_, n) => n % rounds === round);
      const wrong = await tried(batch);
      again.push(...batch.filter(([entry]) => wrong.includes(entry)));
    }
    // Two of a batch may have been one field.
    const wrong: string[] = [];
    for (const each of again) {
      const left = await tried([each]);
      wrong.push(...left.map(({ address }) => `${address} ${each[1]}`));
    }
    expect(wrong).toEqual([]);
    for (const peer of [writer, reader]) peer.close();
  },
  600_000,
);
