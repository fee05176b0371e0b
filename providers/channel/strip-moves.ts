// Fields of a strip and of the rows below it, named as every strip names them: what templates and clipboards are made of.
import {
  type AreaFilter,
  type Areas,
  type Change,
  type PlannedChange,
  Refusal,
  type Token,
  token,
} from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';

export interface StripMove {
  /** Below the strip, `sends/mix/1`; empty for the strip's own row. */
  readonly row: string;
  readonly field: string;
  readonly value: unknown;
  /** Of the field, where who names the move knows it. */
  readonly area?: string;
}

/** A move that some strips can't make. */
export interface LeftOut {
  readonly row: string;
  readonly field: string;
  /** In words, of the first of them. */
  readonly reason: string;
  readonly strips: readonly StripRef[];
}

/** What moves would do now. */
export interface MovesPlan {
  /** For one commit, in this tick. */
  readonly changes: readonly Change[];
  /** All that it would change, what follows included. */
  readonly effect: readonly PlannedChange[];
  readonly leftOut: readonly LeftOut[];
  /** The rows that it depends on, the console's lock aside. */
  readonly reads: readonly string[];
  /** Why none of it can be done: the console is locked, or no strip has any of it. */
  readonly refusal: Refusal | undefined;
}

export interface MovesRequest {
  readonly strips: readonly StripRef[];
  readonly moves: readonly StripMove[];
  readonly actor: string;
}

export class StripMoves {
  static readonly token: Token<StripMoves> = token<StripMoves>('channel.strip-moves');
  readonly #areas: Areas;
  readonly #layout: Layout;
  /** Those of strips, among all that there are. */
  #known: { readonly all: readonly string[]; readonly own: readonly string[] } | undefined;

  constructor(areas: Areas, layout: Layout) {
    this.#areas = areas;
    this.#layout = layout;
  }

  /** The areas that strips have, whatever their kind. */
  areas(): readonly string[] {
    const all = this.#areas.list();
    if (this.#known?.all !== all) {
      const first = new Set(this.#layout.all().flatMap((strip) => (strip.index === 1 ? [stripPath(strip)] : [])));
      const has = (path: string) => first.has(stripPathIn(path));
      const own = new Set(this.#areas.content({ has }).map(({ area }) => area));
      this.#known = { all, own: [...own].sort() };
    }
    return this.#known.own;
  }

  /** What the show holds of a strip, defaults too, each with its area. */
  of(strip: StripRef, areas?: AreaFilter['areas']): readonly (StripMove & { readonly area: string })[] {
    const own = stripPath(strip);
    const has = (path: string) => path === own || path.startsWith(`${own}/`);
    return this.#areas
      .content({ has, ...(areas === undefined ? {} : { areas }) })
      .map(({ path, field, value, area }) => ({ row: rowOf(path, strip), field, value, area }));
  }

  plan({ strips, moves, actor }: MovesRequest): MovesPlan {
    const values = strips.flatMap((strip) =>
      moves.map(({ row, field, value, area }) => ({ path: pathOf(strip, row), field, value, area })),
    );
    const { changes, effect, blocked } = this.#areas.plan(values, { actor });
    const locked = blocked.find(({ refusal }) => refusal.code === 'console-locked')?.refusal;
    const isNothing = values.length > 0 && blocked.length === values.length;
    const nothing = isNothing ? new Refusal('conflict', 'None of it fits.', { reason: 'nothing-fits' }) : undefined;
    const rows = [...strips.map(stripPath), ...values.map(({ path }) => path), ...effect.map(({ path }) => path)];
    return {
      ...{ changes, effect, leftOut: gathered(strips, blocked) },
      ...{ reads: [...new Set(rows)], refusal: locked ?? nothing },
    };
  }
}

const pathOf = (strip: StripRef, row: string): string => (row === '' ? stripPath(strip) : `${stripPath(strip)}/${row}`);
/** Of the strip that an address is of. */
const stripPathIn = (path: string): string => path.split('/', 4).join('/');
const rowOf = (path: string, strip: StripRef): string => path.slice(stripPath(strip).length + 1);

type Blocked = ReturnType<Areas['plan']>['blocked'];

/** What one move is kept from, at one strip or at many, is one item. */
function gathered(strips: readonly StripRef[], blocked: Blocked): readonly LeftOut[] {
  const byPath = new Map(strips.map((strip) => [stripPath(strip), strip]));
  const items = new Map<string, LeftOut & { readonly strips: StripRef[] }>();
  for (const { path, field, refusal } of blocked) {
    const strip = byPath.get(stripPathIn(path));
    if (strip === undefined) continue;
    const row = rowOf(path, strip);
    const item = items.get(`${row} ${field}`);
    if (item === undefined) items.set(`${row} ${field}`, { row, field, reason: refusal.message, strips: [strip] });
    else item.strips.push(strip);
  }
  return [...items.values()];
}
