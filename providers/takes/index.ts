// Takes: what was recorded, as it is on the disk.
import { join } from 'node:path';
import {
  About,
  Desired,
  Documents,
  defineProvider,
  Faults,
  Jobs,
  stopAll,
  Time,
  type Token,
  token,
  Warnings,
} from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { JobDesk } from './jobs/job-desk.ts';
import { RecoveredTakes } from './recovered-takes.ts';
import { deleteRow } from './rows/delete.ts';
import { jobRows } from './rows/jobs.ts';
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
export { framesOf, readTakeFileSync, type TakeFile } from './take-file.ts';
export { TakeLibrary } from './take-library.ts';
export { type TakeLock, TakeLocks } from './take-locks.ts';
export type { TakeSummary } from './take-summary.ts';

const Work: Token<JobDesk> = token<JobDesk>('takes.work');

export default defineProvider({
  name: 'takes',
  needs: {
    ...{ about: About, desired: Desired, documents: Documents, faults: Faults, jobs: Jobs, time: Time },
    warnings: Warnings,
  },
  // Files of takes can be read on a desk without strips, too.
  optionalNeeds: { layout: Layout },
  offers: { book: TakeBook.token, library: TakeLibrary.token, locks: TakeLocks.token, work: Work },
  services: ({ about, documents, faults, time }) => {
    const recordings = join(about.stateFolder, 'recordings');
    const book = new TakeBook(documents);
    const library = new TakeLibrary(join(recordings, 'takes'), time, faults);
    const locks = new TakeLocks();
    return { book, library, locks, work: new JobDesk(join(recordings, 'exports'), library, book, locks) };
  },
  rows: ({ desired, jobs, layout, offered: { book, library, locks, work } }) => [
    ...takesRows(library, book),
    peaksRow(library),
    deleteRow(library, book, locks),
    ...jobRows(library, work, { desired, jobs, layout }),
  ],
  start: ({ about, warnings, offered: { book, library, work } }) => {
    work.removeUnfinished();
    const recovered = new RecoveredTakes(library, book, warnings, Date.parse(about.startedAt));
    return stopAll(recovered.follow(), library.start());
  },
});
