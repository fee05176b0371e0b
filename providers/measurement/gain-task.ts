// Listens, proposes, and applies: the work of /measurement/gain.
import { type Audio, type Change, type Desk, type Fields, Refusal, type TaskRun, type Time } from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import { type GainGroup, gainGroups } from './gain-groups.ts';
import { type PlayedLevels, pauseDb } from './gain-levels.ts';
import { listenToPeaks } from './gain-listening.ts';
import { type Adjustable, type GainGoal, type GainProposal, proposeGain } from './gain-proposal.ts';
import { type Gain, type GainSources, refuseUnknown } from './gain-sources.ts';
import { arrived } from './gain-writing.ts';

/** Less playing than this says nothing about a level. */
const leastPlayingS = 0.5;

export interface GainTaskNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly time: Time;
  readonly edges: PatchEdges;
  readonly sources: GainSources;
}

export interface GainRequest extends GainGoal {
  /** None: all strips that hear a source. */
  readonly strips: readonly StripRef[];
  readonly seconds: number;
  readonly apply: boolean;
}

/** Why nothing can be proposed. */
type Reason = 'no-source' | 'source-absent' | 'playback' | 'clipped' | 'silence' | 'too-short' | 'changed' | 'fixed';

interface Judged {
  readonly group: GainGroup;
  readonly levels: PlayedLevels;
  readonly trims: readonly Adjustable[];
  readonly proposal?: GainProposal;
  readonly reason: Reason | '';
}

/** Rejects with refusal `conflict` where no strip hears a source, `device-absent` where no mixer measures. */
export async function gainTask(request: GainRequest, needs: GainTaskNeeds, run: TaskRun): Promise<Fields> {
  const { desk, sources } = needs;
  const given = request.strips.length > 0 ? request.strips : sources.strips(desk).filter((ref) => hears(ref, needs));
  if (given.length === 0) throw new Refusal('conflict', 'No strip hears a source.', { reason: 'no-source' });
  if (needs.audio.clock.driving === '') throw new Refusal('device-absent', 'No mixer runs.', { target: 'mixer' });
  refuseUnknown(given, desk);
  const groups = gainGroups(given, sources, desk);
  const paths = groups.map(({ strips }) => strips.map(stripPath));
  const heard = await listenToPeaks(paths, request.seconds, needs, run);
  const judged = groups.map((group, place) => judge(group, heard[place]?.levels() as PlayedLevels, request, needs));
  const changes = judged.flatMap(changesOf);
  const strips = judged.flatMap((each) => each.group.strips.map((strip) => reportOf(strip, each, needs)));
  if (!request.apply) return { outcome: 'preview', strips, changes: changes.length };
  if (changes.length === 0) return { outcome: 'applied', strips, changes: 0 };
  await desk.commit({ actor: run.actor, label: labelOf(judged), changes, apart: true });
  const isThere = await arrived(changes, needs);
  return { outcome: isThere ? 'applied' : 'unverified', strips, changes: changes.length };
}

const hears = (strip: StripRef, { sources, desk }: GainTaskNeeds) => sources.portsOf(strip, desk).length > 0;

function judge(group: GainGroup, levels: PlayedLevels, request: GainRequest, needs: GainTaskNeeds): Judged {
  const { desk, sources } = needs;
  const trims = group.strips.flatMap((strip) => sources.adjustable(stripPath(strip), 'trimDb', desk) ?? []);
  const reason =
    reasonOf(group, levels, request.seconds, needs) ?? (group.gains.length + trims.length > 0 ? '' : 'fixed');
  if (reason !== '') return { group, levels, trims, reason };
  return { group, levels, trims, reason, proposal: proposeGain(levels, request, group.gains, trims) };
}

function reasonOf(
  { strips, gains }: GainGroup,
  { isClipped, playingPercent, windows }: PlayedLevels,
  seconds: number,
  { desk, edges, sources }: GainTaskNeeds,
): Reason | undefined {
  const ports = strips.flatMap((strip) => sources.portsOf(strip, desk));
  if (ports.length === 0) return 'no-source';
  if (strips.some((strip) => edges.isPlayed(strip, desk.observed))) return 'playback';
  if (!ports.some((port) => edges.isThere(port))) return 'source-absent';
  const now = strips.flatMap((strip) => sources.gainsOf(strip, desk));
  if (!isSame(gains, now)) return 'changed';
  if (isClipped) return 'clipped';
  if (playingPercent === 0) return 'silence';
  return windows === 0 || (playingPercent / 100) * seconds < leastPlayingS ? 'too-short' : undefined;
}

