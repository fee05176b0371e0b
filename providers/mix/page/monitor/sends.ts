// The sends of one mix as the monitor page lists them: what is "me", the groups that DCAs make, and all.
import { fieldOf, pathsOf } from '../desk/rows.ts';
import { stripPath } from '../desk/strip-name.ts';
import { meIn } from './own-choice.ts';

const kinds = ['input', 'aux', 'fxReturn'] as const;

export interface Send {
  /** `/channel/input/14` */
  readonly strip: string;
  /** `/channel/input/14/sends/mix/3` */
  readonly path: string;
}

export interface SendGroup {
  /** `/channel/dca/2` */
  readonly dca: string;
  readonly sends: readonly Send[];
}

const sendsBelow = (bus: string) => bus.replace('/channel/', '/sends/');

/** What a page with the sends of this mix watches. */
export function targetsOf(bus: string): readonly string[] {
  return [
    ...[bus, '/channel/dca/*', '/telemetry/rt'],
    ...kinds.flatMap((kind) => [stripPath(kind, '*'), stripPath(kind, '*') + sendsBelow(bus)]),
  ];
}

export function sendsOf(bus: string): readonly Send[] {
  return kinds.flatMap((kind) =>
    pathsOf(stripPath(kind, '*') + sendsBelow(bus)).map((path) => ({
      path,
      strip: path.slice(0, -sendsBelow(bus).length),
    })),
  );
}

export const mineOf = (bus: string): readonly Send[] => sendsOf(bus).filter(({ strip }) => meIn(bus).includes(strip));

/** Without what is "me". A strip of several DCAs stands in the first of them. */
export function groupsOf(bus: string): readonly SendGroup[] {
  const mine = meIn(bus);
  const byDca = new Map<number, Send[]>();
  for (const send of sendsOf(bus)) {
    const [dca] = fieldOf<readonly number[]>(send.strip, 'dcas').value ?? [];
    if (dca !== undefined && !mine.includes(send.strip)) byDca.set(dca, [...(byDca.get(dca) ?? []), send]);
  }
  return [...byDca].sort(([a], [b]) => a - b).map(([dca, sends]) => ({ dca: `/channel/dca/${dca}`, sends }));
}
