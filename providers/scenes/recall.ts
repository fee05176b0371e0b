// What a recall does: worked out once, for the preview and for the recall itself.
import type {
  AreaPlan,
  AreaPlanOptions,
  Areas,
  Audio,
  Desk,
  Refusal,
  SettingChange,
  TaskRun,
  Time,
} from 'rowdesk/provider';
import { blockedIn } from './blocked.ts';
import { type ContentRow, valuesOf } from './content.ts';
import { followFade } from './following.ts';
import { keepingOf, type Wanted, type Why } from './keeping.ts';
import { isSame } from './same.ts';

export interface Recallable extends Wanted {
  readonly content: readonly ContentRow[];
  /** What is left out of it until it is asked for. */
  readonly waiting?: AreaPlan['blocked'];
}

export interface Kept {
  readonly path: string;
  readonly area: string;
  /** `link`: something that stays would follow from it. */
  readonly why: Why | 'link';
}

export interface Recall {
  readonly plan: AreaPlan;
  readonly waiting: AreaPlan['blocked'];
  readonly keeps: readonly Kept[];
}

export interface RecallNeeds {
  readonly audio: Pick<Audio, 'devices' | 'call'>;
  readonly desk: Desk;
  readonly areas: Areas;
  readonly time: Time;
}

/** What recalling this would do now. */
export function recallOf(of: Recallable, actor: string, needs: RecallNeeds): Recall {
  const { audio, desk, areas } = needs;
  const keeping = keepingOf(of, desk, audio.devices);
  const wanted = new Set(of.areas);
  const keeps: Kept[] = [];
  const recalled: ContentRow[] = [];
  for (const row of of.content) {
    const why = keeping(row.path, row.area);
    if (why !== undefined) keeps.push({ path: row.path, area: row.area, why });
    else if (wanted.has(row.area)) recalled.push(row);
  }
  const stays = (path: string, _field: string, area: string) => keeping(path, area) !== undefined;
  const plan = planOf(recalled, { actor, stays }, needs);
  for (const { path, field } of plan.held) keeps.push({ path, area: areas.areaOf(path, field) ?? '', why: 'link' });
  const isWaiting = ({ path, area }: ContentRow) => wanted.has(area) && keeping(path, area) === undefined;
  const waiting = (of.waiting ?? []).filter(({ path, field }) => {
    return isWaiting({ path, area: areas.areaOf(path, field) ?? '', fields: {} });
  });
  return { plan, waiting, keeps: unique(keeps) };
}

const keyOf = ({ path, field }: { readonly path: string; readonly field: string }) => `${path} ${field}`;

/** Most of a scene is there already, and need not be looked at field by field, unless something else would follow there. */
function planOf(rows: readonly ContentRow[], options: AreaPlanOptions, { desk, areas }: RecallNeeds): AreaPlan {
  const plan = areas.plan(valuesOf(rows.filter((row) => !isThere(row, desk))), options);
  const asked = new Set(plan.changes.map(keyOf));
  const following = new Set(plan.effect.map(keyOf).filter((key) => !asked.has(key)));
  if (following.size === 0) return plan;
  const isSpoiled = (row: ContentRow) =>
    Object.keys(row.fields).some((field) => following.has(keyOf({ path: row.path, field }))) && isThere(row, desk);
  return rows.some(isSpoiled) ? areas.plan(valuesOf(rows), options) : plan;
}

/** False also where that can't be told: what is planned for such a row is blocked with the reason. */
function isThere({ path, fields }: ContentRow, desk: Desk): boolean {
  try {
    // Of a larger desk's show most rows may have no place here.
    if (!desk.has(path)) return false;
    const now = desk.read(path);
    return Object.keys(fields).every((name) => isSame(now[name], fields[name]));
  } catch {
    return false;
  }
}

/** As rows show it. */
export function preview({ plan, keeps, waiting }: Recall) {
  return {
    keeps,
    changes: plan.effect.map(({ path, field, from, to }) => ({ path, field, from: from ?? null, to: to ?? null })),
    ...blockedIn([...plan.blocked, ...waiting]),
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
export type Recaller = Pick<TaskRun, 'actor' | 'progress' | 'signal' | 'cancelledBy' | 'yields'>;

export interface RecallCommit {
  readonly label: string;
  readonly fadeMs: number;
  /** What else belongs to it. */
  readonly also: readonly SettingChange[];
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
  readonly held?: readonly SettingChange[];
}

/** One commit, in the tick of the call; the promise waits for the store and the fade. Throws Refusal; then nothing has changed. */
export function recall(of: Recallable, made: RecallCommit, run: Recaller, needs: RecallNeeds): Promise<RecallReport> {
  const { label, fadeMs, also } = made;
  const { actor } = run;
  const { plan, waiting } = recallOf(of, actor, needs);
  const refusal = refusalOf(plan);
  if (refusal !== undefined) throw refusal;
  const fading = fadeMs > 0 ? { fade: { ms: fadeMs } } : {};
  const changes = [...plan.changes, ...also];
  const left = [...plan.blocked, ...waiting];
  const outcome = left.length > 0 ? 'in-part' : 'applied';
  const committing = needs.desk.commit({ actor, label, changes, apart: true, ...fading });
  const { revision } = needs.desk;
  const changed = plan.effect.length;
  run.progress(0, changed, 'writing');
  const moves = fadeMs > 0 && changed > 0;
  return (async () => {
    // What is refused has nothing to follow; a fade that begins waits for no disk.
    await Promise.race([committing, undefined]);
    const fade = { label, ms: fadeMs, revision, to: plan.effect };
    const held = moves ? await followFade(fade, run, needs) : undefined;
    const committed = await Promise.race([committing, cancelled(run.signal, { revision, durable: false })]);
    if (!moves) run.progress(changed, changed, 'written');
    const report = { outcome, changed, ...blockedIn(left), ...committed } as const;
    return held === undefined ? report : { ...report, outcome: 'cancelled', held };
  })();
}

/** Who cancels does not wait for the store. */
function cancelled<T>(signal: AbortSignal, answer: T): Promise<T> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(answer);
    else signal.addEventListener('abort', () => resolve(answer));
  });
}

function unique(keeps: readonly Kept[]): readonly Kept[] {
  return [...new Map(keeps.map((each) => [`${each.why} ${each.area} ${each.path}`, each])).values()];
}
