// Which strips sound gets to inside the desk: what is assigned and sent, whatever faders and mutes say, since those move
// all the time.
import type { DeskReader, Fields } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';

const silenceDb = -144;

/** The fields of a send that is on, at any level above silence. */
export const isSending = ({ on, levelDb }: Fields): boolean => on === true && (levelDb as number) > silenceDb;

/** What strips may send to; the cue hears what is soloed. */
const busKinds: readonly StripRef['kind'][] = ['mix', 'matrix', 'main', 'fxSend', 'mixMinus'];

export class Paths {
  readonly #buses: readonly StripRef[];
  readonly #cues: readonly StripRef[];

  constructor(layout: Layout) {
    this.#buses = layout.all().filter(({ kind }) => busKinds.includes(kind));
    this.#cues = layout.all().filter(({ kind }) => kind === 'cue');
  }

  /** The ways from a strip: each ends at another strip, and begins with the strip itself alone. */
  from(strip: StripRef, desk: DeskReader): ReadonlyMap<string, readonly StripRef[]> {
    const ways = new Map<string, readonly StripRef[]>([[stripPath(strip), [strip]]]);
    for (const [, way] of ways) {
      for (const bus of this.next(way.at(-1) as StripRef, desk)) {
        if (!ways.has(stripPath(bus))) ways.set(stripPath(bus), [...way, bus]);
      }
    }
    return ways;
  }

  /** The strips that this one gives sound to, without others between them. */
  next(strip: StripRef, desk: DeskReader): readonly StripRef[] {
    const path = stripPath(strip);
    const { mainAssigned } = fieldsAt(path, desk);
    const buses = this.#buses.filter((bus) => this.#isSent(strip, bus, mainAssigned === true, desk));
    if (strip.kind === 'fxSend') buses.push({ kind: 'fxReturn', index: strip.index });
    if (this.#isCued(strip, desk)) buses.push(...this.#cues);
    return buses.filter((bus) => desk.has(stripPath(bus)));
  }

  #isSent(strip: StripRef, bus: StripRef, isAssigned: boolean, desk: DeskReader): boolean {
    if (bus.kind === 'main' && bus.index === 1) return isAssigned;
    if (bus.kind === 'mixMinus') return this.#isInMixMinus(strip, bus, desk);
    return isSending(fieldsAt(`${stripPath(strip)}/sends/${bus.kind}/${bus.index}`, desk));
  }

  /** What its base gets, without the owner. */
  #isInMixMinus(strip: StripRef, bus: StripRef, desk: DeskReader): boolean {
    const { owner, base } = fieldsAt(stripPath(bus), desk) as { owner?: StripRef | null; base?: StripRef | null };
    if (!base || base.kind === 'mixMinus' || isHeardWith(owner, strip, desk)) return false;
    return this.#isSent(strip, base, fieldsAt(stripPath(strip), desk).mainAssigned === true, desk);
  }

  /** Soloed, by itself or by a DCA; or the idle source, whatever is soloed now: nothing is, later on. */
  #isCued(strip: StripRef, desk: DeskReader): boolean {
    const { soloed, dcas = [] } = fieldsAt(stripPath(strip), desk) as { soloed?: boolean; dcas?: readonly number[] };
    const isInSoloed = dcas.some((index) => fieldsAt(stripPath({ kind: 'dca', index }), desk).soloed === true);
    const { idleSource } = fieldsAt('/cue', desk) as { idleSource?: StripRef | null };
    return soloed === true || isInSoloed || isHeardWith(idleSource, strip, desk);
  }
}

/** The strip itself, or the other one of its linked pair: the two are one stereo strip. */
function isHeardWith(ref: StripRef | null | undefined, strip: StripRef, desk: DeskReader): boolean {
  if (!ref || ref.kind !== strip.kind) return false;
  const isPair = Math.ceil(ref.index / 2) === Math.ceil(strip.index / 2);
  return ref.index === strip.index || (isPair && fieldsAt(stripPath(strip), desk).stereoLink === true);
}

function fieldsAt(path: string, desk: DeskReader): Fields {
  return desk.has(path) ? desk.read(path) : {};
}
