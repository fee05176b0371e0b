import { alias, type DeskReader, type FieldsOf, type Row, setting, view } from 'rowdesk/provider';
import type { StripMoves } from '../../channel/index.ts';
import type { Layout } from '../../console/index.ts';
import { clipboard, kept, slot } from '../contract.ts';

export type SlotContent = FieldsOf<ReturnType<typeof kept>>;

const keptPath = (slot: number): string => `/clipboard/${slot}/content`;
export const keptIn = (slot: number, desk: DeskReader): SlotContent => desk.read(keptPath(slot)) as SlotContent;

export const slotAddresses = (slots: number) => ({
  has: ({ slot }: { readonly slot: number }) => slot <= slots,
  list: () => Array.from({ length: slots }, (_, place) => ({ slot: place + 1 })),
});

/** The slots, and each of them: writing to one copies. */
export function slotRows(layout: Layout, moves: StripMoves, slots: number): readonly Row[] {
  const places = { params: { slot }, addresses: slotAddresses(slots) };
  const { from, areas, content } = kept(layout);
  return [
    view('/clipboard', {
      summary: 'What the clipboard holds',
      fields: clipboard(layout),
      get: (_at, desk) => ({
        slots: places.addresses.list().map(({ slot }) => {
          const { from, content } = keptIn(slot, desk);
          return { slot, from, areas: areasIn(content), fields: content.length };
        }),
      }),
    }),
    alias('/clipboard/{slot}', {
      summary: 'A slot of the clipboard; writing to it copies these areas of the strip as they are then',
      ...places,
      fields: { from, areas, content },
      writable: ['from', 'areas'],
      get: ({ slot }, desk) => keptIn(slot, desk),
      set: ({ slot }, change, desk) => {
        const path = keptPath(slot);
        const { from, areas } = { ...keptIn(slot, desk), ...change };
        const copied = from === null ? [] : moves.of(from, areas.length === 0 ? undefined : areas);
        return [
          { path, field: 'from', value: from, via: 'from' },
          { path, field: 'areas', value: areas, via: 'areas' },
          { path, field: 'content', value: copied, via: 'from' },
        ];
      },
      limits: () => ({ areas: { items: { type: 'string', enum: moves.areas() } } }),
    }),
    setting('/clipboard/{slot}/content', {
      summary: 'What a slot of the clipboard holds, for who brings it from elsewhere',
      ...places,
      fields: { from, areas, content },
      writable: ['from', 'areas', 'content'],
      life: 'site',
      largeBody: true,
    }),
  ];
}

/** Each once, ascending. */
export const areasIn = (content: SlotContent['content']): readonly string[] =>
  [...new Set(content.map(({ area }) => area))].sort();
