import type { Place } from './place.ts';
import type { Segment } from './template.ts';
import { fieldInWords, segmentInWords, valueInWords } from './words.ts';

const mostNamed = 3;

/** A commit in words for people, in the history: `Input 3 level, pan`. */
export function commitLabel({ at, path }: Place, segments: readonly Segment[], fields: readonly string[]): string {
  const words = segments.map(({ text, isParam }, index) =>
    isParam ? valueInWords(at[text] ?? '') : segmentInWords(text, segments[index + 1]?.isParam === true),
  );
  // What has a kind and an index is known by them: an operator says input 3, not channel input 3.
  const isNumbered = segments[1]?.isParam === true && segments[2]?.isParam === true;
  const what = (isNumbered ? words.slice(1) : words).filter((word) => word !== '');
  const named = fields
    .slice(0, mostNamed)
    .map(fieldInWords)
    // A row with one field is often called as that is.
    .filter((field) => fields.length > 1 || field !== what.at(-1));
  const more = fields.length - mostNamed;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${capital(what.join(' ') || path)} ${named.join(', ')}${rest}`.trim();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
