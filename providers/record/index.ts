// Recording: what is armed, the take under way, and what keeps it whole.
import {
  Audio,
  Desired,
  Desk,
  Drivers,
  defineProvider,
  follow,
  Log,
  Rows,
  stopAll,
  Time,
  type Token,
  token,
  Validators,
  Warnings,
} from 'rowdesk/provider';
import { RateLocks } from '../clock/index.ts';
import { Layout } from '../console/index.ts';
import { TakeBook, TakeLibrary, TakeLocks } from '../takes/index.ts';
import { recordPath } from './contract.ts';
import { memoryValidator, recordValidator } from './record-validator.ts';
import { RecordWarnings } from './record-warnings.ts';
import { recorderState, whyAbsent } from './recorder-state.ts';
import { recordRow } from './rows/record.ts';
import { recordTasks } from './rows/tasks.ts';
import { ShowKeeper } from './show-keeper.ts';
import { TakesUnderWay } from './takes-under-way.ts';

export { whyAbsent } from './recorder-state.ts';

const UnderWay: Token<TakesUnderWay> = token<TakesUnderWay>('record.takes');
const Shows: Token<ShowKeeper> = token<ShowKeeper>('record.shows');

export default defineProvider({
  name: 'record',
  needs: {
    ...{ audio: Audio, desk: Desk, drivers: Drivers, rows: Rows, time: Time, validators: Validators },
    warnings: Warnings,
    ...{ desired: Desired, log: Log },
    ...{ layout: Layout, book: TakeBook.token, library: TakeLibrary.token, locks: TakeLocks.token },
  },
  optionalNeeds: { rateLocks: RateLocks.token },
  offers: { takes: UnderWay, shows: Shows },
  services: ({ audio, book, desired, desk, drivers, layout, library, log, rows, time }) => {
    const state = () => recorderState(desk.observed, () => whyAbsent(drivers));
    const folderOf = (takeId: string) => library.folderOf(takeId);
    const shows = new ShowKeeper({ audio, desired, layout, time, log, folderOf });
    return { shows, takes: new TakesUnderWay({ audio, desk, rows, time, library, book, shows, state }) };
  },
  rows: ({ audio, book, drivers, layout, library, offered: { takes } }) => [
    recordRow({ layout, drivers, library, book, rate: () => audio.clock.rate, nameOf: (id) => takes.nameOf(id) }),
    ...recordTasks(takes),
  ],
  start: ({ offered: { shows, takes }, ...given }) => {
    const { audio, book, desk, drivers, library, locks, rateLocks, time, validators, warnings } = given;
    const told = new RecordWarnings(warnings, time);
    const memory = {
      available: () => process.availableMemory(),
      heldMb: () => Number(desk.observed.read(recordPath, 'neededMemoryMb')?.value ?? 0),
      rate: () => audio.clock.rate,
    };
    const recording = () => takes.recording();
    const look = () => {
      const now = recorderState(desk.observed, () => whyAbsent(drivers));
      shows.report(now.state === 'recording' ? now.takeId : '', now.elapsedS);
      told.follow({ ...desk.read(recordPath), ...now, takeName: takes.nameOf(now.takeId) });
    };
    look();
    const stops = [
      validators.use(recordValidator(() => named(recording()))),
      validators.use(memoryValidator(memory)),
      locks.use((id) => (recording()?.takeId === id ? 'it is being recorded' : undefined)),
      follow(ofRecord(desk), drivers, library, book)(undefined, look),
      () => told.stop(),
      rateLocks?.use(() => named(recording())),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  },
});

/** The settings of recording, and what mixer and recorder report of it. */
const ofRecord = (desk: Desk) => (changed: () => void) =>
  stopAll(
    desk.onCommit((_revision, paths) => {
      if (paths.includes(recordPath)) changed();
    }),
    desk.observed.onChange((changes) => {
      if (changes.some(({ path }) => path === recordPath)) changed();
    }),
  );

const named = (take: { readonly name: string } | undefined) => take && `the take ${take.name}`;
