// The rules for every row (DESIGN 9), for tests of vendors and of rowdesk alike.
import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { FieldError } from '../base/refusals.ts';
import { type TSchema, Value } from '../base/typebox.ts';
import type { Fields } from '../rows/definitions.ts';
import type { RowOptions } from '../service/row-access.ts';
import { stepsOf, unfit } from './arbitraries.ts';
import { asWritten } from './as-written.ts';
import { type FieldWords, fittingBodies, widest, writableFields } from './bodies.ts';
import type { Answer, TestClient } from './client.ts';

export interface WalkOptions {
  /** Number of random bodies of each sort. Default 20. */
  readonly runs?: number;
  /** Legal steps tried per field, evenly spread. Default 50. */
  readonly steps?: number;
  /** Repeats the random bodies of an earlier run. */
  readonly seed?: number;
}

/** A walk of a fraction of a second: each rule once, and some bodies. */
export const quickWalk: WalkOptions = { runs: 6, steps: 12 };

/** A body fits the contract, and the state of the desk forbids it: then no fault of the contract. */
const statesThatForbid = [409, 423, 424];
/** What a contract in JSON Schema can't say: the same key twice in a list that is merged by keys. */
const beyondSchema = ['duplicate', 'unknown-item'];

/** Checks the row at an address. Rejects with an AssertionError that names the broken rule. Restores writable fields. */
export async function walkRow(client: TestClient, path: string, options: WalkOptions = {}): Promise<void> {
  const contract = await checkContract(client, path);
  await checkWatch(client, path);
  const writable = writableFields(contract.fields);
  await checkRefused(client, path, contract);
  if (Object.keys(writable).length === 0) return;
  const before = (await client.get(path)).body as Fields;
  if (!contract.task) {
    await checkRandom(client, path, writable, options);
    // The steps are those that the row allows as it was.
    await restore(client, path, before);
    await checkSteps(client, path, writable, options.steps ?? 50);
  }
  await restore(client, path, before);
}

/** GET fits OPTIONS, and HEAD and the methods agree with it. */
async function checkContract(client: TestClient, path: string): Promise<RowOptions> {
  const [row, head, options] = await Promise.all([
    client.get(path),
    client.send('HEAD', path),
    client.send('OPTIONS', path),
  ]);
  deepStrictEqual([row.status, head.status, options.status], [200, 200, 200], `GET, HEAD and OPTIONS of ${path}`);
  const contract = options.body as RowOptions;
  equal(contract.path, path, 'OPTIONS names the address');
  equal(options.headers.get('allow'), contract.methods.join(', '));
  for (const [name, value] of Object.entries(row.body)) {
    const field = contract.fields[name];
    ok(field !== undefined, `${path} shows ${name}, which its OPTIONS do not know`);
    ok(
      Value.Check(field as TSchema, value),
      `${path} shows ${name}: ${JSON.stringify(value)}, which its OPTIONS forbid`,
    );
  }
  const fields = Object.entries(contract.fields) as [string, FieldWords][];
  equal(
    contract.methods.includes('PATCH'),
    fields.some(([, { access }]) => access === 'rw'),
    `PATCH of ${path}`,
  );
  for (const [name, field] of fields) {
    if (field.access !== 'rw') continue;
    ok(name in row.body, `${path} can be written at ${name}, but does not show it`);
    if ('default' in field) ok(Value.Check(field as TSchema, field.default), `the default of ${path} ${name} fits`);
  }
  return contract;
}

async function checkWatch(client: TestClient, path: string): Promise<void> {
  const watched = await client.watch(path);
  const first = await watched.next();
  watched.close();
  equal(first.event, 'snapshot', `the watch of ${path} begins with a snapshot`);
  ok(first.id !== undefined, `the snapshot of ${path} has an id`);
}

/** Unknown and read-only fields, and bodies that are none, are refused, and nothing changes. */
async function checkRefused(client: TestClient, path: string, { fields, methods }: RowOptions): Promise<void> {
  if (!methods.includes('PATCH')) {
    const refused = await client.patch(path, {});
    deepStrictEqual([refused.status, refused.body.code], [405, 'method-not-allowed'], `PATCH of ${path}`);
    return;
  }
  const readOnly = Object.keys(fields).filter((name) => (fields[name] as FieldWords).access === 'ro');
  const row = (await client.get(path)).body as Fields;
  for (const name of readOnly) refusedField(await client.patch(path, { [name]: row[name] ?? 1 }), name, 'read-only');
  for (const name of ['noSuchField', '__proto__', 'constructor', '']) {
    refusedField(await client.send('PATCH', path, `{${JSON.stringify(name)}:1}`, json), name, 'unknown-field');
  }
  equal((await client.send('PATCH', path, '[]', json)).status, 400, `a list as body of PATCH ${path}`);
}

