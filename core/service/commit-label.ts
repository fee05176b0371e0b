import type { Registry } from '../rows/registry.ts';
import type { LocatedChange, RowRef } from '../rows/row-ref.ts';
import { fieldLabel, segmentLabel, valueLabel } from './labels.ts';

const mostNamed = 3;

/** What is asked of a row: its fields, and the changes to settings that they come to. */
export interface Asked {
  readonly fields: readonly string[];
  readonly changes: readonly LocatedChange[];
}

/** A commit in words for people, in the history: `Input 3 level, pan`. */
export function commitLabel(place: RowRef, { fields, changes }: Asked, registry: Registry): string {
  const { row } = place;
  const isMerged = row.type === 'alias' && fields.every((field) => Object.hasOwn(row.mergedBy, field));
  const first = isMerged ? changes[0]?.place : undefined;
  if (first === undefined) return labelOf(place, fields, registry);
  // A list of many things is known by the first of them.
  const ofFirst = changes.filter(({ path }) => path === first.path).map(({ field }) => field);
  const others = new Set(changes.map(({ path }) => path)).size - 1;
  return `${labelOf(first, ofFirst, registry)}${others > 0 ? `, and ${others} more like it` : ''}`;
}

/** A fader that moves is called the same each time. */
const last = new WeakMap<RowRef, { readonly fields: readonly string[]; readonly label: string }>();

function labelOf(place: RowRef, fields: readonly string[], registry: Registry): string {
  const before = last.get(place);
  const isSame = before?.fields.length === fields.length && before.fields.every((field, n) => field === fields[n]);
  if (isSame) return before.label;
  const label = inWords(place, fields, registry);
  last.set(place, { fields, label });
  return label;
}

function inWords(place: RowRef, fields: readonly string[], registry: Registry): string {
  const what = wordsOf(place, registry);
  const named = fields
    .slice(0, mostNamed)
    .map((field) => fieldLabel(place.row, field))
    // A row with one field is often called as that is.
    .filter((field) => fields.length > 1 || field !== what.at(-1));
  const more = fields.length - mostNamed;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${capital(what.join(' ') || place.path)} ${named.join(', ')}${rest}`.trim();
}

function wordsOf({ row, at }: RowRef, registry: Registry): readonly string[] {
  const segments = registry.segmentsOf(row);
  const words = segments.map(({ text, isParam }, index) =>
    isParam ? valueLabel(row, at[text] ?? '') : segmentLabel(row, text, segments[index + 1]?.isParam === true),
  );
  // What has a kind and an index is known by them: an operator says input 3, not channel input 3.
  const isNumbered = segments[1]?.isParam === true && segments[2]?.isParam === true;
  return (isNumbered ? words.slice(1) : words).filter((word) => word !== '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
