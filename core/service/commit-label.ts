import type { Registry } from '../rows/registry.ts';
import type { LocatedChange, RowRef } from '../rows/row-ref.ts';
import { fieldLabel, segmentLabel, valueLabel } from './labels.ts';

const mostNamed = 3;

/** A request: the fields of its row, and the resulting changes of settings. */
export interface LabelledCommit {
  readonly fields: readonly string[];
  readonly changes: readonly LocatedChange[];
}

/** The title of a commit in the history: `Input 3 level, pan`. */
export function commitLabel(place: RowRef, { fields, changes }: LabelledCommit, registry: Registry): string {
  const { row } = place;
  const isMerged = row.type === 'alias' && fields.every((field) => Object.hasOwn(row.mergedBy, field));
  const first = isMerged ? changes[0]?.place : undefined;
  if (first === undefined) return labelOf(place, fields, registry);
  // A list of many rows has the title of the first one.
  const ofFirst = changes.filter(({ path }) => path === first.path).map(({ field }) => field);
  const others = new Set(changes.map(({ path }) => path)).size - 1;
  return `${labelOf(first, ofFirst, registry)}${others > 0 ? `, and ${others} more like it` : ''}`;
}

/** The last label by row: a moving fader has the same label each time. */
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
    // The only field of a row often has the row's name.
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
  // Kind and index are a name of their own: operators say input 3, not channel input 3.
  const isNumbered = segments[1]?.isParam === true && segments[2]?.isParam === true;
  return (isNumbered ? words.slice(1) : words).filter((word) => word !== '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
