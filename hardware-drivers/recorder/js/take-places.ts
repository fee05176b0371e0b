// Where the parts of a take are in time and in the ring of the mixer: `.parts`, written by the native half. It has parts
// that take.json has not yet.
import type { RingPlace } from './native.ts';
import { readNoLink } from './no-link.ts';
import type { TakeFolder } from './take-folder.ts';

export interface PartPlace {
  /** The first frame, from the start of the take. */
  readonly at: number;
  readonly monotonicMs: number;
}

interface PlaceInRing {
  readonly at: number;
  readonly epoch: string;
  readonly frame: number;
}

export class TakePlaces {
  readonly parts: ReadonlyMap<number, PartPlace>;
  readonly #rings: readonly PlaceInRing[];

  constructor(text: string) {
    const lines = [...text.matchAll(/^(\d+) (\d+) (\d+)$/gm)];
    this.parts = new Map(
      lines.map(([, number, at, ns]) => [Number(number), { at: Number(at), monotonicMs: Number(ns) / 1e6 }]),
    );
    this.#rings = [...text.matchAll(/^ring (\d+) (\d+) (\d+)$/gm)].map(([, at, epoch = '', frame]) => {
      return { at: Number(at), epoch, frame: Number(frame) };
    });
  }

  static async read(folder: TakeFolder): Promise<TakePlaces> {
    return new TakePlaces(await readNoLink(folder.file('.parts')).catch(() => ''));
  }

  /** The place of the frame that follows the first `frames` of the take; null where it is not known. */
  behind(frames: number): RingPlace | null {
    const n = this.#rings.findLastIndex(({ at }) => at <= frames);
    const [last, next] = [this.#rings[n], this.#rings[n + 1]];
    if (!last) return null;
    const frame = last.frame + frames - last.at;
    // The frames before the next place may be missing from the ring.
    const most = next?.epoch === last.epoch ? next.frame : Number.POSITIVE_INFINITY;
    return { epoch: last.epoch, frame: Math.min(frame, most), isBehindGap: last.at === frames };
  }
}
