// What a recall does: worked out once, for the preview and for the recall itself.
import {
  type AreaPlan,
  type AreaPlanOptions,
  type Areas,
  type Audio,
  type Desk,
  problemOf,
  type Refusal,
  type SettingChange,
  type TaskRun,
} from 'rowdesk/provider';
import { type ContentRow, valuesOf } from './content.ts';
import { keepingOf, type Wanted, type Why } from './keeping.ts';
import { isSame } from './same.ts';

export interface Recallable extends Wanted {
  readonly content: readonly ContentRow[];
}

export interface Kept {
  readonly path: string;
  readonly area: string;
  /** `link`: something that stays would follow from it. */
  readonly why: Why | 'link';
}

export interface Recall {
  readonly plan: AreaPlan;
  readonly keeps: readonly Kept[];
}

export interface RecallNeeds {
  readonly audio: Pick<Audio, 'devices'>;
  readonly desk: Desk;
  readonly areas: Areas;
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
  return { plan, keeps: unique(keeps) };
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
    const now = desk.read(path);
    return Object.keys(fields).every((name) => isSame(now[name], fields[name]));
  } catch {
    return false;
  }
}

/** As rows show it. */
export function preview({ plan, keeps }: Recall) {
  return {
    keeps,
    changes: plan.effect.map(({ path, field, from, to }) => ({ path, field, from: from ?? null, to: to ?? null })),
    blocked: blockedIn(plan),
  };
}

const blockedIn = ({ blocked }: AreaPlan) =>
  blocked.map(({ path, field, refusal }) => ({ path, field, refusal: { ...problemOf(refusal, path) } }));

/** What a desk of other strips has no place for: it is left out, and stops no show. */
const isMisfit = ({ code }: Refusal) => code === 'unknown-row' || code === 'invalid-fields';

/** Why nothing can be recalled at all: the console is locked, or nothing is left of what would change. */
export function refusalOf({ blocked, changes }: AreaPlan): Refusal | undefined {
  const locked = blocked.find(({ refusal }) => refusal.code === 'console-locked');
  const left = changes.length === 0 ? blocked.find(({ refusal }) => !isMisfit(refusal)) : undefined;
  return (locked ?? left)?.refusal;
}

/** Who recalls, and who is told how far it is. */
export type Recaller = Pick<TaskRun, 'actor' | 'progress'>;

export interface RecallCommit extends Recaller {
  readonly label: string;
  readonly fadeMs: number;
  /** What else belongs to it. */
  readonly also: readonly SettingChange[];
}

export interface RecallReport {
  readonly outcome: 'applied' | 'in-part';
  /** How many fields it changed. */
  readonly changed: number;
  readonly blocked: ReturnType<typeof blockedIn>;
  readonly revision: number;
  readonly durable: boolean;
}

/** One commit, in the tick of the call; the promise waits for the store. Throws Refusal; then nothing has changed. */
export function recall(of: Recallable, made: RecallCommit, needs: RecallNeeds): Promise<RecallReport> {
  const { label, actor, fadeMs, also, progress } = made;
  const { plan } = recallOf(of, actor, needs);
  const refusal = refusalOf(plan);
  if (refusal !== undefined) throw refusal;
  const fade = fadeMs > 0 ? { fade: { ms: fadeMs } } : {};
  const changes = [...plan.changes, ...also];
  const outcome = plan.blocked.length > 0 ? 'in-part' : 'applied';
  const committing = needs.desk.commit({ actor, label, changes, apart: true, ...fade });
  const changed = plan.effect.length;
  progress(0, changed, 'writing');
  return committing.then((committed) => {
    progress(changed, changed, 'written');
    return { outcome, changed, blocked: blockedIn(plan), ...committed };
  });
}

function unique(keeps: readonly Kept[]): readonly Kept[] {
  return [...new Map(keeps.map((each) => [`${each.why} ${each.area} ${each.path}`, each])).values()];
}
