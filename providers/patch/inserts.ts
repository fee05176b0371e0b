// Inserts of strips that go through hardware: by a port out of the desk, and back by another.
import { type Audio, type Change, type DeskReader, linkId } from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import { twoLegged } from './contract.ts';
import type { InsertItem } from './insert-contract.ts';
import type { Edge } from './live-patch.ts';
import { resolved } from './ports.ts';

export const insertsPath = '/patch/inserts';

/** A place in the chain of a strip. */
export type InsertPlace = Pick<InsertItem, 'strip' | 'insert'>;

export const placePath = ({ strip, insert }: InsertPlace): string => `${stripPath(strip)}/chain/processors/${insert}`;
/** `input/1 insert1`. */
export const placeWords = ({ strip, insert }: InsertPlace): string => `${stripName(strip)} ${insert}`;
export const isSamePlace = (a: InsertPlace, b: InsertPlace): boolean => placePath(a) === placePath(b);
export const hasTwoLegs = ({ kind }: StripRef): boolean => twoLegged.includes(kind);

/** None where nobody provides them. */
export function insertsOf(desk: DeskReader): readonly InsertItem[] {
  return desk.has(insertsPath) ? (desk.read(insertsPath).inserts as readonly InsertItem[]) : [];
}

/** A place that gets hardware is heard, and one that loses it is switched off. */
export function switchedInserts(desk: DeskReader, before: DeskReader): readonly Change[] {
  const was = new Set(insertsOf(before).map(placePath));
  const is = new Set(insertsOf(desk).map(placePath));
  const others = [...new Set([...was, ...is])].filter((path) => was.has(path) !== is.has(path));
  // A plugin that takes the place switches it on by itself.
  const own = others.filter((path) => desk.has(path) && desk.read(path).plugin === '');
  return own.map((path) => ({ path, field: 'enabled', value: is.has(path) }));
}

/** Of each leg the way out and the way back: `mixer:input-1-insert1`, of a strip of two legs with the leg. */
export function insertEdges(items: readonly InsertItem[], audio: Audio): readonly Edge[] {
  return items.flatMap((item) => {
    const { strip, insert, leg = 'left', sendPortId, returnPortId } = item;
    const own = `mixer:${strip.kind}-${strip.index}-${insert}${hasTwoLegs(strip) ? `-${leg}` : ''}`;
    const to = resolved(sendPortId, audio);
    const common = { strip, leg, isSpare: false };
    return [
      { ...common, id: linkId(own, to), from: own, to, portId: sendPortId, direction: 'output' },
      {
        ...common,
        id: linkId(returnPortId, own),
        from: returnPortId,
        to: own,
        portId: returnPortId,
        direction: 'input',
      },
    ] as const;
  });
}
