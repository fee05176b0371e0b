// A room switches on only what it needs: leaving any provider out of the shipped configuration takes away its rows and
// nothing else, except those of providers that need it, which is said. What was stored of them waits.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../core/base/refusals.ts';
import { tokenName } from '../core/base/token.ts';
import type { Warning } from '../core/services.ts';
import { linkOf, MemoryStore, startTestHost, type TestHost } from '../core/testing.ts';
import { isFull } from './harness/depth.ts';
import { examples, shippedProviders as names, playing } from './harness/whole-desk.ts';

/** A desk that was used before: nothing is demonstrated on it, and some of its rows are not as they came. */
const used = new MemoryStore({
  ...new MemoryStore().contents(),
  revision: 3,
  rows: [
    { path: '/channel/input/1', version: 1, revision: 1, fields: { name: 'Voice', levelDb: -6 } },
    { path: '/patchbay/filter', version: 1, revision: 2, fields: { exclude: ['other*'] } },
    { path: '/stagebox/virtual-32x16', version: 1, revision: 3, fields: { label: 'Stage' } },
  ],
});

/** Times of this start. */
const times = new Set(['at', 'since', 'startedAt', 'firstSeenAt', 'lastSeenAt']);
/** What they show is measured at the moment, or is about the set of providers itself. */
const moments: Readonly<Record<string, readonly string[]>> = {
  '/hardware': ['host', 'disks', 'providers'],
  '/log': ['lines'],
  // Without strips nothing can be patched in, and OPTIONS says so.
  '/patch': ['maxItems'],
  '/stagebox/recordings': ['freeSpaceMb'],
  '/takes': ['freeSpaceMb'],
  '/telemetry/convergence': ['continuous'],
  '/telemetry/perf': ['ops'],
  '/warnings': ['warnings'],
};
/** What a socket is patched to is for the patch to say. */
const isOfPatch = (path: string, name: string) => path.startsWith('/stagebox/') && name === 'patchedTo';
/** Rows about the rows that there are. */
const isOfAddresses = (path: string) => path.startsWith('/surface/addresses');
const isMoment = (path: string, name: string) =>
  times.has(name) ||
  isOfPatch(path, name) ||
  (path === '/telemetry/process' && /Percent$|Ms$|Mb$|S$|^activeResources$/.test(name)) ||
  moments[path]?.includes(name) === true;

interface Playing extends Pick<TestHost, 'host' | 'close'> {
  readonly store: MemoryStore;
  /** One measurement for everybody who waits for one. */
  play(): void;
}

async function start(providers: readonly string[], before: MemoryStore): Promise<Playing> {
  const store = new MemoryStore(before.contents());
  const desk = await startTestHost({ providers, required: false, store });
  const virtual = { name: 'virtual', version: '1.0.0', kind: 'stagebox', chosen: true, score: 2, restarts: 0 };
  desk.audio.become({ choices: [{ ...virtual, reason: 'matches its model', state: 'running' }] });
  desk.audio.graph.become({ links: [linkOf('player:out', 'recorder:in', 'somebody')] });
  return Object.assign(desk, { store, play: playing(desk) });
}

/** What GET and OPTIONS say at these addresses; undefined where there is no row. */
async function answersOf(
  { host: { rows }, play }: Playing,
  paths: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const path of paths) {
    const reading = rows.get(path).catch(refusalOf);
    play();
    const row = await reading;
    if (row === 'unknown-row') answers.set(path, undefined);
    else answers.set(path, asJson({ row, options: optionsOf(rows, path) }, path));
  }
  return answers;
}

