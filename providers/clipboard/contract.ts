import { Type } from 'rowdesk/provider';
import type { Layout, StripKind } from '../console/index.ts';

/** The entry in providers.config.json. */
export const config = Type.Object(
  { slots: Type.Integer({ minimum: 1, maximum: 64, default: 8 }) },
  { additionalProperties: false },
);

export const slot = Type.Integer({ minimum: 1, maximum: 64 });

const closed = { additionalProperties: false };
const word = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,63}$' });
const areaNames = (title: string) => Type.Array(word, { maxItems: 64, uniqueItems: true, default: [], title });

const strip = (layout: Layout) =>
  (Object.keys(layout.counts) as StripKind[])
    .filter((kind) => layout.counts[kind] > 0)
    .map((kind) =>
      Type.Object(
        { kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum: layout.counts[kind] }) },
        closed,
      ),
    );

const from = (layout: Layout) =>
  Type.Union([...strip(layout), Type.Null()], {
    default: null,
    title: 'The strip that it was copied from; null: empty',
  });
const areas = areaNames('What was copied of it; empty: all that a strip has');

const content = Type.Array(
  Type.Object(
    {
      row: Type.String({
        pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~/-]{0,190}$',
        title: 'Below the strip, sends/mix/1; empty for its own row',
      }),
      field: word,
      value: Type.Unknown(),
      area: word,
    },
    closed,
  ),
  { maxItems: 4096, default: [], title: 'What it holds' },
);

/** What is kept of a slot. */
export const kept = (layout: Layout) => ({ from: from(layout), areas, content });

export const clipboard = (layout: Layout) => ({
  slots: Type.Array(
    Type.Object({
      slot,
      from: from(layout),
      areas: Type.Array(word, { title: 'What it holds' }),
      fields: Type.Integer(),
    }),
  ),
});

export const pasteExtra = (layout: Layout) => ({
  targets: Type.Array(Type.Union(strip(layout)), { maxItems: 256, uniqueItems: true, default: [] }),
  areas: areaNames('Empty: all that the slot holds but patch and link'),
  muteTarget: Type.Boolean({ default: false, title: 'Mutes each target in the same commit' }),
});
