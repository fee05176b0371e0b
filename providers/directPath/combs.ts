// Where the source of a direct path is heard at the same output through the desk too: late, the two are a comb filter.
import type { DeskReader, ObservedReader, Static } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';
import { type PatchEdges, twoLegged } from '../patch/index.ts';
import { AudibleWays, isSilent, type Way } from './audible-ways.ts';
import type { comb } from './contract.ts';
import type { DirectRoute } from './direct-paths.ts';

export type Comb = Static<typeof comb>;

/** The ways of one source to one output through the desk, the shortest first, at most `mostWays`. */
export interface DoubledRoute {
  readonly route: DirectRoute;
  readonly ways: readonly (readonly StripRef[])[];
}

const mostWays = 8;
/** Two that arrive within this time cancel nothing that is heard. */
const togetherMs = 0.025;
const cuePath = '/cue';

export const sounds = ({ levelDb, muted }: DirectRoute): boolean => !muted && !isSilent(levelDb);

/**
 * Two copies of one sound at equal levels, `delay` apart, cancel at odd multiples of 1 / (2 * delay): their sum is
 * |1 + exp(-j 2 pi f delay)|.
 */
export function combOf(way: readonly StripRef[], deskMs: number | null, directMs: number | null): Comb {
  const refs = way.map(({ kind, index }) => ({ kind, index }));
  const delayMs = deskMs === null || directMs === null ? null : Math.round((deskMs - directMs) * 1000) / 1000;
  const isApart = delayMs !== null && Math.abs(delayMs) >= togetherMs;
  return { way: refs, deskMs, delayMs, firstNotchHz: isApart ? Math.round(500 / Math.abs(delayMs)) : null };
}

/** False for two that arrive together: they are louder, and cancel nothing. */
export const isHeardAsComb = ({ delayMs, firstNotchHz }: Comb): boolean => delayMs === null || firstNotchHz !== null;

/** Those of the routes whose source gets to their output through the desk as well. */
export function doubledRoutes(
  routes: readonly DirectRoute[],
  edges: PatchEdges,
  desk: DeskReader,
  observed: ObservedReader,
): readonly DoubledRoute[] {
  const sounding = routes.filter((route) => route.sourceId !== '' && sounds(route));
  if (sounding.length === 0) return [];
  const ways = new AudibleWays(edges.paths, desk, observed);
  const { entries, exits } = patchOf(edges.live, desk);
  const gotTo = new Map<string, readonly Way[]>();
  const from = ({ strip, leg }: Entry): readonly Way[] => {
    if (edges.isPlayed(strip, observed)) return [];
    const key = `${stripPath(strip)} ${leg}`;
    const known = gotTo.get(key) ?? ways.from(strip, leg);
    gotTo.set(key, known);
    return known;
  };
  const isHeard = ({ strip, levelDb }: Exit) => {
    if (isSilent(levelDb) || !ways.isOpen(strip)) return false;
    const { levelDb: cueDb, muted } = strip.kind === 'cue' && desk.has(cuePath) ? desk.read(cuePath) : {};
    return muted !== true && !isSilent(cueDb);
  };
  return sounding.flatMap((route) => {
    const heardBy = entries.filter(({ portId }) => portId === route.sourceId);
    if (heardBy.length === 0) return [];
    const playing = exits.filter((exit) => exit.portId === route.outputId && isHeard(exit));
    const found = heardBy
      .flatMap(from)
      .filter((way) => playing.some((exit) => isPlayedAt(way, exit)))
      .map(({ strips }) => strips);
    const distinct = new Map(found.map((strips) => [strips.map(stripPath).join(), strips]));
    const shortest = [...distinct.values()].sort((a, b) => a.length - b.length).slice(0, mostWays);
    return shortest.length === 0 ? [] : [{ route, ways: shortest }];
  });
}

interface Entry {
  readonly portId: string;
  readonly strip: StripRef;
  readonly leg: 'left' | 'right';
}

interface Exit {
  readonly portId: string;
  readonly strip: StripRef;
  readonly leg: Way['leg'];
  readonly levelDb: number;
}

/** What strips hear now, and where they are played; the patch's outputs and the cue's. */
function patchOf(live: PatchEdges['live'], desk: DeskReader): { readonly entries: Entry[]; readonly exits: Exit[] } {
  const entries = live
    .edgesOf({ inputs: live.inputs(desk), outputs: [] })
    .filter(({ strip, isSpare }) => isSpare === (desk.read(stripPath(strip)).sourceSelected === 'spare'))
    .map(({ from, strip, leg }): Entry => ({ portId: from, strip, leg: leg === 'right' ? 'right' : 'left' }));
  const outputs = live.outputs(desk);
  const exits = [
    ...live.edgesOf({ inputs: [], outputs }).map(({ to, strip, leg }, place): Exit => {
      return { portId: to, strip, leg, levelDb: outputs[place]?.levelDb ?? 0 };
    }),
    ...live.exits(desk).map(({ to, strip, leg }): Exit => ({ portId: to, strip, leg, levelDb: 0 })),
  ];
  return { entries, exits };
}

/** A strip of one leg plays that; of two, `mono` plays half of each. */
function isPlayedAt({ strips, leg }: Way, exit: Exit): boolean {
  const { kind, index } = strips.at(-1) as StripRef;
  const isThere = kind === exit.strip.kind && index === exit.strip.index;
  return isThere && (exit.leg === leg || exit.leg === 'mono' || !twoLegged.includes(kind));
}
