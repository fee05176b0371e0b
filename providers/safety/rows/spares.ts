import { type DeskReader, type FieldsOf, follow, type Row, setting, Type } from 'rowdesk/provider';
import { kindLabels, type StripRef } from '../../console/index.ts';
import { spare, spareKinds } from '../contract.ts';
import type { SpareStrips } from '../spare-strips.ts';
import { sparePath } from '../spare-strips.ts';
import type { Spares } from '../spares.ts';

type Facts = Pick<FieldsOf<typeof spare>, 'strip' | 'spareSourceId' | 'active' | 'switchedAt'>;

const factsOf = (strip: StripRef, strips: SpareStrips, spares: Spares, desk: DeskReader): Facts => ({
  strip,
  ...strips.sourceOf(strip, desk),
  switchedAt: spares.switchedAt(strip),
});

/** Whether a strip may go over to its spare by itself. Going over by hand is `sourceSelected` of the strip. */
export function spareRow(strips: SpareStrips, spares: Spares): Row {
  return setting('/safety/spares/{kind}/{index}', {
    summary: 'The spare source of a strip, and what switches it over; nothing switches it back',
    labels: kindLabels,
    params: { kind: Type.Enum([...spareKinds]), index: Type.Integer({ minimum: 1, maximum: 256 }) },
    addresses: {
      has: (at) => strips.list().some(({ kind, index }) => kind === at.kind && index === at.index),
      list: () => strips.list() as never,
    },
    fields: spare,
    writable: ['armed', 'trigger', 'silenceMs'],
    computed: ({ kind, index }, desk) => factsOf({ kind, index }, strips, spares, desk),
    life: 'safety',
    watch: follow(spares),
  });
}

/** Of strips that have a spare source, or are armed. */
export function listedSpares(strips: SpareStrips, spares: Spares, desk: DeskReader): readonly FieldsOf<typeof spare>[] {
  return strips
    .list()
    .map((strip) => ({ ...desk.read(sparePath(strip)), ...factsOf(strip, strips, spares, desk) }) as never)
    .filter(({ armed, spareSourceId }: FieldsOf<typeof spare>) => armed || spareSourceId !== '');
}
