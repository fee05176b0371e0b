// What was done to the show, and the ways back.
import { defineProvider, HistoryLog, Time } from 'rowdesk/provider';
import { EntryAddresses } from './entry-addresses.ts';
import { entryRow } from './rows/entry.ts';
import { logRows } from './rows/log.ts';
import { stepRows } from './rows/steps.ts';

export default defineProvider({
  name: 'history',
  needs: { log: HistoryLog, time: Time },
  rows: ({ log, time }) => {
    const addresses = new EntryAddresses(log, time);
    return [...logRows(log), entryRow(log, addresses), ...stepRows(log, addresses)];
  },
});
