// A patch is changed while the outputs that it touches are silent: nobody hears half of it.

import { type Audio, type Change, type Desk, type DeskReader, type Time, until } from 'rowdesk/provider';
import { stripPath } from '../console/index.ts';
import type { Edge, LivePatch, PatchContent } from './live-patch.ts';
import type { Paths } from './paths.ts';
import type { ServerPorts } from './server-ports.ts';

/** The mixer fades in and out over 20 ms; a few blocks more for the way there. */
const fadeMs = 30;
/** Should nobody let them go, the mixer opens the outputs by itself after this. */
const longestHoldMs = 3000;
const confirmedWithinMs = 1000;

export interface ApplyNeeds {
  readonly audio: Audio;
  readonly servers: ServerPorts;
  readonly desk: Desk;
  readonly time: Time;
  readonly live: LivePatch;
  readonly paths: Paths;
}

/** How one patch becomes another. */
export interface Difference {
  readonly changes: readonly Change[];
  readonly applied: readonly Edge[];
  readonly kept: readonly Edge[];
  readonly removed: readonly Edge[];
  /** Ports whose sound is another one afterwards. */
  readonly outputs: readonly string[];
}

export function differenceTo(content: PatchContent, { desk, live, paths }: ApplyNeeds): Difference {
  const now = live.edgesOf(live.read(desk));
  const then = live.edgesOf(content);
  const levels = { before: levelsOf(live.outputs(desk)), after: levelsOf(content.outputs) };
  const has = (edges: readonly Edge[], edge: Edge) =>
    edges.some(({ id, isSpare }) => id === edge.id && isSpare === edge.isSpare);
  const isKept = (edge: Edge) => has(now, edge) && levels.before.get(keyOf(edge)) === levels.after.get(keyOf(edge));
  const applied = then.filter((edge) => !isKept(edge));
  const removed = now.filter((edge) => !has(then, edge));
  return {
    changes: live.changes(content, desk),
    applied,
    kept: then.filter(isKept),
    removed,
    outputs: touchedOutputs([...applied, ...removed], [...now, ...then, ...live.exits(desk)], paths, desk),
  };
}

/** Commits while the outputs are held. Rejects with Refusal; then all is as it was. */
export async function applyHeld(
  { changes, outputs }: Pick<Difference, 'changes' | 'outputs'>,
  label: string,
  actor: string,
  needs: Pick<ApplyNeeds, 'desk' | 'audio' | 'time'>,
): Promise<{ readonly durable: boolean; readonly isConfirmed: boolean; readonly wereMuted: boolean }> {
  const { desk, audio, time } = needs;
  const wereMuted = await hold(outputs, longestHoldMs, audio);
  try {
    if (wereMuted) await time.sleep(fadeMs);
    const { durable } = await desk.commit({ actor, label, changes });
    return { durable, isConfirmed: await isSettled(changes, needs), wereMuted };
  } finally {
    if (wereMuted) await hold([], 0, audio);
  }
}

/** False where no mixer plays that could be told. */
async function hold(ports: readonly string[], forMs: number, audio: Audio): Promise<boolean> {
  if (forMs > 0 && (ports.length === 0 || audio.clock.driving === '')) return false;
  return audio.call('mixer', 'holdOutputs', { ports, forMs }).then(
    () => true,
    () => false,
  );
}

/** True once the targets report all changed values; false when one does not in time. */
function isSettled(changes: readonly Change[], { desk, time }: Pick<ApplyNeeds, 'desk' | 'time'>): Promise<boolean> {
  const isDone = () => changes.every(({ path, field }) => desk.observed.matches(path, field));
  return until(isDone, { sources: [desk.observed], time, timeoutMs: confirmedWithinMs });
}

/** Ports of edges that change, and those that strips get to whose source changes. */
function touchedOutputs(
  changed: readonly Edge[],
  all: readonly Edge[],
  paths: Paths,
  desk: DeskReader,
): readonly string[] {
  const reached = new Set<string>();
  for (const { direction, isSpare, strip } of changed) {
    if (direction === 'input' && !isSpare) for (const path of paths.from(strip, desk).keys()) reached.add(path);
  }
  const isTouched = (edge: Edge) =>
    edge.direction === 'output' && (changed.includes(edge) || reached.has(stripPath(edge.strip)));
  return [...new Set(all.filter(isTouched).map(({ to }) => to))];
}

const keyOf = ({ strip, leg, portId }: Pick<Edge, 'strip' | 'leg' | 'portId'>) =>
  `${strip.kind}/${strip.index} ${leg} ${portId}`;

const levelsOf = (outputs: PatchContent['outputs']) =>
  new Map(outputs.map((item) => [keyOf(item), item.levelDb] as const));