/** What was heard is of the gains that are there now. */
function isSame(before: readonly Gain[], now: readonly Gain[]): boolean {
  const values = new Map(now.map(({ path, value }) => [path, value]));
  return before.every(({ path, value }) => values.get(path) === value) && values.size === before.length;
}

const words: Readonly<Record<Reason, string>> = {
  'no-source': 'It hears no source: sourceId names one.',
  'source-absent': 'The port that it hears is not there.',
  playback: 'It hears a take, whose level no preamp changes any more: end the soundcheck first.',
  clipped: 'It clipped: how loud it is, nothing says. Turn its preamp down by some 10 dB, and listen again.',
  silence: `Nothing louder than ${pauseDb} dBFS was heard: is it plugged in, and does it play?`,
  'too-short': 'It played for less than half a second: listen longer.',
  changed: 'Its source or its gain was changed meanwhile: listen again.',
  fixed: 'It has neither a preamp nor a trim.',
};

function changesOf({ group, trims, proposal }: Judged): readonly Change[] {
  if (proposal === undefined) return [];
  const gains = group.gains.map(({ path, field, value }, place) => {
    return { path, field, from: value, value: proposal.gainsDb[place] as number };
  });
  // Strips of one group are of kinds that all have a trim, or none.
  const trimmed = trims.map(({ value }, place) => {
    const path = stripPath(group.strips[place] as StripRef);
    return { path, field: 'trimDb', from: value, value: proposal.trimsDb[place] as number };
  });
  const changed = [...gains, ...trimmed].filter(({ from, value }) => from !== value);
  return changed.map(({ path, field, value }) => ({ path, field, value }));
}

const round = (db: number) => Math.round(db * 10) / 10;

function reportOf(strip: StripRef, { group, levels, trims, proposal, reason }: Judged, needs: GainTaskNeeds): Fields {
  const { desk, sources } = needs;
  const own = sources.gainsOf(strip, desk).map(({ path }) => path);
  const place = group.strips.indexOf(strip);
  const preamps = group.gains
    .map(({ path, value }, at) => ({ path, fromDb: value, toDb: proposal?.gainsDb[at] ?? value }))
    .filter(({ path }) => own.includes(path));
  const others = sources.strips(desk).filter((other) => !group.strips.some((each) => isSameStrip(each, other)));
  return {
    ...{ kind: strip.kind, index: strip.index, name: desk.read(stripPath(strip)).name ?? '' },
    ...{ p50Db: round(levels.p50Db), p90Db: round(levels.p90Db), p999Db: round(levels.p999Db) },
    ...{ peakDb: round(levels.peakDb), clipMarginDb: round(-levels.peakDb) },
    playingPercent: Math.round(levels.playingPercent),
    ...{ gainFromDb: preamps[0]?.fromDb ?? null, gainDb: proposal ? (preamps[0]?.toDb ?? null) : null },
    ...{ trimFromDb: trims[place]?.value ?? null, trimDb: proposal?.trimsDb[place] ?? null },
    preamps,
    expectedP90Db: proposal ? round(proposal.expectedP90Db) : null,
    expectedPeakDb: proposal ? round(proposal.expectedPeakDb) : null,
    limitedBy: proposal?.limitedBy ?? '',
    ...{ reason, detail: reason === '' ? '' : words[reason] },
    sharedWith: others.filter((other) => sources.gainsOf(other, desk).some(({ path }) => own.includes(path))),
  };
}

const isSameStrip = (a: StripRef, b: StripRef) => a.kind === b.kind && a.index === b.index;

function labelOf(judged: readonly Judged[]): string {
  const strips = judged.filter(({ proposal }) => proposal).flatMap(({ group }) => group.strips);
  const [only] = strips;
  return strips.length === 1 && only ? `Gain of ${stripName(only)}` : `Gain of ${strips.length} strips`;
}
