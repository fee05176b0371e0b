// Writes that are made together: those of a bundle, and those of a message for a whole row. What the desk keeps is one
// commit, all or none; tasks, and rows that are written by themselves, come behind it, one after the other.
import { Refused, type Row } from 'rowdesk/client';
import { OscRefusal } from '../network/refusal.ts';
import type { DeskRows } from './desk-rows.ts';
import { type FieldWrite, refuse } from './dispatch.ts';
import type { Peer } from './peer.ts';

/** Rows of one commit, as the desk takes them. */
const mostRows = 64;
const commitPath = '/surface/commit';

interface RowWrites {
  readonly path: string;
  readonly fields: Row;
}

/** Answers `/refusal` for each field that is refused; never rejects. */
export async function writeTogether(peer: Peer, rows: DeskRows, writes: readonly FieldWrite[]): Promise<void> {
  const byPath = new Map<string, Record<string, unknown>>();
  for (const { path, field, value } of writes) byPath.set(path, { ...byPath.get(path), [field]: value });
  if (!peer.echoes) for (const { path, field, value } of writes) peer.feedback.has(path, field, value);
  const tasks = new Set(writes.filter(({ contract }) => contract.task).map(({ path }) => path));
  const all = [...byPath].map(([path, fields]) => ({ path, fields }));
  const kept = all.filter(({ path }) => !tasks.has(path));
  const alone = all.filter(({ path }) => tasks.has(path));
  let revision = 0;
  try {
    if (kept.length > mostRows) throw new OscRefusal('too-many-addresses', 400);
    const committed = await commit(peer, kept);
    revision = committed.revision;
    alone.unshift(...committed.alone);
  } catch (error) {
    refuseAll(peer, kept, error);
    for (const { path, fields } of kept) showTrue(peer, rows, path, fields);
    return;
  }
  for (const { path, fields } of alone) {
    try {
      revision = await peer.writes.patch(path, fields);
    } catch (error) {
      refuseAll(peer, [{ path, fields }], error);
      showTrue(peer, rows, path, fields);
    }
  }
  for (const { path, field } of writes) peer.feedback.correct(path, field, revision);
}

interface Committed {
  readonly revision: number;
  /** The rows that have no part in a commit; the others are written. */
  readonly alone: readonly RowWrites[];
}

async function commit(peer: Peer, changes: readonly RowWrites[]): Promise<Committed> {
  const [only] = changes;
  if (only === undefined) return { revision: 0, alone: [] };
  if (changes.length === 1) return { revision: await peer.writes.patch(only.path, only.fields), alone: [] };
  try {
    return { revision: await peer.writes.patch(commitPath, { changes }), alone: [] };
  } catch (error) {
    const alone = changes.filter((_, n) => isAlone(error, n));
    if (alone.length === 0) throw error;
    const rest = await commit(
      peer,
      changes.filter((each) => !alone.includes(each)),
    );
    return { revision: rest.revision, alone: [...alone, ...rest.alone] };
  }
}

const isAlone = (error: unknown, n: number) =>
  error instanceof Refused &&
  error.refusal.errors.some(({ field, code }) => field === `changes/${n}/path` && code === 'not-an-option');

function showTrue(peer: Peer, rows: DeskRows, path: string, fields: Row): void {
  rows.forget(path);
  for (const field of Object.keys(fields)) peer.feedback.doubt(path, field);
}

/** Each field by its own reason; those that are refused with others of the same commit are not named. */
function refuseAll(peer: Peer, changes: readonly RowWrites[], error: unknown): void {
  const named = error instanceof Refused ? error.refusal.errors.flatMap((each) => addressOf(changes, each)) : [];
  for (const { address, code } of named) refuse(peer, address, new OscRefusal(code, (error as Refused).status));
  if (named.length > 0) return;
  for (const { path, fields } of changes) {
    for (const field of Object.keys(fields)) refuse(peer, `${path}/${field}`, error);
  }
}

/** `changes/2/fields/levelDb` of a commit, or `levelDb` of a row by itself. */
function addressOf(
  changes: readonly RowWrites[],
  { field, code }: { readonly field: string; readonly code: string },
): readonly { readonly address: string; readonly code: string }[] {
  const [, n = '0', name = field] = /^changes\/(\d+)\/(?:fields\/)?(.*)$/.exec(field) ?? [];
  const path = changes[Number(n)]?.path;
  return path === undefined ? [] : [{ address: `${path}/${name.split('/')[0]}`, code }];
}
