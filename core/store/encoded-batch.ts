// A batch encoded for the store's thread: texts, which are cheap to pass between threads.
import { Turns } from '../base/turns.ts';
import type { StoreBatch } from './store.ts';
import type { Parts, Put } from './store-thread.ts';

/** The share of documents' bodies that is encoded in one turn of the event loop: about a millisecond. */
const charactersPerTurn = 65_536;

/** Encodes everything except the documents. `meta`: values for the meta table. */
export function partsOf({ revision, rows, entries, droppedEntries }: StoreBatch, meta: Record<string, string>): Parts {
  const parts: Parts = { meta: JSON.stringify({ ...meta, revision: String(revision) }) };
  if (rows.length > 0) {
    parts.rows = JSON.stringify(rows.map((row) => [row.path, row.version, row.revision, row.fields]));
  }
  if (entries?.length) parts.entries = JSON.stringify(entries.map((entry) => [Number(entry.id), entry]));
  if (droppedEntries?.length) parts.droppedEntries = JSON.stringify(droppedEntries);
  return parts;
}

/** Encodes the documents, over several turns of the event loop if there are many. */
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
