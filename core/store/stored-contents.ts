// Parses the texts of a store.
import type { Fields } from '../rows/definitions.ts';
import type { HistoryEntry } from '../services.ts';
import type { StoreContents } from './store.ts';
import type { Opened } from './store-thread.ts';

type Texts = Pick<Extract<Opened, { isNew: boolean }>, 'rows' | 'entries' | 'documents'>;

/** Throws an Error that names the unreadable text. */
export function contentsOf(texts: Texts): Pick<StoreContents, 'rows' | 'entries' | 'documents'> {
  return {
    rows: texts.rows.map(([path, version, revision, fields]) => {
      return { path, version, revision, fields: objectIn(fields, `the row ${path}`) };
    }),
    entries: texts.entries.map(([id, entry]) => entryOf(id, objectIn(entry, `entry ${id} of the history`))),
    documents: texts.documents.map(([kind, id, body]) => ({ kind, id, body: objectIn(body, `the ${kind} ${id}`) })),
  };
}

function objectIn(text: string, name: string): Fields {
  const value = parsed(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error(`${name}: is no object`);
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

/** Returns the entry. Throws an Error if it lacks what undo needs. */
function entryOf(id: number, entry: Fields): HistoryEntry {
  const { changes } = entry;
  const isWhole = Array.isArray(changes) && changes.every((change) => typeof change?.path === 'string');
  if (entry.id === String(id) && isWhole) return entry as unknown as HistoryEntry;
  throw new Error(`entry ${id} of the history: lacks its id or its changes`);
}
