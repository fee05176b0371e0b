import { type HistoryLog, type Row, view } from 'rowdesk/provider';
import { cursor, history } from '../contract.ts';
import { shownEntry } from '../entries.ts';

/** What was done to the show, and where undo and redo stand in it. */
export function logRows(log: HistoryLog): readonly Row[] {
  const watch = (_at: object, changed: () => void) => log.onChange(changed);
  return [
    view('/history', {
      summary: 'What was done to the show, newest first',
      fields: history,
      continuous: true,
      atMostEveryMs: 100,
      get: () => ({
        bound: log.bound,
        entries: log.entries.map((entry) => shownEntry(entry, log)),
        undone: log.undone,
      }),
      watch,
    }),
    view('/history/cursor', {
      summary: 'What undo and redo would do next',
      fields: cursor,
      continuous: true,
      get: () => {
        const { entries, undone } = log;
        const redo = entries[undone - 1];
        const undo = entries[undone];
        return {
          canRedo: redo !== undefined,
          canUndo: undo !== undefined,
          depth: entries.length - undone,
          redoDepth: undone,
          redoId: redo?.id,
          redoLabel: redo?.label,
          undoId: undo?.id,
          undoLabel: undo?.label,
        };
      },
      watch,
    }),
  ];
}
