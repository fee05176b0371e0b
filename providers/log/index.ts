// The last lines of the log, for those who stand at no terminal of the desk.
import { defineProvider, LogLines, view } from 'rowdesk/provider';
import { log } from './contract.ts';

/** A watcher gets them at most so often, however much is logged. */
const atMostEveryMs = 500;

export default defineProvider({
  name: 'log',
  needs: { lines: LogLines },
  rows: ({ lines }) => [
    view('/log', {
      summary: 'The last lines of the log, of the desk and of its drivers, since its start',
      fields: log,
      atMostEveryMs,
      get: () => ({ lines: lines.list().map((line) => ({ ...line })), mostPerSeverity: lines.mostPerSeverity }),
      watch: (_at, changed) => lines.watch(changed),
    }),
  ],
});
