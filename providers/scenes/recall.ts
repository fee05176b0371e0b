// What a recall does: worked out once, for the preview and for the recall itself.
import {
  type AreaPlan,
  type Areas,
  type Audio,
  type Change,
  type CommitRequest,
  type ComparedRow,
  type Desk,
  type Refusal,
  type TaskRun,
  type Time,
  Turns,
} from 'rowdesk/provider';
import { blockedIn } from './blocked.ts';
import type { ContentRow } from './content.ts';
import { followFade } from './following.ts';
import { type KeepReason, keepingOf, type RecallSelection } from './keeping.ts';
import { planOf } from './planning.ts';

/** A recall of more changes than this is planned in one turn, prepared over the next ones, and committed in one of its own. */
const mostChangesPerTurn = 1000;

export interface Recallable extends RecallSelection {
  /** Takes out of rows that would change what waits until it is asked for. */
  readonly withhold?: (rows: readonly ContentRow[]) => WithheldRows;
}

export interface WithheldRows {
  readonly rows: readonly ContentRow[];
  readonly waiting: AreaPlan['blocked'];
}

export interface KeptField {
  readonly path: string;
  readonly area: string;
  /** `link`: something that stays would follow from it. */
  readonly why: KeepReason | 'link';
}

export interface Recall {
  readonly plan: AreaPlan;
  readonly waiting: AreaPlan['blocked'];
  /** What would be recalled if the desk had a place for it. */
  readonly gone: readonly ContentRow[];
  readonly keeps: readonly KeptField[];
  /** The revision of the desk that this is about. */
  readonly revision: number;
}

export interface RecallNeeds {
  readonly audio: Pick<Audio, 'boxes' | 'call'>;
  readonly desk: Desk;
  readonly areas: Areas;
  readonly time: Time;
}

/** What recalling this content would do at the moment of which it is. `of` is asked then, and may throw Refusal. */
export function previewOf(content: readonly ContentRow[], of: () => Recallable, needs: RecallNeeds): Promise<Recall> {
  return needs.areas.compare(content, (rows) => recallOf(rows, of(), { actor: '', also: [] }, needs));
}

/** In the tick in which the rows are as they were compared. */
function recallOf(
  rows: readonly ComparedRow[],
  of: Recallable,
  commit: { readonly actor: string; readonly also: readonly Change[] },
  needs: RecallNeeds,
): Recall {
  const { audio, desk, areas } = needs;
  const keeping = keepingOf(of, desk, audio.boxes);
  const wanted = new Set(of.areas);
  const keeps: KeptField[] = [];
  const recalled: Record<ComparedRow['now'], ContentRow[]> = { same: [], other: [], gone: [] };
  for (const { row, now } of rows) {
    const why = keeping(row.path, row.area);
    if (why !== undefined) keeps.push({ path: row.path, area: row.area, why });
    else if (wanted.has(row.area)) recalled[now].push(row);
  }
  const { same, other, gone } = recalled;
  const { rows: changing, waiting } = of.withhold?.(other) ?? { rows: other, waiting: [] };
  const stays = (path: string, _field: string, area: string) => keeping(path, area) !== undefined;
  const plan = planOf(changing, same, { ...commit, stays }, areas);
  for (const { path, field } of plan.held) keeps.push({ path, area: areas.areaOf(path, field) ?? '', why: 'link' });
  return { plan, waiting, gone, keeps: unique(keeps), revision: desk.revision };
}

/** As rows show it. */
export function preview({ plan, keeps, waiting, gone, revision }: Recall) {
  return {
    keeps,
    changes: plan.effect.map(({ path, field, from, to }) => ({ path, field, from: from ?? null, to: to ?? null })),
    ...blockedIn([...plan.blocked, ...waiting], gone),
    revision,
  };
}

/** What a desk of other strips has no place for: it is left out, and stops no show. */
const isMisfit = ({ code }: Refusal) => code === 'unknown-row' || code === 'invalid-fields';

/** Why nothing can be recalled at all: the console is locked, or nothing is left of what would change. */
export function refusalOf({ blocked, changes }: AreaPlan): Refusal | undefined {
  const locked = blocked.find(({ refusal }) => refusal.code === 'console-locked');
  const left = changes.length === 0 ? blocked.find(({ refusal }) => !isMisfit(refusal)) : undefined;
  return (locked ?? left)?.refusal;
}

/** The task that recalls. */
export type Recaller = Pick<TaskRun, 'actor' | 'progress' | 'signal' | 'cancelledBy' | 'yields' | 'ready'>;

export interface RecallCommit {
  readonly label: string;
  readonly fadeMs: number;
  /** What else belongs to it. */
  readonly also: readonly Change[];
}

/** What is recalled, and the commit for it. */
export interface RecallRequest {
  readonly of: Recallable;
  readonly commit: RecallCommit;
}

