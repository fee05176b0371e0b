// Which strips send to which buses; rows.md, Routing. Anything else has no address.
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import { describe } from './kinds.ts';

export interface SendAt extends StripRef {
  readonly busKind: StripRef['kind'];
  readonly busIndex: number;
}

export const sendPath = (at: SendAt): string => `${stripPath(at)}/sends/${at.busKind}/${at.busIndex}`;

/** The sends of one strip. */
export function sendsOf({ kind, index }: StripRef, layout: Layout): readonly SendAt[] {
  return describe(kind).sendsTo.flatMap((busKind) =>
    Array.from({ length: layout.counts[busKind] }, (_, place) => ({
      kind,
      index,
      busKind,
      busIndex: place + 1,
    })).filter(isSend),
  );
}

/** The sends that go to one bus. */
export function sendsTo({ kind: busKind, index: busIndex }: StripRef, layout: Layout): readonly SendAt[] {
  return layout
    .all()
    .map(({ kind, index }) => ({ kind, index, busKind, busIndex }))
    .filter(isSend);
}

/** main/1 is heard by `mainAssigned`, fader and pan. */
export function isSend({ kind, busKind, busIndex }: SendAt): boolean {
  return describe(kind).sendsTo.includes(busKind) && !(busKind === 'main' && busIndex === 1);
}
