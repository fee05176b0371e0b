// A batch as the thread of the store takes it: texts, which cross to it at little cost.
import { Turns } from '../base/turns.ts';
import type { StoreBatch } from './store.ts';
import type { Parts, Put } from './store-thread.ts';

/** Of documents' bodies that are encoded in one turn of the event loop: a millisecond. */
const charactersPerTurn = 65_536;

/** All but the documents. `meta`: notes that go with it. */
export function partsOf({ revision, rows, entries, droppedEntries }: StoreBatch, meta: Record<string, string>): Parts {
  const parts: Parts = { meta: JSON.stringify({ ...meta, revision: String(revision) }) };
  if (rows.length > 0) {
    parts.rows = JSON.stringify(rows.map((row) => [row.path, row.version, row.revision, row.fields]));
  }
  if (entries?.length) parts.entries = JSON.stringify(entries.map((entry) => [Number(entry.id), entry]));
  if (droppedEntries?.length) parts.droppedEntries = JSON.stringify(droppedEntries);
  return parts;
}

/** Over several turns where they are many. */
export async function putsOf({ documents = [] }: StoreBatch): Promise<readonly Put[]> {
  const turns = new Turns(charactersPerTurn);
  const puts: Put[] = [];
  for (const { kind, id, body, content } of documents) {
    const text = JSON.stringify(body);
    puts.push({ kind, id, body: text, content });
    await turns.spend(text.length);
  }
  return puts;
}
