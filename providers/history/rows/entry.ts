import { follow, type HistoryLog, Refusal, type Row, view } from 'rowdesk/provider';
import { entryId, historyEntry } from '../contract.ts';
import { shownEntry } from '../entries.ts';
import type { EntryAddresses } from '../entry-addresses.ts';

/** One entry, with all that it changed. */
export function entryRow(log: HistoryLog, addresses: EntryAddresses): Row {
  return view('/history/entries/{id}', {
    summary: 'What was done to the show, in one go',
    params: { id: entryId },
    addresses,
    fields: historyEntry,
    continuous: true,
    get: ({ id }) => {
      const entry = log.get(id);
      if (entry === undefined) throw new Refusal('unknown-row', `The history has no entry ${id} any more.`, { id });
      return { ...shownEntry(entry, log), changes: entry.changes, overtakenBy: log.overtakenBy(id) };
    },
    watch: follow(log),
  });
}
