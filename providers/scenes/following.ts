// What a recall with a fade does after its commit: it lasts until the levels are there. Cancelled, they stay where they are.
import { type Audio, type Change, type Desk, isSameJson, type TaskRun, type Time } from 'rowdesk/provider';

/** How often the mixer is asked how far they are. */
const everyMs = 250;

export interface FollowingNeeds {
  readonly audio: Pick<Audio, 'call'>;
  readonly desk: Desk;
  readonly time: Time;
}

/** A fade that was committed. */
export interface Fade {
  readonly label: string;
  readonly ms: number;
  readonly revision: number;
  /** Where its fields go. */
  readonly to: readonly { readonly path: string; readonly field: string; readonly to: unknown }[];
}

type Follower = Pick<TaskRun, 'progress' | 'signal' | 'cancelledBy' | 'yields'>;

/**
 * Resolves when the levels are there: undefined, or what they were held at where a client cancelled it. Never rejects: a
 * desk whose mixer can't be asked goes by its own time.
 */
export async function followFade(
  fade: Fade,
  run: Follower,
  needs: FollowingNeeds,
): Promise<readonly Change[] | undefined> {
  const { time } = needs;
  const beganMs = time.monotonicMs();
  run.yields();
  while (!run.signal.aborted && !(await isThere(fade, needs))) {
    const passedMs = Math.min(time.monotonicMs() - beganMs, fade.ms);
    run.progress(Math.round(passedMs), fade.ms, 'fading');
    if (passedMs === fade.ms) break;
    await time.sleep(Math.min(fade.ms - passedMs, everyMs), run.signal);
  }
  if (!run.signal.aborted) run.progress(fade.ms, fade.ms, 'fading');
  if (run.cancelledBy === '') return undefined;
  return hold(fade, run.cancelledBy, needs);
}

/** The mixer has it, and nothing moves: it changed no level, or each was asked for without a fade since. */
async function isThere({ revision }: Fade, { audio }: FollowingNeeds): Promise<boolean> {
  const answer = await audio.call('mixer', 'fading', {}).catch(() => ({}) as { revision?: unknown; leftMs?: unknown });
  return Number(answer.revision) >= revision && answer.leftMs === 0;
}

/** Of what is still wanted as this fade wants it; another one's levels go on. */
async function hold(fade: Fade, actor: string, { audio, desk }: FollowingNeeds): Promise<readonly Change[]> {
  const answer = await audio.call('mixer', 'fading', { levels: true }).catch(() => ({}) as { levels?: unknown });
  const levels = (answer.levels ?? []) as readonly Change[];
  const isMine = ({ path, field, to }: Fade['to'][number]) => desk.has(path) && isSameJson(desk.read(path)[field], to);
  const mine = new Set(fade.to.filter(isMine).map(({ path }) => path));
  const changes = levels.filter(({ path }) => mine.has(path));
  const label = `${fade.label} held on its way`;
  // Who may cancel it may hold it.
  await desk.commit({ actor, label, changes, exact: true, apart: true, despiteLock: true });
  return changes;
}