export interface RecallReport {
  readonly outcome: 'applied' | 'in-part' | 'cancelled';
  /** How many fields it changed. */
  readonly changed: number;
  /** By strip and reason, and how many fields. */
  readonly blocked: ReturnType<typeof blockedIn>['blocked'];
  readonly blockedCount: number;
  readonly revision: number;
  readonly durable: boolean;
  /** Cancelled while it faded: where levels stay. */
  readonly held?: readonly Change[];
}

/**
 * One commit, of one moment; then it waits for the store and the fade. `made` is asked at that moment. Rejects with Refusal;
 * then nothing has changed.
 */
export async function recall(
  content: readonly ContentRow[],
  made: () => RecallRequest,
  run: Recaller,
  needs: RecallNeeds,
): Promise<RecallReport> {
  const { recalled, label, fadeMs, committing } = await run.ready(beginning(content, made, run, needs));
  // What is refused has nothing to follow; a fade that begins waits for no disk.
  await Promise.race([committing, undefined]);
  const { plan, waiting, gone, revision } = recalled;
  const changed = plan.effect.length;
  const moves = fadeMs > 0 && changed > 0;
  const held = moves ? await followFade({ label, ms: fadeMs, revision, to: plan.effect }, run, needs) : undefined;
  const committed = await Promise.race([committing, cancelled(run.signal, { revision, durable: false })]);
  if (!moves) run.progress(changed, changed, 'written');
  const left = blockedIn([...plan.blocked, ...waiting], gone);
  const outcome = left.blockedCount > 0 ? 'in-part' : 'applied';
  const report = { outcome, changed, ...left, ...committed } as const;
  return held === undefined ? report : { ...report, outcome: 'cancelled', held };
}

/**
 * Plans and commits: in one turn of the event loop, or a large recall over several. What changes between its plan and its
 * commit makes it plan again, and then in one turn.
 */
async function beginning(content: readonly ContentRow[], made: () => RecallRequest, run: Recaller, needs: RecallNeeds) {
  const planned = (mostPlanned: number) =>
    needs.areas.compare(content, (rows) => {
      run.signal.throwIfAborted();
      const now = made();
      const recalled = recallOf(rows, now.of, { actor: run.actor, also: now.commit.also }, needs);
      const isLarge = recalled.plan.effect.length > mostPlanned;
      return { now, recalled, begun: isLarge ? undefined : begun(recalled, now.commit, run, needs) };
    });
  const inOneTurn = async () => (await planned(Number.POSITIVE_INFINITY)).begun as StartedRecall;
  const first = await planned(mostChangesPerTurn);
  if (first.begun !== undefined) return first.begun;
  await new Turns(1).spend();
  const { recalled, now } = first;
  const isOvertaken = () => {
    run.signal.throwIfAborted();
    return needs.desk.revision !== recalled.revision || fingerprintOf(made()) !== fingerprintOf(now);
  };
  if (isOvertaken()) return inOneTurn();
  try {
    const request = requestOf(recalled, now.commit, run);
    await needs.desk.prepare(request);
    await new Turns(1).spend();
    if (isOvertaken()) return inOneTurn();
    const second = begun(recalled, now.commit, run, needs, request);
    await Promise.race([second.committing, undefined]);
    return second;
  } catch {
    // A device may have gone; another plan leaves it out, or says why nothing can be recalled.
    return inOneTurn();
  }
}

/** What a plan follows from beside the desk. */
const fingerprintOf = ({ of, commit: { label, fadeMs } }: RecallRequest): string => JSON.stringify([of, label, fadeMs]);

type StartedRecall = ReturnType<typeof begun>;

/** Throws Refusal where nothing can be recalled at all. */
function requestOf({ plan }: Recall, { label, fadeMs, also }: RecallCommit, { actor }: Recaller): CommitRequest {
  const refusal = refusalOf(plan);
  if (refusal !== undefined) throw refusal;
  const fading = fadeMs > 0 ? { fade: { ms: fadeMs } } : {};
  return { actor, label, changes: [...plan.changes, ...also], apart: true, ...fading };
}

function begun(
  recalled: Recall,
  commit: RecallCommit,
  run: Recaller,
  { desk }: RecallNeeds,
  request = requestOf(recalled, commit, run),
) {
  const { plan } = recalled;
  const { label, fadeMs } = commit;
  const committing = desk.commit(request);
  run.progress(0, plan.effect.length, 'writing');
  return { recalled: { ...recalled, revision: desk.revision }, label, fadeMs, committing };
}

/** Who cancels does not wait for the store. */
function cancelled<T>(signal: AbortSignal, answer: T): Promise<T> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(answer);
    else signal.addEventListener('abort', () => resolve(answer));
  });
}

function unique(keeps: readonly KeptField[]): readonly KeptField[] {
  return [...new Map(keeps.map((each) => [`${each.why} ${each.area} ${each.path}`, each])).values()];
}
