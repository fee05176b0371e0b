import type { Place } from './place.ts';
import type { Segment } from './template.ts';

const mostNamed = 3;
const unitOfName = /(Db|Dbfs|Ms|Us|Hz|S|C|M|Mb|Percent)$/;

/** A commit in words for people, in the history: `Input 3 level, pan`. */
export function commitLabel({ at, path }: Place, segments: readonly Segment[], fields: readonly string[]): string {
  const words = segments.map(({ text, isParam }) => (isParam ? String(at[text]) : spaced(text)));
  // What has a kind and an index is known by them: an operator says input 3, not channel input 3.
  const isNumbered = segments[1]?.isParam === true && segments[2]?.isParam === true;
  const what = (isNumbered ? words.slice(1) : words).join(' ');
  const named = fields.slice(0, mostNamed).map((field) => spaced(field.replace(unitOfName, '') || field));
  const more = fields.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${capital(what || path)} ${named.join(', ')}${rest}`.trim();
}

function spaced(name: string): string {
  return name.replace(
    /([a-z0-9])([A-Z])/g,
    (_all, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
