// Moves a preamp and keeps what is heard: the work of /measurement/recalibrate.
import { type Change, type Desk, type Fields, fieldRefusal, Refusal, type TaskRun, type Time } from 'rowdesk/provider';
import type { Processors } from '../channel/index.ts';
import { type Layout, type StripRef, stripName, stripPath } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import { clean, isOnStep, isWithin } from './gain-range.ts';
import { type Gain, type GainSources, refuseUnknown } from './gain-sources.ts';
import { arrived, isRefused } from './gain-writing.ts';
import { KeepingChanges } from './recalibrate-changes.ts';
import { type KeptStrip, keepByTrimAlone, keepStrips } from './recalibrate-strip.ts';

export interface RecalibrateNeeds {
  readonly desk: Desk;
  readonly time: Time;
  readonly layout: Layout;
  readonly edges: PatchEdges;
  readonly processors: Processors;
  readonly sources: GainSources;
}

export interface RecalibrateRequest {
  readonly strip: StripRef | null;
  /** The difference. */
  readonly gainDb: number;
  readonly apply: boolean;
  /** Also where a level can not be kept. */
  readonly override: boolean;
}

/**
 * One commit. Throws refusal `invalid-fields` for a difference beyond the range or step of a preamp, `device-absent` for a
 * strip without one, `conflict` where a level can not be kept.
 */
export async function recalibrate(request: RecalibrateRequest, needs: RecalibrateNeeds, run: TaskRun): Promise<Fields> {
  const { desk, sources } = needs;
  const { strip, gainDb, apply, override } = request;
  if (strip === null)
    throw fieldRefusal('strip', 'missing', 'strip names the strip whose preamp moves, {kind, index}.');
  refuseUnknown([strip], desk);
  const pair = [strip, ...[sources.linkedTo(strip, desk) ?? []].flat()];
  const gains = [
    ...new Map(pair.flatMap((each) => sources.gainsOf(each, desk)).map((gain) => [gain.path, gain])).values(),
  ];
  if (sources.gainsOf(strip, desk).length === 0) {
    const words = `The source of ${stripName(strip)} has no preamp, or there is none.`;
    throw new Refusal('device-absent', words, { strip: stripName(strip) });
  }
  checkMove(gainDb, gains);
  const { changes, kept, notes } = plan(gains, gainDb, needs);
  const report = {
    movedDb: gainDb,
    preamps: gains.map(({ path, value }) => ({ path, fromDb: value, toDb: clean(value + gainDb) })),
    strips: kept.map(({ strip: { kind, index }, ...of }) => ({ kind, index, ...of })),
    changes: changes.list.map((change) => ({ ...change })),
    uncompensated: changes.uncompensated.map((each) => ({ ...each })),
    notes,
  };
  if (!apply) return { outcome: 'preview', ...report };
  const [lacking] = changes.uncompensated;
  if (lacking !== undefined && !override) {
    const more = changes.uncompensated.length - 1;
    const words = `${lacking.path} ${lacking.field}: ${lacking.detail}${more > 0 ? ` And ${more} more.` : ''}`;
    throw new Refusal('conflict', `Not every level can be kept. ${words}`, {
      ...{ reason: 'uncompensated', uncompensated: report.uncompensated },
    });
  }
  const moves = gains.map(({ path, field, value }) => ({ path, field, from: value, to: clean(value + gainDb) }));
  const all = [...moves, ...changes.list];
  const asCommit = (which: 'from' | 'to'): Change[] =>
    all.map((each) => ({ path: each.path, field: each.field, value: each[which] }));
  const label = `Gain of ${stripName(strip)}, levels kept`;
  await desk.commit({ actor: run.actor, label, changes: asCommit('to'), exact: true, apart: true });
  const isThere = await arrived(asCommit('to'), needs);
  const refused = moves.find((move) => isRefused(move, desk));
  if (refused !== undefined) {
    // Levels would be wrong by what the preamp did not move.
    const { reason = '' } = desk.observed.read(refused.path, refused.field) ?? {};
    const back = { actor: run.actor, label: `${label}: taken back`, changes: asCommit('from') };
    await desk.commit({ ...back, exact: true, apart: true });
    throw new Refusal('target-refused', `The preamp ${refused.path} did not move: ${reason}`, { path: refused.path });
  }
  return { outcome: isThere ? 'applied' : 'unverified', ...report };
}

