// Runs in a process of its own over a faulty disk: commits go to a real store while its n-th call fails, for every n
// until none is left; then the store is opened on a disk that is well again. Prints what it found as JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LibsqlStore } from '../../core/store/libsql-store.ts';
import type { StoreBatch } from '../../core/store/store.ts';
import { FaultyDisk } from './faulty-disk.ts';

export interface Finding {
  readonly kind: string;
  readonly call: number;
  readonly problem: string;
}
export interface Findings {
  /** How many calls were made to fail, by kind of fault. */
  readonly faults: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

interface Kind {
  readonly error: number;
  readonly forGood: boolean;
  /** One call of so many: what fails for good fails all later calls in any case. */
  readonly stride: number;
}

const { EIO, ENOSPC, EROFS } = constants.errno;
/** What a disk says when it fails: once, or from then on; 0 writes half and then says that the rest does not fit. */
const kinds: Readonly<Record<string, Kind>> = {
  'EIO once': { error: EIO, forGood: false, stride: 1 },
  'a short write': { error: 0, forGood: false, stride: 1 },
  'ENOSPC for good': { error: ENOSPC, forGood: true, stride: 5 },
  'EROFS for good': { error: EROFS, forGood: true, stride: 5 },
};
const commits = 4;
/** New or not, left in order or not, to be ended in order or not: repeats after so many calls. */
const scenarios = 12;
/** So many calls are more than all of them; a loop that gets here does not fail anything any more. */
const mostCalls = 2_000;

const contentOf = (value: number) => JSON.stringify([{ path: '/a', area: 'all', fields: { value } }]);

/** Everything that one commit changes holds its number. */
function batchOf(revision: number): StoreBatch {
  const row = (path: string) => ({ path, version: 1, revision, fields: { value: revision, pad: 'x'.repeat(3_000) } });
  const entry = { at: 0, label: '', actor: '', undone: false, changes: [] };
  return {
    revision,
    rows: [row('/a'), row('/b')],
    entries: [{ ...entry, id: String(revision), revision }],
    documents: [{ kind: 'scene', id: 'one', body: { value: revision }, content: { rows: [contentOf(revision)] } }],
  };
}

interface Worked {
  /** The last revision that was said to be on the disk. */
  readonly acknowledged: number;
  /** The store was open when the disk was healed, and yet took nothing more. */
  readonly isStuck: boolean;
}

/** Commits, then once more on a disk that is well again, with an orderly end or a crash. */
async function work(folder: string, isOrderly: boolean, heal = () => {}): Promise<Worked> {
  const store = new LibsqlStore(folder);
  let acknowledged = 0;
  let isStuck = false;
  const write = (n: number) =>
    store.write(batchOf(n)).then(
      () => {
        acknowledged = n;
        return true;
      },
      () => false,
    );
  try {
    const { revision } = await store.open();
    for (let n = 1; n <= commits; n++) await write(revision + n);
    if (isOrderly) {
      heal();
      // The first may find the connection of before.
      isStuck = !(await write(revision + commits + 1)) && !(await write(revision + commits + 1));
      await store.close();
    }
  } catch {
    // A store that can't be opened says so; what counts is what is left.
  } finally {
    await store.abandon();
  }
  return { acknowledged, isStuck };
}

/** What is wrong with what is left; '' for nothing. */
async function inspect(folder: string, { acknowledged, isStuck }: Worked): Promise<string> {
  if (isStuck) return 'it takes nothing more although the disk is well again';
  const store = new LibsqlStore(folder);
  try {
    const { rows, entries, documents } = await store.open();
    const values = [...rows.map(({ fields }) => fields.value), ...documents.map(({ body }) => body.value)];
    const [value = 0] = values as number[];
    const held = Buffer.concat(await store.content({ kind: 'scene', id: 'one' })).toString();
    if (held !== (documents.length === 0 ? '' : contentOf(value))) return `the document holds ${held}`;
    if (values.length !== 0 && values.length !== 3) return `half a commit: ${JSON.stringify(values)}`;
    if (values.some((each) => each !== value)) return `a mixture: ${JSON.stringify(values)}`;
    if (value < acknowledged) return `${acknowledged} was acknowledged, ${value} is left`;
    if (value > 0 && Number(entries.at(-1)?.id) !== value)
      return `the history ends with ${entries.at(-1)?.id}, not ${value}`;
    // It goes on from here.
    await store.write(batchOf(value + 1));
    await store.close();
    return '';
  } catch (error) {
    return `it can not be used: ${(error as Error).message}`;
  } finally {
    await store.abandon();
  }
}

async function perform(step: number): Promise<Findings> {
  const disk = FaultyDisk.ofThisProcess();
  const faults: Record<string, number> = {};
  const findings: Finding[] = [];
  for (const [kind, { error, forGood, stride }] of Object.entries(kinds)) {
    faults[kind] = 0;
    // A store that is there already takes fewer calls than a new one: only when all of these have none left, it is over.
    const by = step * stride;
    for (let call = 1, without = 0; without * by < scenarios && call < mostCalls; call += by) {
      const folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
      // Every other one on a store that is there already, which was left in order or not.
      if (call % 2 === 0) await work(folder, call % 4 === 0);
      disk.fail(error, call, forGood ? undefined : call);
      const worked = await work(folder, call % 3 !== 0, () => disk.heal());
      const failed = disk.read('faults');
      disk.heal();
      if (failed > 0) faults[kind] += 1;
      without = failed > 0 ? 0 : without + 1;
      const problem = await inspect(folder, worked);
      if (problem !== '') findings.push({ kind, call, problem });
      rmSync(folder, { recursive: true, force: true });
    }
  }
  disk.close();
  return { faults, findings };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await perform(Number(process.argv[2] ?? 1))));
}
