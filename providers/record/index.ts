// Recording: what is armed, the take under way, and what keeps it whole.
import {
  Audio,
  Desk,
  Drivers,
  defineProvider,
  Rows,
  stopAll,
  Time,
  type Token,
  token,
  Validators,
} from 'rowdesk/provider';
import { RateLocks } from '../clock/index.ts';
import { Layout } from '../console/index.ts';
import { TakeBook, TakeLibrary, TakeLocks } from '../takes/index.ts';
import { recordValidator } from './record-validator.ts';
import { recorderState, whyAbsent } from './recorder-state.ts';
import { recordRow } from './rows/record.ts';
import { recordTasks } from './rows/tasks.ts';
import { TakesUnderWay } from './takes-under-way.ts';

const UnderWay: Token<TakesUnderWay> = token<TakesUnderWay>('record.takes');

export default defineProvider({
  name: 'record',
  needs: {
    ...{ audio: Audio, desk: Desk, drivers: Drivers, rows: Rows, time: Time, validators: Validators },
    ...{ layout: Layout, book: TakeBook.token, library: TakeLibrary.token, locks: TakeLocks.token },
  },
  optionalNeeds: { rateLocks: RateLocks.token },
  offers: { takes: UnderWay },
  services: ({ audio, book, desk, drivers, library, rows, time }) => {
    const state = () => recorderState(desk.observed, () => whyAbsent(drivers));
    return { takes: new TakesUnderWay({ audio, desk, rows, time, library, book, state }) };
  },
  rows: ({ drivers, layout, offered: { takes } }) => [
    recordRow({ layout, drivers, nameOf: (id) => takes.nameOf(id) }),
    ...recordTasks(takes),
  ],
  start: ({ locks, rateLocks, validators, offered: { takes } }) => {
    const recording = () => takes.recording();
    const stops = [
      validators.use(recordValidator(() => named(recording()))),
      locks.use((id) => (recording()?.takeId === id ? 'it is being recorded' : undefined)),
      rateLocks?.use(() => named(recording())),
    ];
    return stopAll(...stops.filter((stop) => stop !== undefined));
  },
});

const named = (take: { readonly name: string } | undefined) => take && `the take ${take.name}`;
