// A take that another recorder left: its files are mended, and it goes on once the sound is there.
import type { DriverContext } from 'rowdesk/driver';
import type { NativeRecorder, NativeRecorderClass, RecorderState } from './native.ts';
import { framesOf, readBootId, type TakeDocument } from './take-document.ts';
import { TakePlaces } from './take-places.ts';
import { findUnclosed, mended, type UnclosedTake } from './take-recovery.ts';
import { TakeUnderWay } from './take-under-way.ts';
import type { UnsavedTakes } from './unsaved-takes.ts';

/** It goes on when the sound is back by then. */
const longestWaitMs = 60_000;

export interface LeftTakeParts {
  readonly types: NativeRecorderClass;
  readonly native: NativeRecorder;
  readonly context: Pick<DriverContext, 'log' | 'changed'>;
  readonly takesFolder: string;
  readonly unsaved: UnsavedTakes;
}

export class LeftTake {
  readonly #parts: LeftTakeParts;
  #take: TakeUnderWay | undefined;
  #untilMs = 0;
  #isMending = true;
  #isClosed = false;
  #fault = '';

  /** Begins to mend what is unclosed. */
  constructor(parts: LeftTakeParts) {
    this.#parts = parts;
    void this.#mendAll();
  }

  /** It waits for the sound. */
  get take(): TakeUnderWay | undefined {
    return this.#take;
  }

  /** Unclosed takes are being looked for, and mended. */
  get isMending(): boolean {
    return this.#isMending;
  }

  /** Why one did not go on, '' for nothing; until the next take begins. */
  get fault(): string {
    return this.#fault;
  }

  forgetFault(): void {
    this.#fault = '';
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Returns the take when it goes on now: with a ring of its tracks and rate. */
  goOn({ ring, isReady, fault }: RecorderState): TakeUnderWay | undefined {
    const take = this.#take;
    if (!take) return undefined;
    const difference = ring ? differenceOf(ring, take.document) : '';
    if (difference !== '') this.giveUp(`the sound came back ${difference}: the take has ended`);
    else if (fault !== '') this.giveUp(fault);
    else if (performance.now() > this.#untilMs) this.giveUp('the mixer gave no sound for a minute');
    if (!this.#take || !isReady) return undefined;
    try {
      take.begin();
    } catch (error) {
      this.giveUp((error as Error).message);
      return undefined;
    }
    this.#take = undefined;
    return take;
  }

  /** It ends as it is. */
  giveUp(fault: string): void {
    const take = this.#take;
    this.#take = undefined;
    this.#fault = fault;
    if (take) this.#parts.unsaved.save(take.folder, { ...take.document, state: 'recovered', fault });
  }

  async #mendAll(): Promise<void> {
    const { native, context, takesFolder } = this.#parts;
    try {
      const unclosed = await findUnclosed(takesFolder, readBootId());
      const fresh = unclosed.find(({ isFresh }) => isFresh);
      // The sound since this recorder was started goes into the next part.
      if (fresh) native.setPreRoll(fresh.document.preRollS);
      for (const left of unclosed) {
        if (this.#isClosed) return;
        await this.#mend(left).catch((error: Error) => {
          // The others are mended all the same.
          const { takeId } = left.document;
          context.log('error', `take ${takeId} was left unclosed and can't be mended: ${error.message}`);
        });
      }
    } catch (error) {
      context.log('error', `takes that were left unclosed can't be looked for: ${(error as Error).message}`);
    } finally {
      this.#isMending = false;
      if (!this.#isClosed) context.changed();
    }
  }

  async #mend(left: UnclosedTake): Promise<void> {
    const { types, native, context, unsaved } = this.#parts;
    const places = await TakePlaces.read(left.folder);
    const document = await mended(types, left, places);
    if (this.#isClosed) return;
    context.log('warn', `take ${document.takeId} was left unclosed: its files are mended`);
    if (left.isFresh && document.parts.length > 0) {
      this.#untilMs = performance.now() + longestWaitMs;
      const complete = left.document.complete && document.fault === '';
      const place = places.behind(framesOf(document.parts));
      this.#take = new TakeUnderWay(types, native, left.folder, document, { place, complete });
    } else {
      unsaved.save(left.folder, { ...document, state: 'recovered' });
    }
  }
}

/** '' where the take goes on with the ring. */
function differenceOf(ring: NonNullable<RecorderState['ring']>, { tracks, rate }: TakeDocument): string {
  const isTrack = ({ path, channels }: (typeof ring.tracks)[number], n: number) =>
    path === tracks[n]?.path && channels === tracks[n]?.channels;
  const hasTracks = ring.tracks.length === tracks.length && ring.tracks.every(isTrack);
  return [ring.rate === rate ? '' : 'at another rate', hasTracks ? '' : 'with other tracks']
    .filter((words) => words !== '')
    .join(' and ');
}
