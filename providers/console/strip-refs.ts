// Fields that name strips: {kind, index}, of strips that exist.
import { Type } from 'rowdesk/provider';
import type { Layout, StripKind, StripRef } from './layout.ts';

/** A strip of these kinds, or null. */
export function refOrNull(
  layout: Layout,
  kinds: readonly StripKind[],
  words: { readonly default: StripRef | null; readonly title: string },
) {
  return Type.Union([...refsOf(layout, kinds), Type.Null()], words);
}

/** Strips of these kinds, none of them twice; their order says nothing. */
export function refList(layout: Layout, kinds: readonly StripKind[], title: string) {
  return refsInOrder(layout, kinds, title, { unordered: true });
}

/** The same in an order that counts. */
export function refsInOrder(layout: Layout, kinds: readonly StripKind[], title: string, more: object = {}) {
  const refs = refsOf(layout, kinds);
  const words = { uniqueItems: true, ...more, default: [], title };
  return Type.Array(Type.Union(refs), { maxItems: refs.length === 0 ? 0 : layout.all().length, ...words });
}

const refsOf = (layout: Layout, kinds: readonly StripKind[]) =>
  kinds.filter((kind) => layout.counts[kind] > 0).map((kind) => refOf(kind, layout.counts[kind]));

const refOf = (kind: StripKind, count: number) =>
  Type.Object(
    { kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum: count }) },
    { additionalProperties: false },
  );
