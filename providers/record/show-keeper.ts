// Keeps with a take what the mixer was to sound like, and all that it got while the take was recorded: show.json and
// moves.jsonl in the take's folder, from which the take is rendered again. The recorder does not depend on any of it.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Audio, type Desired, type Fields, type Followed, type Log, stopAll, type Time } from 'rowdesk/provider';
import type { Layout } from '../console/index.ts';
import { MovesWriter, showFileName, writeShowFile } from '../takes/index.ts';
import { recorderTarget } from './contract.ts';
import { TakeClock } from './take-clock.ts';

const flushMs = 1_000;
const positionMs = 5_000;

export interface ShowKeeperNeeds {
  readonly audio: Pick<Audio, 'call'>;
  readonly desired: Desired;
  readonly layout: Layout;
  readonly time: Time;
  readonly log: Log;
  readonly folderOf: (takeId: string) => string;
}

/** What is followed from the moment of a start on, until the recorder says how it went. */
interface Show {
  readonly followed: Followed;
  /** Monotonic milliseconds. */
  readonly atMs: number;
  readonly at: string;
  /** Moves before the position of this moment in the take is known. */
  readonly early: { readonly atMs: number; readonly values: Followed['values'] }[];
}

interface Keeping extends Show {
  readonly takeId: string;
  readonly clock: TakeClock;
  readonly writer: MovesWriter;
  readonly stopTimers: () => void;
  /** From the first report on, which tells the position: the show is being written. */
  placing: Promise<void> | undefined;
  /** The show is written: moves follow at once. */
  isPlaced: boolean;
}

export class ShowKeeper {
  readonly #needs: ShowKeeperNeeds;
  #prepared: Show | undefined;
  #keeping: Keeping | undefined;
  #ending: Promise<void> = Promise.resolve();

  constructor(needs: ShowKeeperNeeds) {
    this.#needs = needs;
  }

  /** A take is about to start: the show of this moment belongs to it. The returned function takes that back. */
  prepare(): () => void {
    this.#prepared?.followed.stop();
    const prepared = this.#begin();
    this.#prepared = prepared;
    return () => {
      if (this.#prepared !== prepared) return;
      prepared.followed.stop();
      this.#prepared = undefined;
    };
  }

  /** The recorder reports that this take is so long now; '' for none. */
  report(takeId: string, elapsedS: number): void {
    if (this.#keeping !== undefined && this.#keeping.takeId !== takeId) this.#end();
    if (takeId === '') return;
    this.#keeping ??= this.#keep(takeId);
    this.#keeping.placing ??= this.#place(this.#keeping, elapsedS);
  }

  /** Called at shutdown. Resolves once all is with the system. */
  stop(): Promise<void> {
    this.#prepared?.followed.stop();
    this.#prepared = undefined;
    this.#end();
    return this.#ending;
  }

  #begin(): Show {
    const { desired, time } = this.#needs;
    const early: Show['early'] = [];
    const followed = desired.follow('mixer', (values) => this.#moved(early, values));
    return { followed, atMs: time.monotonicMs(), at: new Date(time.now()).toISOString(), early };
  }

  #keep(takeId: string): Keeping {
    const show = this.#prepared ?? this.#begin();
    this.#prepared = undefined;
    const writer = new MovesWriter(this.#needs.folderOf(takeId));
    const clock = new TakeClock();
    const { time } = this.#needs;
    const stopTimers = stopAll(
      time.every(flushMs, () => this.#flush(writer, takeId)),
      time.every(positionMs, () => this.#askPosition(clock)),
    );
    return { ...show, takeId, clock, writer, stopTimers, placing: undefined, isPlaced: false };
  }

  #moved(early: Show['early'], values: Followed['values']): void {
    const nowMs = this.#needs.time.monotonicMs();
    if (this.#keeping?.early === early && this.#keeping.isPlaced) {
      const { clock, writer } = this.#keeping;
      writer.add({ atS: clock.positionS(nowMs), values: [...values] });
    } else early.push({ atMs: nowMs, values });
  }

  /** The position of the show in the take is known: it is written, then what came after it. Never rejects. */
  async #place(keeping: Keeping, elapsedS: number): Promise<void> {
    if (!(await this.#askPosition(keeping.clock))) keeping.clock.report(elapsedS, this.#needs.time.monotonicMs());
    const { clock, early, takeId, writer, at, atMs, followed } = keeping;
    const { layout, folderOf, log } = this.#needs;
    const { values } = followed;
    const atS = clock.positionS(atMs);
    try {
      // The take goes on after an interruption: what was moved meanwhile is in a line with all values.
      if (await hasShow(folderOf(takeId))) writer.add({ atS, values: [...values] });
      else await writeShowFile(folderOf(takeId), { format: 1, takeId, at, atS, layout: { ...layout.counts }, values });
    } catch (error) {
      log.error({ err: error, takeId }, 'The show of a take could not be kept');
    }
    for (const each of early.splice(0)) writer.add({ atS: clock.positionS(each.atMs), values: [...each.values] });
    keeping.isPlaced = true;
  }

  /** False when the recorder does not say: then its reports have to do, until it does. */
  async #askPosition(clock: TakeClock): Promise<boolean> {
    const { audio, time } = this.#needs;
    const { atS } = await audio.call(recorderTarget, 'position', {}).catch((): Fields => ({}));
    if (typeof atS !== 'number') return false;
    clock.report(atS, time.monotonicMs());
    return true;
  }

  #flush(writer: MovesWriter, takeId: string): Promise<void> {
    return writer.flush().catch((error) => {
      this.#needs.log.error({ err: error, takeId }, 'Moves of a take could not be kept');
    });
  }

  #end(): void {
    const keeping = this.#keeping;
    if (keeping === undefined) return;
    this.#keeping = undefined;
    keeping.followed.stop();
    keeping.stopTimers();
    const { placing, takeId, writer } = keeping;
    const closed = (async () => {
      await placing;
      await writer.close();
    })();
    const noted = closed.catch((error) => {
      this.#needs.log.error({ err: error, takeId }, 'Moves of a take could not be kept');
    });
    this.#ending = this.#ending.then(() => noted);
  }
}

const hasShow = (folder: string): Promise<boolean> =>
  access(join(folder, showFileName)).then(
    () => true,
    () => false,
  );