function optionsOf(rows: Playing['host']['rows'], path: string): unknown {
  try {
    return rows.options(path);
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  throw error;
}

function asJson(value: object, path: string): unknown {
  return JSON.parse(JSON.stringify(value, (name, member) => (isMoment(path, name) ? undefined : member)));
}

/** In words, each where it is. */
function differences(at: string, a: unknown, b: unknown): readonly string[] {
  if (isDeepStrictEqual(a, b) || isFewerAreas(at, a, b) || isNotRecorded(at, a, b)) return [];
  if (!isObject(a) || !isObject(b)) return [`${at}: ${JSON.stringify(a)} became ${JSON.stringify(b)}`];
  const members = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return members.flatMap((name) => differences(`${at} ${name}`, a[name], b[name]));
}

/** Areas are those of the rows that there are: they go with them, and nothing takes their place. */
const isFewerAreas = (at: string, a: unknown, b: unknown) =>
  at.endsWith('areas items enum') && Array.isArray(a) && Array.isArray(b) && b.every((area) => a.includes(area));

/** A strip can be recorded where somebody records. */
const isNotRecorded = (at: string, a: unknown, b: unknown) =>
  at.endsWith('/capability row features') &&
  Array.isArray(a) &&
  isDeepStrictEqual(
    a.filter((feature) => feature !== 'record'),
    b,
  );

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

let whole: Playing;
let before: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  whole = await start(names, used);
  const { registry } = whole.host.assembly;
  before = await answersOf(
    whole,
    registry.rows.flatMap((row) => examples(registry.list(row))).filter((path) => !isOfAddresses(path)),
  );
});
afterAll(() => whole.close());

/** This provider and all that need it, directly or through others. */
function needing(name: string): ReadonlySet<string> {
  const found = new Set([name]);
  for (const each of found) {
    const offers = offersOf(each);
    for (const { provider } of whole.host.assembly.providers) {
      if (Object.values(provider.needs).some((need) => offers.includes(need))) found.add(provider.name);
    }
  }
  return found;
}

const isAbout =
  (provider: string) =>
  ({ titleCode: { code, params } }: Warning) =>
    code === 'provider-fault' && params.provider === provider;
const providerOf = (name: string) =>
  whole.host.assembly.providers.find((each) => each.provider.name === name)?.provider;
const offersOf = (name: string) => Object.values(providerOf(name)?.offers ?? {});

// Of a sample every third: each starts two desks.
const leftOut = names.filter((_, place) => isFull || place % 3 === 0);

describe('the shipped configuration', () => {
  test('answers at each of its rows', () => {
    expect(whole.host.assembly.problems).toEqual([]);
    expect([...before].filter(([, answers]) => answers === undefined)).toEqual([]);
    expect(before.get('/channel/input/1')).toMatchObject({ row: { name: 'Voice' } });
  });

  test.each(leftOut)('without %s has the rows of all that do not need it, as they were', async (name) => {
    const desk = await start(
      names.filter((each) => each !== name),
      used,
    );
    const gone = needing(name);
    const roots = [...gone].flatMap((each) => providerOf(each)?.roots ?? []);
    const isGone = (path: string) => roots.includes(path.split('/')[1] ?? '');
    try {
      const { problems, providers } = desk.host.assembly;
      expect(providers.map(({ provider }) => provider.name)).toEqual(names.filter((each) => !gone.has(each)));

      // Where others need it, it is named first; they are named with what they ask for, at the start and in a warning.
      const followers = names.filter((each) => each !== name && gone.has(each));
      const [root, ...others] = problems;
      if (followers.length === 0) expect(root).toBeUndefined();
      else expect(root).toMatchObject({ provider: name, field: '', remedy: `add "${name}" to providers` });
      expect(new Set(others.map(({ provider }) => provider))).toEqual(new Set(followers));
      expect(others).toHaveLength(followers.length);
      const missing = [...gone].flatMap(offersOf).map(tokenName);
      for (const { provider, field, problem, remedy } of others) {
        expect(field).toMatch(/^needs\//);
        expect(missing.some((offer) => problem.includes(`"${offer}"`))).toBe(true);
        expect(remedy).not.toBe('');
        expect(desk.host.warnings.list().filter(isAbout(provider))).toHaveLength(1);
      }

      const after = await answersOf(desk, [...before.keys()]);
      const left = [...after].filter(([path, answers]) => isGone(path) && answers !== undefined);
      expect(left.map(([path]) => path)).toEqual([]);
      const kept = [...before].filter(([path]) => !isGone(path));
      expect(kept.flatMap(([path, answers]) => differences(path, answers, after.get(path)))).toEqual([]);
    } finally {
      await desk.close();
    }

    // Switched on again it has what was stored.
    const again = await start(names, desk.store);
    try {
      const paths = [...before.keys()].filter(isGone);
      const answers = await answersOf(again, paths);
      expect(paths.flatMap((path) => differences(path, before.get(path), answers.get(path)))).toEqual([]);
    } finally {
      await again.close();
    }
  });
});
