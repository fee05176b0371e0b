// Which preamps strips hear, and which strips a preamp reaches.
import { type Audio, type DeskReader, type Fields, type Rows, unknownRow } from 'rowdesk/provider';
import { type Preamp, Preamps, partnerOf } from '../channel/index.ts';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import type { Adjustable } from './gain-proposal.ts';
import type { Range } from './gain-range.ts';

export interface GainNeeds {
  readonly audio: Pick<Audio, 'boxes'>;
  readonly rows: Pick<Rows, 'options'>;
  readonly layout: Layout;
  readonly edges: PatchEdges;
}

/** The gain of a preamp. */
export interface Gain extends Adjustable {
  /** The row of the socket, and its field: gainDb or sensDb. */
  readonly path: string;
  readonly field: string;
}

/** Throws refusal `unknown-row` for a strip without a row. */
export function refuseUnknown(strips: readonly StripRef[], desk: DeskReader): void {
  for (const path of strips.map(stripPath)) if (!desk.has(path)) throw unknownRow(path);
}

export class GainSources {
  readonly #needs: GainNeeds;
  readonly #preamps: Preamps;

  constructor(needs: GainNeeds) {
    this.#needs = needs;
    this.#preamps = new Preamps(needs.audio, needs.rows);
  }

  /** The strips that a port may feed. */
  strips(desk: DeskReader): readonly StripRef[] {
    return this.#needs.edges.live.sourceStrips(desk);
  }

  /** The ports that a strip hears now, of all its legs. */
  portsOf(strip: StripRef, desk: DeskReader): readonly string[] {
    return this.#needs.edges.live.edgesAt(strip, desk).heard.map(({ portId }) => portId);
  }

  /** The gains of the preamps that a strip hears, of all its legs. */
  gainsOf(strip: StripRef, desk: DeskReader): readonly Gain[] {
    const gains = this.portsOf(strip, desk).flatMap((portId) => this.#gainOf(portId, desk));
    return [...new Map(gains.map((gain) => [gain.path, gain])).values()];
  }

  /** The other strip of a linked pair. */
  linkedTo(strip: StripRef, desk: DeskReader): StripRef | undefined {
    const isLinked = desk.read(stripPath(strip)).stereoLink === true;
    return isLinked ? partnerOf(strip, this.#needs.layout) : undefined;
  }

  /** The range of a writable number of a row now; undefined where the row or the field is not there. */
  rangeOf(path: string, field: string, desk: DeskReader): Range | undefined {
    if (!desk.has(path)) return undefined;
    const words = this.#needs.rows.options(path).fields[field];
    return words?.access === 'rw' ? rangeOf(words) : undefined;
  }

  /** A number of a row with its range; undefined where there is none. */
  adjustable(path: string, field: string, desk: DeskReader): Adjustable | undefined {
    const range = this.rangeOf(path, field, desk);
    const value = range && desk.read(path)[field];
    return typeof value === 'number' ? { value, range: range as Range } : undefined;
  }

  #gainOf(portId: string, desk: DeskReader): readonly Gain[] {
    const preamp: Preamp | undefined = this.#preamps.of(portId, desk);
    const field = preamp?.names.gainDb;
    if (preamp?.gain === undefined || field === undefined) return [];
    const range = rangeOf(preamp.gain);
    const value = desk.read(preamp.path)[field];
    return range === undefined || typeof value !== 'number' ? [] : [{ path: preamp.path, field, value, range }];
  }
}

function rangeOf({ minimum, maximum, multipleOf }: Fields): Range | undefined {
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return undefined;
  return { minimum, maximum, step: typeof multipleOf === 'number' ? multipleOf : 0 };
}
