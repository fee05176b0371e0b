// Keeps what is heard of a strip, or of a linked pair, when the level at Top-Of-Ch moves.
import type { DeskReader } from 'rowdesk/provider';
import { type Processors, sendPath, sendsOf } from '../channel/index.ts';
import { type Layout, type StripRef, stripName, stripPath } from '../console/index.ts';
import type { GainSources } from './gain-sources.ts';
import type { KeepingChanges } from './recalibrate-changes.ts';
import { trimMove } from './recalibrate-trim.ts';

const silenceDb = -144;

export interface KeepingNeeds {
  readonly desk: DeskReader;
  readonly layout: Layout;
  readonly processors: Processors;
  readonly sources: GainSources;
}

/** What became of one strip. */
export interface KeptStrip {
  readonly strip: StripRef;
  readonly trimFromDb: number | null;
  readonly trimDb: number | null;
  /** What the trim leaves to thresholds, fader and sends. */
  readonly restDb: number;
}

/** `strips`: one, or the two of a linked pair, whose sources all moved by `movedDb`; the other may hear nothing. */
export function keepStrips(
  strips: readonly StripRef[],
  movedDb: number,
  needs: KeepingNeeds,
  changes: KeepingChanges,
): readonly KeptStrip[] {
  const { desk, sources } = needs;
  const hearing = strips.filter((strip) => sources.portsOf(strip, desk).length > 0);
  const trims = hearing.flatMap((strip) => sources.adjustable(stripPath(strip), 'trimDb', desk) ?? []);
  const trimmedDb = trimMove(movedDb, trims);
  const restDb = Math.round((movedDb + trimmedDb) * 1000) / 1000;
  for (const strip of strips) {
    // Trims come behind this tap.
    for (const at of sendsAt(strip, needs, (tapPoint) => tapPoint === 'Top-Of-Ch')) {
      changes.move(at, 'levelDb', -movedDb, isSendHeard(at, desk));
    }
  }
  const kept = hearing.map((strip, place): KeptStrip => {
    const { value = null } = trims[place] ?? {};
    const trimDb = value === null ? null : value + trimmedDb;
    if (value !== null && trimDb !== null)
      changes.set({ path: stripPath(strip), field: 'trimDb', from: value, to: trimDb });
    return { strip, trimFromDb: value, trimDb, restDb };
  });
  if (restDb !== 0) {
    for (const strip of strips) keepBehindTrim(strip, restDb, needs, changes);
    keepKeys(strips, restDb, needs, changes);
  }
  return kept;
}

/** Post-Trim is louder by `restDb`: thresholds go up with it, fader and sends before the fader go down. */
function keepBehindTrim(strip: StripRef, restDb: number, needs: KeepingNeeds, changes: KeepingChanges): void {
  const { desk, processors } = needs;
  const path = stripPath(strip);
  for (const { processorId, isKeyed } of processors.chain(strip.kind)) {
    const processor = `${path}/chain/processors/${processorId}`;
    const key = isKeyed ? (desk.read(`${processor}/key`).source as StripRef | null) : null;
    if (key !== null && stripPath(key) !== path) continue;
    changes.move(`${processor}/values`, 'thresholdDb', restDb, desk.read(processor).enabled === true);
  }
  changes.move(path, 'levelDb', -restDb, true);
  const isOther = (tapPoint: unknown) => tapPoint !== 'Top-Of-Ch' && tapPoint !== 'Post-Fader';
  for (const at of sendsAt(strip, needs, isOther)) changes.move(at, 'levelDb', -restDb, isSendHeard(at, desk));
}

/** Detectors of other strips that listen to one of these, at Post-Trim. */
function keepKeys(strips: readonly StripRef[], restDb: number, needs: KeepingNeeds, changes: KeepingChanges): void {
  const { desk, layout, processors } = needs;
  const own = new Set(strips.map(stripPath));
  for (const other of layout.all()) {
    if (own.has(stripPath(other)) || !desk.has(stripPath(other))) continue;
    for (const { processorId, isKeyed } of processors.chain(other.kind)) {
      if (!isKeyed) continue;
      const processor = `${stripPath(other)}/chain/processors/${processorId}`;
      const key = desk.read(`${processor}/key`).source as StripRef | null;
      if (key === null || !own.has(stripPath(key))) continue;
      changes.move(`${processor}/values`, 'thresholdDb', restDb, desk.read(processor).enabled === true);
    }
  }
}

/**
 * The strip is linked with one whose source does not move: what the two share has to stay, so that only its trim can make
 * up for anything.
 */
export function keepByTrimAlone(
  strip: StripRef,
  partner: StripRef,
  movedDb: number,
  needs: KeepingNeeds,
  changes: KeepingChanges,
): KeptStrip {
  const { desk, sources } = needs;
  const path = stripPath(strip);
  const trim = sources.adjustable(path, 'trimDb', desk);
  const trimmedDb = trimMove(movedDb, trim === undefined ? [] : [trim]);
  const restDb = Math.round((movedDb + trimmedDb) * 1000) / 1000;
  const why = `is shared with ${stripName(partner)}, whose source does not move.`;
  if (trim !== undefined) changes.set({ path, field: 'trimDb', from: trim.value, to: trim.value + trimmedDb });
  if (restDb !== 0) changes.lacks(path, 'levelDb', `The fader would have to move by ${-restDb} dB, and ${why}`);
  for (const at of sendsAt(strip, needs, (tapPoint) => tapPoint === 'Top-Of-Ch')) {
    if (isSendHeard(at, desk)) changes.lacks(at, 'levelDb', `It would have to move by ${-movedDb} dB, and ${why}`);
  }
  const trimFromDb = trim?.value ?? null;
  return { strip, trimFromDb, trimDb: trimFromDb === null ? null : trimFromDb + trimmedDb, restDb };
}

function sendsAt(strip: StripRef, { desk, layout }: KeepingNeeds, isTap: (tapPoint: unknown) => boolean): string[] {
  return sendsOf(strip, layout)
    .map(sendPath)
    .filter((path) => isTap(desk.read(path).tapPoint));
}

/** Mutes may be lifted at any moment; what is off or silent is set anew when it is used. */
function isSendHeard(path: string, desk: DeskReader): boolean {
  const { on, levelDb } = desk.read(path);
  return on === true && Number(levelDb) > silenceDb;
}
