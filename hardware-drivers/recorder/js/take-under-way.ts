// The take that is recorded: its take.json follows what the native half writes.
import type { NativeRecorder, NativeRecorderClass, RingPlace, TakeOrder, WrittenTake } from './native.ts';
import { framesOf, type TakeDocument, type TakePart } from './take-document.ts';
import type { TakeFolder } from './take-folder.ts';
import { namesOf } from './take-names.ts';

/** As many as other programs read of a take. */
const mostParts = 1000;
const mostMarkers = 1000;
const mostDropouts = 1000;
const saveMs = 1000;

/** The time of CLOCK_MONOTONIC, as the native half has it. */
const monotonicMs = () => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Of a take that another recorder left: where the ring has what follows, and whether all was there until then. */
export interface Resumed {
  readonly place: RingPlace | null;
  readonly complete: boolean;
}

export class TakeUnderWay {
  readonly folder: TakeFolder;
  readonly #types: NativeRecorderClass;
  readonly #native: NativeRecorder;
  /** What was there before the native half began: of a take that goes on. */
  readonly #before: TakeDocument;
  readonly #resumed: Resumed | undefined;
  #document: TakeDocument;
  #savedAtMs = Number.NEGATIVE_INFINITY;
  #savedKey = '';
  /** Why the desk ended it, '' for a stop by hand. */
  #endReason = '';

  constructor(
    types: NativeRecorderClass,
    native: NativeRecorder,
    folder: TakeFolder,
    document: TakeDocument,
    resumed?: Resumed,
  ) {
    this.#resumed = resumed;
    this.#types = types;
    this.#native = native;
    this.folder = folder;
    this.#before = document;
    this.#document = document;
  }

  get document(): TakeDocument {
    return this.#document;
  }

  /** What a second of its tracks has at most. */
  get bytesPerSecond(): number {
    const { tracks, rate, bitDepth } = this.#before;
    return (tracks.reduce((sum, { channels }) => sum + channels, 0) * rate * bitDepth) / 8;
  }

  /** Begins the files, at the next part. Throws Error in words. */
  begin(): void {
    const { takeId, rate, tracks, fileFormat, bitDepth, splitMinutes, parts } = this.#before;
    const names = namesOf(tracks);
    const last = parts.at(-1);
    const order: TakeOrder = {
      ...{ folder: this.folder.path, takeId, rate, fileFormat, bitDepth, splitS: splitMinutes * 60 },
      tracks: tracks.map(({ path, name }, index) => ({ path, name, ...(names[index] as (typeof names)[number]) })),
      firstPart: (last?.number ?? 0) + 1,
      framesBefore: framesOf(parts),
      endedMs: last ? last.monotonicMs + (last.frames / rate) * 1000 : 0,
      ring: this.#resumed?.place ?? null,
    };
    this.#native.start(order);
  }

  /** The frame heard now, seconds from the first one. */
  get positionS(): number {
    return this.#native.position() / this.#document.rate;
  }

  /** Throws Error when there are too many. Returns its position. */
  mark(label: string): number {
    const { markers } = this.#document;
    if (markers.length >= mostMarkers) throw new Error(`a take has at most ${mostMarkers} markers`);
    const at = this.#native.position();
    this.#native.mark(at, label);
    const atS = at / this.#document.rate;
    this.#document = { ...this.#document, markers: [...markers, { atS, label }] };
    this.folder.save(this.#document);
    return atS;
  }

  /** Throws Error when there are too many parts. */
  split(): void {
    if (this.#document.parts.length >= mostParts) throw new Error(`a take has at most ${mostParts} parts`);
    this.#native.split();
  }

  /** Ends it at the frame heard now. */
  stop(reason = ''): void {
    this.#endReason ||= reason;
    this.#native.stop();
  }

  /** Takes over what was written; saves once a second, and when something happened. */
  follow(written: WrittenTake): void {
    this.#take(written);
    const key = `${this.#document.parts.length} ${this.#document.dropoutCount} ${this.#document.state}`;
    const isDue = monotonicMs() - this.#savedAtMs >= saveMs;
    if (key === this.#savedKey && !isDue) return;
    this.#savedKey = key;
    this.#savedAtMs = monotonicMs();
    this.folder.save(this.#document);
  }

  /** Saves the last state at once, with what the native half has by now. Throws Error. */
  saveFinally(written: WrittenTake): void {
    this.#take(written);
    this.folder.saveFinally(this.#document);
  }

  #take(written: WrittenTake): void {
    const parts = [...this.#before.parts, ...written.parts.map((part) => this.#partOf(part))];
    const dropoutCount = this.#before.dropoutCount + written.dropouts;
    const { fileFormat, tracks, rate } = this.#before;
    const names = namesOf(tracks);
    const isSameCount = parts.length === this.#document.parts.length;
    this.#document = {
      ...this.#document,
      ...{ parts, dropoutCount, fault: this.#endReason || written.fault },
      tracks: isSameCount
        ? this.#document.tracks
        : tracks.map((track, index) => ({
            ...track,
            files: [
              ...track.files,
              ...written.parts.map(({ number, missing }) =>
                missing.includes(index) ? '' : this.#types.partFile(names[index]?.stem ?? '', number, fileFormat),
              ),
            ],
          })),
    };
    if (written.dropouts > 0) {
      const dropouts = this.#native.dropouts().map(({ at, frames, reason }) => {
        return { atS: at / rate, lengthMs: (frames / rate) * 1000, reason };
      });
      this.#document = { ...this.#document, dropouts: [...this.#before.dropouts, ...dropouts].slice(0, mostDropouts) };
    }
    // While it goes on, too: the next recorder may have to read on.
    const complete = (this.#before.complete || this.#isReadOn(written)) && !written.hasFailed;
    this.#document = { ...this.#document, complete, state: written.isComplete ? 'closed' : 'recording' };
  }

  /** No frame is missing between what the other recorder wrote and this one. */
  #isReadOn({ parts: [first] }: WrittenTake): boolean {
    return this.#resumed?.complete === true && this.#resumed.place !== null && first?.gapFrames === 0;
  }

  #partOf({ number, atMs, frames, gapFrames }: WrittenTake['parts'][number]): TakePart {
    const startedAt = new Date(Date.now() - (monotonicMs() - atMs)).toISOString();
    const known = this.#document.parts.find((part) => part.number === number);
    return { number, startedAt: known?.startedAt ?? startedAt, monotonicMs: atMs, frames, gapFrames };
  }
}