function checkMove(gainDb: number, gains: readonly Gain[]): void {
  const lowest = Math.max(...gains.map(({ value, range }) => range.minimum - value));
  const highest = Math.min(...gains.map(({ value, range }) => range.maximum - value));
  if (!isWithin(gainDb, { minimum: lowest, maximum: highest, step: 0 })) {
    const words = `gainDb is a difference from ${clean(lowest)} to ${clean(highest)} dB here`;
    const at = gains.map(
      ({ path, value, range }) => `${path} is at ${value} dB of ${range.minimum} to ${range.maximum}`,
    );
    throw fieldRefusal('gainDb', 'out-of-range', `${words}: ${at.join(', ')}.`);
  }
  const offStep = gains.find(({ value, range }) => !isOnStep(value + gainDb, range));
  if (offStep !== undefined) {
    throw fieldRefusal(
      'gainDb',
      'out-of-range',
      `gainDb has to be a multiple of ${offStep.range.step} dB: ${offStep.path} has no other.`,
    );
  }
}

function plan(gains: readonly Gain[], gainDb: number, needs: RecalibrateNeeds) {
  const { desk, sources } = needs;
  const changes = new KeepingChanges(desk, sources);
  const moved = new Set(gains.map(({ path }) => path));
  const kept: KeptStrip[] = [];
  const done = new Set<string>();
  for (const strip of sources.strips(desk)) {
    const share = shareOf(strip, moved, needs);
    if (share === 'none' || done.has(stripPath(strip))) continue;
    const partner = sources.linkedTo(strip, desk);
    if (share === 'part') {
      const detail = 'Only one of its legs hears the preamp, and its trim is that of both.';
      changes.lacks(stripPath(strip), 'trimDb', detail);
      continue;
    }
    const isAlone = partner === undefined || sources.portsOf(partner, desk).length === 0;
    if (!isAlone && shareOf(partner, moved, needs) !== 'all') {
      kept.push(keepByTrimAlone(strip, partner, gainDb, needs, changes));
      continue;
    }
    const together = partner === undefined ? [strip] : [strip, partner];
    for (const each of together) done.add(stripPath(each));
    kept.push(...keepStrips(together, gainDb, needs, changes));
  }
  return { changes, kept, notes: notesOf(kept, moved, gainDb, needs) };
}

/** Of the legs of a strip that hear something: all of them hear a preamp that moves, none, or some. */
function shareOf(strip: StripRef, moved: ReadonlySet<string>, { desk, sources }: RecalibrateNeeds) {
  const own = sources.gainsOf(strip, desk).filter(({ path }) => moved.has(path)).length;
  if (own === 0) return 'none';
  return own === new Set(sources.portsOf(strip, desk)).size ? 'all' : 'part';
}

/** What is not kept and can not be, in words. */
function notesOf(kept: readonly KeptStrip[], moved: ReadonlySet<string>, gainDb: number, needs: RecalibrateNeeds) {
  const { desk, sources, edges } = needs;
  const by = `${gainDb > 0 ? '+' : ''}${gainDb} dB`;
  const notes: string[] = [];
  const { armed = [], tapPoint = '' } = desk.has('/record') ? desk.read('/record') : {};
  const isArmed = ({ strip }: KeptStrip) =>
    (armed as readonly StripRef[]).some((each) => stripPath(each) === stripPath(strip));
  const recorded = tapPoint === 'Top-Of-Ch' ? kept.filter(isArmed).map(({ strip }) => stripName(strip)) : [];
  if (recorded.length > 0) notes.push(`The recording takes ${recorded.join(', ')} at Top-Of-Ch: it changes by ${by}.`);
  for (const strip of sources.strips(desk)) {
    if (edges.isPlayed(strip, desk.observed) && shareOf(strip, moved, needs) !== 'none') {
      notes.push(`${stripName(strip)} hears a take now, whose level no preamp moves.`);
    }
  }
  return notes;
}