const json = { 'content-type': 'application/json' };

function refusedField({ status, body }: Answer, name: string, code: string): void {
  const errors = (body.errors ?? []) as readonly FieldError[];
  deepStrictEqual([status, errors[0]?.field, errors[0]?.code], [422, name, code], JSON.stringify(body));
}

async function checkRandom(
  client: TestClient,
  path: string,
  fields: Readonly<Record<string, FieldWords>>,
  { runs = 20, seed }: WalkOptions,
): Promise<void> {
  const fc = await import('fast-check');
  // Without one, that with which fast-check is configured.
  const random = { numRuns: runs, ...(seed === undefined ? {} : { seed }) };
  const row = (await client.get(path)).body as Fields;
  const valid = fittingBodies(fc, fields, row);
  await fc.assert(
    fc.asyncProperty(valid, async (body) => {
      const answer = await client.patch(path, body);
      if (statesThatForbid.includes(answer.status) || isBeyondSchema(answer)) return;
      equal(answer.status, 200, `PATCH ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
      for (const [name, value] of Object.entries(body)) {
        if (fields[name]?.mergedBy === undefined)
          deepStrictEqual(
            ...asWritten(answer.body[name], value, fields[name]?.unordered === true),
            `${path} ${name} as written`,
          );
      }
    }),
    random,
  );
  // One field that doesn't fit spoils the whole body.
  const invalid = fc.oneof(
    ...Object.keys(fields).map((name) =>
      fc
        .tuple(valid, unfit(fc, widest(fields[name] as FieldWords)))
        .map(([body, value]) => ({ name, body: { ...body, [name]: value } })),
    ),
  );
  await fc.assert(
    fc.asyncProperty(invalid, async ({ name, body }) => {
      const before = writableOf((await client.get(path)).body, fields);
      const answer = await client.patch(path, body);
      const errors = (answer.body.errors ?? []) as readonly FieldError[];
      equal(answer.status, 422, `PATCH ${path} ${JSON.stringify(body)}`);
      ok(
        errors.some(({ field }) => field === name || field.startsWith(`${name}/`)),
        `the refusal names ${name}: ${JSON.stringify(answer.body)}`,
      );
      deepStrictEqual(writableOf((await client.get(path)).body, fields), before, `a refused PATCH changed ${path}`);
    }),
    random,
  );
}

/** Every legal step is taken, and nothing between two. */
async function checkSteps(
  client: TestClient,
  path: string,
  fields: Readonly<Record<string, FieldWords>>,
  most: number,
): Promise<void> {
  for (const [name, field] of Object.entries(fields)) {
    const step = field.multipleOf as number;
    for (const value of stepsOf(field, most) ?? []) {
      const taken = await client.patch(path, { [name]: value });
      deepStrictEqual([taken.status, taken.body[name]], [200, value], `${path} ${name} takes ${value}`);
      if (value === field.maximum) continue;
      const between = Number((value + step / 2).toFixed(6));
      const refused = await client.patch(path, { [name]: between });
      deepStrictEqual(
        [refused.status, refused.body.errors?.[0]?.code],
        [422, 'off-step'],
        `${path} ${name} at ${between}`,
      );
    }
  }
}

function isBeyondSchema({ status, body }: Answer): boolean {
  const errors = (body.errors ?? []) as readonly FieldError[];
  return status === 422 && errors.length > 0 && errors.every(({ code }) => beyondSchema.includes(code));
}

function writableOf(row: Fields, fields: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in fields));
}

/** Field by field, twice: one that locks the others is unlocked the first time. */
async function restore(client: TestClient, path: string, before: Fields): Promise<void> {
  const { fields, task } = await client.options(path);
  if (task) return;
  const writable = Object.keys(before).filter((name) => (fields[name] as FieldWords | undefined)?.access === 'rw');
  for (const name of [...writable, ...writable]) await client.patch(path, { [name]: before[name] });
}
