// A loop: sound that leaves by an output, comes back to an input, and reaches that output again. It howls at full scale.
import { type CommitValidator, type DeskReader, isSameJson, Refusal, type Token, token } from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import { entrances, isEntrance } from './entrances.ts';
import { isExit } from './exits.ts';
import { type Edge, type LivePatch, outputsPath } from './live-patch.ts';
import { isSending, type Paths } from './paths.ts';
import { cablesPath, type Returns } from './returns.ts';

export interface Loop {
  readonly strips: readonly StripRef[];
  /** The edge out of the desk and the one back into it. */
  readonly edges: readonly string[];
  readonly words: string;
}

export class Loops {
  static readonly token: Token<Loops> = token<Loops>('patch.loops');
  /** Strips, their sends, talkbacks, the cue, and the patch; no processor makes a way. */
  static readonly mayClose = (path: string): boolean =>
    path === outputsPath ||
    path === cablesPath ||
    path.startsWith('/patch/rightLegs/') ||
    isRoute.test(path) ||
    isEntrance(path) ||
    isExit(path);
  readonly #patch: LivePatch;
  readonly #paths: Paths;
  readonly #returns: Returns;

  constructor(patch: LivePatch, paths: Paths, returns: Returns) {
    this.#patch = patch;
    this.#paths = paths;
    this.#returns = returns;
  }

  /** Loops of the desk as it is given, whatever faders and mutes say. */
  in(desk: DeskReader): readonly Loop[] {
    if (!this.#returns.any(desk)) return [];
    const edges = this.#patch.edges(desk);
    const outputs = [...edges.filter(({ direction }) => direction === 'output'), ...this.#patch.exits(desk)];
    const inputs = [...edges.filter(({ direction }) => direction === 'input'), ...entrances(desk)];
    const back = outputs.flatMap((out) => {
      const returned = this.#returns.of(out.to, desk);
      return inputs.filter(({ from }) => returned.includes(from)).map((into) => ({ out, into }));
    });
    return back.flatMap(({ out, into }) => {
      const way = this.#paths.from(into.strip, desk).get(stripPath(out.strip));
      return way === undefined ? [] : [loopOf(way, out, into)];
    });
  }

  /** Refuses what would close a loop that is not there already. */
  readonly check: CommitValidator = (after, before, paths) => {
    if (!paths.some((path) => Loops.mayClose(path) && isRerouted(path, after, before))) return;
    const loops = this.in(after);
    if (loops.length === 0) return;
    const known = new Set(this.in(before).map(({ words }) => words));
    const closed = loops.filter(({ words }) => !known.has(words));
    const [first] = closed;
    if (first === undefined) return;
    const more = closed.length > 1 ? ` It would close ${closed.length - 1} more.` : '';
    throw new Refusal('conflict', `This would close a loop: ${first.words}.${more}`, {
      reason: 'loop',
      loops: closed.slice(0, 8).map(({ strips, edges }) => ({ strips, edges })),
    });
  };
}

const isRoute = /^\/channel\/[^/]+\/\d+(\/sends\/[^/]+\/\d+)?$/;

/** Fields of strips that make a way; their faders and mutes make none. */
const routing = ['sourceId', 'spareSourceId', 'mainAssigned', 'soloed', 'dcas', 'stereoLink', 'owner', 'base'];

/** A strip or a send makes other ways than before; always true of the rest. */
function isRerouted(path: string, after: DeskReader, before: DeskReader): boolean {
  if (!isRoute.test(path) || !after.has(path) || !before.has(path)) return true;
  const [now, then] = [after.read(path), before.read(path)];
  if (path.includes('/sends/')) return isSending(now) !== isSending(then);
  return routing.some((field) => !isSameJson(now[field], then[field]));
}

function loopOf(strips: readonly StripRef[], out: Edge, into: Edge): Loop {
  const names = strips.map(stripName);
  const words = [...names, out.to, into.from, names[0]].join(' -> ');
  return { strips: strips.map(({ kind, index }) => ({ kind, index })), edges: [out.id, into.id], words };
}
