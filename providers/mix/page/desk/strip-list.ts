// Lists of strips in a field: `[{ kind: 'input', index: 14 }]`.
import type { FieldContract } from 'rowdesk/client';
import { kindAndIndex, stripPath } from './strip-path.ts';

export interface StripRef {
  readonly kind: string;
  readonly index: number;
}

export const pathOf = ({ kind, index }: StripRef): string => stripPath(kind, index);

export function refOf(path: string): StripRef {
  const [kind, index] = kindAndIndex(path);
  return { kind, index: Number(index) };
}

/** The list with this strip at its end, or without the strip. */
export const toggledStrip = (list: readonly StripRef[], path: string): readonly StripRef[] =>
  list.some((each) => pathOf(each) === path) ? list.filter((each) => pathOf(each) !== path) : [...list, refOf(path)];

interface OneKind {
  readonly properties?: {
    readonly kind?: { readonly const?: string };
    readonly index?: { readonly maximum?: number };
  };
}

/** The strips that the list may have, as OPTIONS says. */
export function allowedStrips(contract: FieldContract | undefined): readonly string[] {
  const items = contract?.items as (OneKind & { readonly anyOf?: readonly OneKind[] }) | undefined;
  return (items?.anyOf ?? (items === undefined ? [] : [items])).flatMap(({ properties }) => {
    const { kind, index } = properties ?? {};
    const count = kind?.const === undefined ? 0 : (index?.maximum ?? 0);
    return Array.from({ length: count }, (_, at) => stripPath(kind?.const as string, at + 1));
  });
}

interface OneItem {
  readonly properties?: {
    readonly strip?: OneKind & { readonly anyOf?: readonly OneKind[] };
    readonly leg?: { readonly enum?: readonly string[] };
  };
}

/** The legs of a kind of strips, as OPTIONS says in a list whose items name a strip and a leg; none for a kind that it lacks. */
export function allowedLegs(contract: FieldContract | undefined, kind: string): readonly string[] {
  const items = contract?.items as (OneItem & { readonly anyOf?: readonly OneItem[] }) | undefined;
  for (const { properties: { strip, leg } = {} } of items?.anyOf ?? (items === undefined ? [] : [items])) {
    const kinds = strip?.anyOf ?? (strip === undefined ? [] : [strip]);
    if (kinds.some(({ properties }) => properties?.kind?.const === kind)) return leg?.enum ?? [];
  }
  return [];
}
