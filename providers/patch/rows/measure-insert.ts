import { type Audio, type Desk, Refusal, type Row, type TaskRun, type Time, task } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { measureExtra } from '../insert-contract.ts';
import { insertLatencies, latenciesPath, measuredAt, withMeasured } from '../insert-latencies.ts';
import { type InsertPlace, insertsOf, insertsPath, isSamePlace, placePath, placeWords } from '../inserts.ts';

const pollMs = 100;
/** The clicks take two seconds of sound; a device that does not play takes none. */
const mostPolls = 100;

export interface MeasureInsertNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly layout: Layout;
  readonly time: Time;
}

interface Found {
  readonly frames?: number;
  readonly gainDb?: number;
  readonly fault?: string;
}

/** `/patch/inserts/measure`: clicks through the hardware of one insert. */
export function measureInsertRow({ audio, desk, layout, time }: MeasureInsertNeeds): Row {
  return task(`${insertsPath}/measure`, {
    summary:
      'Sends clicks through the hardware of an insert, and notes how late they come back; the strip is heard dry meanwhile',
    extra: measureExtra(layout),
    cancellable: true,
    continuous: false,
    run: async (_at, { strip, insert = 'insert1' }, run) => {
      const place = placeOf(strip, insert);
      if (!insertsOf(desk).some((item) => isSamePlace(item, place))) {
        throw new Refusal('conflict', `No hardware is patched to ${placeWords(place)}.`, { reason: 'not-patched' });
      }
      const before = insertLatencies(desk, audio).find((item) => isSamePlace(item, place));
      const { frames = 0, gainDb = 0 } = await measured(placePath(place), { audio, time }, run);
      const note = measuredAt(desk, place, frames, audio);
      const value = withMeasured(desk, note);
      const label = `Latency of ${placeWords(place)}`;
      const { durable } = await desk.commit({
        actor: run.actor,
        label,
        changes: [{ path: latenciesPath, field: 'measured', value }],
      });
      const ms = Math.round((frames * 1e6) / Math.max(1, note.rate)) / 1000;
      return {
        outcome: 'applied',
        ...place,
        frames,
        ms,
        gainDb: Math.round(gainDb * 100) / 100,
        before: before?.frames ?? 0,
        durable,
      };
    },
  });
}

function placeOf(strip: InsertPlace['strip'] | null | undefined, insert: InsertPlace['insert']): InsertPlace {
  if (strip === undefined || strip === null)
    throw new Refusal('conflict', 'The strip of the insert is to be named.', { reason: 'no-strip' });
  return { strip, insert };
}

/** Throws Refusal `conflict` with the mixer's words, and the reason of the signal. */
async function measured(
  path: string,
  { audio, time }: Pick<MeasureInsertNeeds, 'audio' | 'time'>,
  run: Pick<TaskRun, 'signal' | 'ready' | 'progress'>,
): Promise<Found> {
  const refusal = (words: string) =>
    new Refusal('conflict', `The way through the hardware is not measured: ${words}.`, { reason: 'not-measured' });
  const call = async (method: string): Promise<Found> => {
    try {
      return (await audio.call('mixer', method, { path })) as Found;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw refusal((error as Error).message);
    }
  };
  await run.ready(call('measureInsert'));
  try {
    for (let poll = 0; poll < mostPolls; poll++) {
      run.signal.throwIfAborted();
      const found = await call('measuredInsert');
      if (found.fault !== undefined && found.fault !== '') throw refusal(found.fault);
      if (found.frames !== undefined) return found;
      run.progress(poll, mostPolls, 'clicks');
      await time.sleep(pollMs);
    }
    throw refusal('the device plays nothing');
  } finally {
    // Of one that is over it says nothing.
    await audio.call('mixer', 'endInsertMeasure', { path }).catch(() => {});
  }
}
