// The levels of the desk's strips, as its row `/meters` had them last.

import { pathOf, type StripRef } from '../../../hardware-drivers/lib/x32/js/strip-refs.ts';
import type { MeterTap } from '../../../hardware-drivers/lib/x32/js/table/meter-parts.ts';
import { silenceDb } from './meter-blob.ts';

/** A strip in the row `/meters`. */
export interface Level extends StripRef {
  readonly preDb: readonly number[];
  readonly postDb: readonly number[];
  readonly grDb: number;
}

/** A strip of the desk; without a level it is silent. */
export interface MeteredStrip {
  level: Level | undefined;
}

export class Levels {
  /** Grows with each change. */
  version = 0;
  readonly #strips = new Map<string, MeteredStrip>();
  /** As the last row listed them: most rows list the same strips, which are then looked up no more. */
  #listed: readonly (StripRef & { readonly strip: MeteredStrip })[] = [];

  /** The same object for each call with a path. */
  strip(path: string): MeteredStrip {
    const known = this.#strips.get(path);
    if (known !== undefined) return known;
    const strip: MeteredStrip = { level: undefined };
    this.#strips.set(path, strip);
    return strip;
  }

  /** Strips that are not among these have no level. */
  take(levels: readonly Level[]): void {
    const listed = this.#listed;
    const isAsBefore = ({ kind, index }: Level, n: number) => listed[n]?.index === index && listed[n]?.kind === kind;
    if (levels.length !== listed.length || !levels.every(isAsBefore)) {
      this.clear();
      this.#listed = levels.map(({ kind, index }) => ({ kind, index, strip: this.strip(pathOf({ kind, index })) }));
    }
    for (const [n, { strip }] of this.#listed.entries()) strip.level = levels[n];
    this.version += 1;
  }

  /** No strip has a level. */
  clear(): void {
    for (const { strip } of this.#listed) strip.level = undefined;
    this.#listed = [];
    this.version += 1;
  }
}

/** In dB, a level below full scale or a gain. */
export const levelAt: Readonly<Record<MeterTap, (level: Level) => number>> = {
  pre: ({ preDb }) => loudest(preDb),
  preLeft: ({ preDb }) => preDb[0] ?? silenceDb,
  preRight: ({ preDb }) => preDb[1] ?? preDb[0] ?? silenceDb,
  post: ({ postDb }) => loudest(postDb),
  postLeft: ({ postDb }) => postDb[0] ?? silenceDb,
  postRight: ({ postDb }) => postDb[1] ?? postDb[0] ?? silenceDb,
  dynamics: ({ grDb }) => grDb,
};

function loudest(legs: readonly number[]): number {
  let most = silenceDb;
  for (const leg of legs) if (leg > most) most = leg;
  return most;
}
