// Fields that name a strip: {kind, index}, of strips that exist.
import { type Static, Type } from 'rowdesk/provider';
import type { Layout, StripKind, StripRef } from '../console/index.ts';

/** A strip of these kinds, or null. */
export function refOrNull(
  layout: Layout,
  kinds: readonly StripKind[],
  words: { readonly default: StripRef | null; readonly title: string },
) {
  const refs = kinds.filter((kind) => layout.counts[kind] > 0).map((kind) => refOf(kind, layout.counts[kind]));
  return Type.Union([...refs, Type.Null()], words);
}

const refOf = (kind: StripKind, count: number) =>
  Type.Object(
    { kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum: count }) },
    { additionalProperties: false },
  );

export type RefOrNull = Static<ReturnType<typeof refOrNull>>;
