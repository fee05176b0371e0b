// Every row holds to what scopes.txt says of it, for each role: reads, contracts, and writes of every field.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RowOptions } from '../../core/service/row-access.ts';
import { root } from '../harness/service.ts';
import { momentary, startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';
import { access, type Holder, holders, ownBus, send } from './keys.ts';

type Scopes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** `/cue levelDb=mix muted=mix`; `*` for all fields of a row. */
const file = join(root, 'test/access/scopes.txt');
const table = readFileSync(file, 'utf8');
const scopes: Scopes = new Map(
  table
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((line) => {
      const [template = '', ...fields] = line.split(' ');
      return [template, new Map(fields.map((field) => field.split('=') as [string, string]))];
    }),
);

let desk: WholeDesk;
let paths: readonly string[];
beforeAll(async () => {
  desk = await startWholeDesk();
  const { rows } = desk.host.assembly.registry;
  // The bus of the key, another one, and what they get from others.
  const more = [`/channel/${ownBus}`, '/channel/mix/2', `/channel/input/1/sends/${ownBus}`].filter(exists);
  paths = [...new Set([...rows.flatMap((row) => desk.examples(row)), ...momentary, ...more])].filter(exists);
  desk.host.access.use(access());
});
afterAll(() => desk.close());

const exists = (path: string) => desk.host.assembly.registry.locate(path) !== undefined;

/** A field that is written in this way by its holder. */
function isAllowed(holder: Holder, path: string, writers: string): boolean {
  if (holder === 'run') return true;
  if (writers === 'run' || holder === 'anonymous') return false;
  if (writers === 'view') return true;
  if (holder === 'view') return false;
  if (holder === 'mix' || writers === 'parts') return true;
  const into = /\/sends\/(.+)$/.exec(path)?.[1];
  return writers === 'bus' && (into === undefined ? `${path}/`.startsWith(`/channel/${ownBus}/`) : into === ownBus);
}

const templateOf = (path: string) => desk.host.assembly.registry.locate(path)?.row.template ?? path;
const writersOf = (path: string, field: string) => {
  const row = scopes.get(templateOf(path));
  return row?.get(field) ?? row?.get('*') ?? 'run';
};

test('the walk meets every row, and the bus of the key, and another one', () => {
  const met = new Set(paths.map(templateOf));
  expect(desk.host.assembly.registry.rows.map(({ template }) => template).filter((each) => !met.has(each))).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining([`/channel/${ownBus}`, '/channel/mix/2', '/channel/input/1/sends/mix/1']),
  );
});

test.each(holders)('%s: GET, OPTIONS and a watch of every row', async (holder) => {
  const faults: string[] = [];
  for (const path of paths) {
    // Sampled while somebody watches.
    if (desk.host.rows.options(path).onDemand) continue;
    const { status, body } = await send(desk, holder, 'GET', path);
    const code = `${status} ${body.code ?? ''}`;
    if (holder === 'anonymous' ? code !== '401 key-needed' : status === 401 || status === 403)
      faults.push(`GET ${path} ${code}`);
    const contract = await send(desk, holder, 'OPTIONS', path);
    if (holder === 'anonymous') {
      if (contract.status !== 401) faults.push(`OPTIONS ${path} ${contract.status}`);
      const watched = await send(desk, holder, 'GET', `${path}?watch=1`);
      if (watched.status !== 401) faults.push(`watch ${path} ${watched.status}`);
    } else if (contract.status === 200) faults.push(...contractFaults(holder, path, contract.body));
  }
  expect(faults).toEqual([]);
});

/** Where OPTIONS says another thing than the table, or another one than what everybody may write. */
function contractFaults(holder: Holder, path: string, { fields, methods }: RowOptions): readonly string[] {
  const all = desk.host.rows.options(path);
  const wrong = Object.entries(all.fields).flatMap(([field, { access }]) => {
    const should = access === 'rw' && isAllowed(holder, path, writersOf(path, field)) ? 'rw' : 'ro';
    return fields[field]?.access === should ? [] : [`${path} ${field} is ${fields[field]?.access} for ${holder}`];
  });
  const isWritable = Object.values(fields).some(({ access }) => access === 'rw');
  return methods.includes('PATCH') === isWritable
    ? wrong
    : [...wrong, `${path} PATCH in ${methods.join()} for ${holder}`];
}

test.each(holders)('%s: PATCH of every field of every row, with the value that it has', async (holder) => {
  const faults: string[] = [];
  let tried = 0;
  for (const each of paths) {
    // A stream belongs to the key that asks first.
    const path = each.replace('/streams/walk-through-all-rows', `/streams/walk-through-as-${holder}`);
    if (!exists(path)) continue;
    const { fields, task } = desk.host.rows.options(path);
    const row = task ? { running: false } : await desk.host.rows.get(path);
    for (const [field, { access }] of Object.entries(fields)) {
      if (access !== 'rw' || (task && field !== 'running')) continue;
      tried++;
      // What stands in such a list is for its rows to say: ways.test.ts.
      const value = writersOf(path, field) === 'parts' ? [] : row[field];
      const { status, body } = await send(desk, holder, 'PATCH', path, { [field]: value });
      const got = `${status} ${body.code ?? ''}`;
      const isRight = isAllowed(holder, path, writersOf(path, field))
        ? status !== 401 && body.code !== 'not-permitted' && status < 500
        : got === (holder === 'anonymous' ? '401 key-needed' : '403 not-permitted');
      if (!isRight) faults.push(`${path} ${field} ${got} ${body.detail ?? ''}`);
    }
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(200);
});
