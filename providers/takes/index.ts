// Takes: what was recorded, as it is on the disk.
import { join } from 'node:path';
import { About, Documents, defineProvider, Faults, Time } from 'rowdesk/provider';
import { deleteRow } from './rows/delete.ts';
import { peaksRow } from './rows/peaks.ts';
import { takesRows } from './rows/takes.ts';
import { TakeBook } from './take-book.ts';
import { TakeLibrary } from './take-library.ts';
import { TakeLocks } from './take-locks.ts';

export { takeIdPattern } from './contract.ts';
export { type Move, movesFileName, readMoves } from './moves-file.ts';
export { MovesWriter } from './moves-writer.ts';
export { readShowFile, type ShowFile, showFileName, writeShowFile } from './show-file.ts';
export { TakeBook } from './take-book.ts';
export { framesOf, type TakeFile } from './take-file.ts';
export { TakeLibrary } from './take-library.ts';
export { type TakeLock, TakeLocks } from './take-locks.ts';
export type { TakeSummary } from './take-summary.ts';

export default defineProvider({
  name: 'takes',
  needs: { about: About, documents: Documents, faults: Faults, time: Time },
  offers: { book: TakeBook.token, library: TakeLibrary.token, locks: TakeLocks.token },
  services: ({ about, documents, faults, time }) => ({
    book: new TakeBook(documents),
    library: new TakeLibrary(join(about.stateFolder, 'recordings', 'takes'), time, faults),
    locks: new TakeLocks(),
  }),
  rows: ({ offered: { book, library, locks } }) => [
    ...takesRows(library, book),
    peaksRow(library),
    deleteRow(library, book, locks),
  ],
  start: ({ offered: { library } }) => library.follow(),
});
