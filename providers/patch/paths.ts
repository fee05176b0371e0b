// Which strips sound gets to inside the desk: what is assigned and sent, whatever faders and mutes say, since those move
// all the time.
import type { DeskReader, Fields } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';

const silenceDb = -144;

export class Paths {
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** The ways from a strip: each ends at another strip, and begins with the strip itself alone. */
  from(strip: StripRef, desk: DeskReader): ReadonlyMap<string, readonly StripRef[]> {
    const ways = new Map<string, readonly StripRef[]>([[stripPath(strip), [strip]]]);
    for (const [, way] of ways) {
      for (const bus of this.#next(way.at(-1) as StripRef, desk)) {
        if (!ways.has(stripPath(bus))) ways.set(stripPath(bus), [...way, bus]);
      }
    }
    return ways;
  }

  #next(strip: StripRef, desk: DeskReader): readonly StripRef[] {
    const path = stripPath(strip);
    const { mainAssigned, soloed } = fieldsAt(path, desk);
    const buses = this.#layout.all().filter((bus) => this.#isSent(strip, bus, mainAssigned === true, desk));
    if (strip.kind === 'fxSend') buses.push({ kind: 'fxReturn', index: strip.index });
    if (soloed === true) buses.push(...this.#all('cue'));
    return buses.filter((bus) => desk.has(stripPath(bus)));
  }

  #isSent(strip: StripRef, bus: StripRef, isAssigned: boolean, desk: DeskReader): boolean {
    if (bus.kind === 'main' && bus.index === 1) return isAssigned;
    if (bus.kind === 'mixMinus') return this.#isInMixMinus(strip, bus, desk);
    const { on, levelDb } = fieldsAt(`${stripPath(strip)}/sends/${bus.kind}/${bus.index}`, desk);
    return on === true && (levelDb as number) > silenceDb;
  }

  /** What its base gets, without the owner. */
  #isInMixMinus(strip: StripRef, bus: StripRef, desk: DeskReader): boolean {
    const { owner, base } = fieldsAt(stripPath(bus), desk) as { owner?: StripRef | null; base?: StripRef | null };
    if (!base || base.kind === 'mixMinus' || (owner && owner.kind === strip.kind && owner.index === strip.index))
      return false;
    return this.#isSent(strip, base, fieldsAt(stripPath(strip), desk).mainAssigned === true, desk);
  }

  #all(kind: StripRef['kind']): readonly StripRef[] {
    return this.#layout.all().filter((ref) => ref.kind === kind);
  }
}

function fieldsAt(path: string, desk: DeskReader): Fields {
  return desk.has(path) ? desk.read(path) : {};
}
