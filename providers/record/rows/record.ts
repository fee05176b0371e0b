import { type Drivers, follow, type Row, setting } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import type { TakeBook, TakeLibrary } from '../../takes/index.ts';
import { ofDesk, ofMixer, ofRecorder, record, recorderTarget, recordPath } from '../contract.ts';
import { mebibyte, neededBytes, writtenBytes } from '../needed-memory.ts';
import { type RecorderState, recorderState, whyAbsent } from '../recorder-state.ts';

interface RecordNeeds {
  readonly library: TakeLibrary;
  readonly book: TakeBook;
  readonly layout: Layout;
  readonly drivers: Drivers;
  /** Hz */
  readonly rate: () => number;
  readonly nameOf: (takeId: string) => string;
}

/** `/record`. It belongs to the desk, not to the show: neither a scene nor undo changes what is recorded. */
export function recordRow({ layout, drivers, library, book, rate, nameOf }: RecordNeeds): Row {
  const targets = [
    ...ofMixer.map((field) => [field, 'mixer'] as const),
    ...ofRecorder.map((field) => [field, recorderTarget] as const),
  ];
  return setting(recordPath, {
    summary: 'What is recorded, how, and how it goes',
    fields: record(layout),
    writable: [...ofMixer, ...ofRecorder, ...ofDesk],
    life: 'site',
    target: Object.fromEntries(targets),
    computed: (_at, desk, observed) => {
      const now = recorderState(observed, () => whyAbsent(drivers));
      const fields = desk.read(recordPath);
      const neededMemoryMb = Math.ceil(neededBytes(fields, rate()) / mebibyte);
      return { ...withRoom(now, writtenBytes(fields, rate())), neededMemoryMb, takeName: nameOf(now.takeId) };
    },
    watch: follow(drivers, library, book),
  });
}

/** The recorder reports what the mixer gives it; what was armed since then counts from the answer on. A take keeps its tracks. */
function withRoom(now: RecorderState, bytesPerSecond: number): RecorderState {
  if (now.state === 'absent' || now.state === 'recording' || bytesPerSecond === now.bytesPerSecond) return now;
  const { bytesPerSecond: before, freeSpaceMb, remainingS } = now;
  // Where nothing was armed before, the recorder's reserve is unknown until its next report.
  const bytes = before === 0 ? freeSpaceMb * mebibyte : remainingS * before;
  const room = bytesPerSecond === 0 ? 0 : Math.floor(bytes / bytesPerSecond);
  return { ...now, bytesPerSecond, remainingS: room };
}
