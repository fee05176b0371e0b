import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Put } from './store-thread.ts';

interface Writer {
  write(puts: readonly Put[], drops: readonly { readonly kind: string; readonly id: string }[]): void;
}

/** Plain JavaScript, which nothing but the thread of the store imports by name. */
const load = (name: string) => import(new URL(name, import.meta.url).href);
const { StoredDocuments } = await load('./store-documents.mjs');
const { create } = await load('./store-tables.mjs');

const strips = 40;
let database: InstanceType<typeof Database>;
/** Of all statements: how often one was run, and how many rows one answered. */
let ran: number;
let answered: number;
let documents: Writer;

beforeEach(() => {
  database = new Database(':memory:');
  create(database);
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    const own = sql.startsWith('SELECT') ? statement.raw() : statement;
    const counted = {
      raw: () => counted,
      run: (...given: unknown[]) => {
        ran++;
        return own.run(...given);
      },
      get: (...given: unknown[]) => {
        ran++;
        answered++;
        return own.get(...given);
      },
      all: (...given: unknown[]) => {
        ran++;
        const found = own.all(...given);
        answered += found.length;
        return found;
      },
      *iterate() {
        ran++;
        for (const row of own.iterate() as Iterable<unknown>) {
          answered++;
          yield row;
        }
      },
    };
    return counted;
  };
  documents = new StoredDocuments({ prepare });
});
afterEach(() => database.close());

/** As a desk of 40 strips stores it, of which three are otherwise in each. */
function store(n: number, id = `:s${n}`): void {
  const otherwise = new Set([n % strips, (n + 13) % strips, (n + 29) % strips]);
  const rows = Array.from({ length: strips }, (_, strip) => {
    const levelDb = otherwise.has(strip) ? -n : 0;
    return { path: `/channel/input/${strip + 1}`, area: 'fader', fields: { levelDb } };
  });
  database.exec('BEGIN IMMEDIATE');
  documents.write([{ kind: 'scene', id, body: '{}', content: { rows: [JSON.stringify(rows)] } }], []);
  database.exec('COMMIT');
}

/** What it takes to store one more, one in place of another, and to drop it. */
function workOf(n: number): readonly number[] {
  const counted = [
    () => store(n),
    () => store(n + 1, `:s${n}`),
    () => documents.write([], [{ kind: 'scene', id: `:s${n}` }]),
  ];
  return counted.flatMap((run) => {
    [ran, answered] = [0, 0];
    run();
    return [ran, answered];
  });
}

test('what it takes to store, to replace and to drop one does not grow with how many there are', () => {
  for (let n = 0; n < 10; n++) store(n);
  const few = workOf(1000);
  for (let n = 10; n < 200; n++) store(n);
  expect(workOf(2000)).toEqual(few);
  // One look for each part, and little more.
  expect(few[0]).toBeLessThan(2 * strips);
});
