// The ways on which the sound of a strip gets somewhere now: by what is assigned, sent, soloed, faded up and not muted.
import type { DeskReader, Fields, ObservedReader } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';
import { type PatchEdges, sourceLegs, twoLegged } from '../patch/index.ts';
import { silenceDb } from './contract.ts';

/** A leg of a strip: `mono` of a strip with one leg that is not one of a stereo pair. */
export type Leg = 'left' | 'right' | 'mono';

/** Where sound is, and the strips on its way there, the first and the last included. */
export interface Way {
  readonly strips: readonly StripRef[];
  readonly leg: Leg;
}

/** Mutes for good; what else silences a strip (a switch of phantom, a start) is over soon. */
const lastingMute = /^(mute|muteGroup:\d+|dca:\d+|panic)$/;

export class AudibleWays {
  readonly #paths: PatchEdges['paths'];
  readonly #desk: DeskReader;
  readonly #observed: ObservedReader;

  constructor(paths: PatchEdges['paths'], desk: DeskReader, observed: ObservedReader) {
    this.#paths = paths;
    this.#desk = desk;
    this.#observed = observed;
  }

  /**
   * The shortest way to each leg of each strip that sound of this leg gets to, up to before the fader there. Effects are
   * left out: what comes back from them is another sound.
   */
  from(strip: StripRef, leg: 'left' | 'right'): readonly Way[] {
    const own = twoLegged.includes(strip.kind) ? leg : this.#legOfPair(strip);
    const ways = new Map<string, Way>([[keyOf(strip, own), { strips: [strip], leg: own }]]);
    for (const [, way] of ways) {
      const last = way.strips.at(-1) as StripRef;
      for (const bus of this.#paths.next(last, this.#desk)) {
        for (const reached of this.#legsReached(last, way.leg, bus)) {
          const key = keyOf(bus, reached);
          if (!ways.has(key)) ways.set(key, { strips: [...way.strips, bus], leg: reached });
        }
      }
    }
    return [...ways.values()];
  }

  /** Its fader lets sound through. */
  isOpen(strip: StripRef): boolean {
    const { levelDb, dcas = [] } = this.#read(stripPath(strip)) as { levelDb?: number; dcas?: readonly number[] };
    if (this.#isMuted(strip) || isSilent(levelDb)) return false;
    return dcas.every((index) => !isSilent(this.#read(stripPath({ kind: 'dca', index })).levelDb));
  }

  #legsReached(from: StripRef, leg: Leg, to: StripRef): readonly Leg[] {
    const pan = this.#panInto(from, to);
    if (pan === undefined) return [];
    const legs = (['left', 'right'] as const).filter((side) => leg === 'mono' || leg === side);
    const passing = legs.filter((side) => (side === 'left' ? pan < 100 : pan > -100));
    if (twoLegged.includes(to.kind)) return passing;
    const own = this.#legOfPair(to);
    return own === 'mono' || passing.includes(own) ? [own] : [];
  }

  /** -100 to 100; undefined where no sound of the one is let into the other. */
  #panInto(from: StripRef, to: StripRef): number | undefined {
    const { pan } = this.#read(stripPath(from)) as { pan?: number };
    const panned = (isLetThrough: boolean) => (isLetThrough ? (pan ?? 0) : undefined);
    if (from.kind === 'fxSend') return undefined;
    if (to.kind === 'cue') return this.#isBeforeFader(from) ? 0 : panned(this.isOpen(from));
    if (to.kind === 'main' && to.index === 1) return panned(this.isOpen(from));
    if (to.kind === 'mixMinus') {
      const { base } = this.#read(stripPath(to)) as { base?: StripRef | null };
      return base ? this.#panInto(from, base) : undefined;
    }
    const send = this.#read(`${stripPath(from)}/sends/${to.kind}/${to.index}`) as Partial<Send>;
    const isLetThrough = send.tapPoint === 'Post-Fader' ? this.isOpen(from) : !this.#isMuted(from);
    return isLetThrough ? (send.pan ?? 0) : undefined;
  }

  /** Heard in the cue before the fader, whatever its mute: soloed with PFL. The idle source is heard after its fader. */
  #isBeforeFader(strip: StripRef): boolean {
    const { soloed } = this.#read(stripPath(strip));
    const { inputMode, busMode } = this.#read('/cue');
    return soloed === true && (Object.hasOwn(sourceLegs, strip.kind) ? inputMode : busMode) === 'PFL';
  }

  #isMuted(strip: StripRef): boolean {
    const path = stripPath(strip);
    const reported = this.#observed.read(path, 'mutedBy')?.value as readonly string[] | undefined;
    if (reported === undefined) return this.#read(path).muted === true;
    return reported.some((cause) => lastingMute.test(cause));
  }

  #legOfPair(strip: StripRef): Leg {
    if (this.#read(stripPath(strip)).stereoLink !== true) return 'mono';
    return strip.index % 2 === 1 ? 'left' : 'right';
  }

  #read(path: string): Fields {
    return this.#desk.has(path) ? this.#desk.read(path) : {};
  }
}

interface Send {
  readonly pan: number;
  readonly tapPoint: string;
}

const keyOf = ({ kind, index }: StripRef, leg: Leg): string => `${kind}/${index}/${leg}`;

export const isSilent = (levelDb: unknown): boolean => typeof levelDb === 'number' && levelDb <= silenceDb;
