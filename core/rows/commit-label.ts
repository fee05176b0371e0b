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
  const named = fields.slice(0, mostNamed).map((field) => withoutUnit(field));
  const more = fields.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${capital(what || path)} ${named.join(', ')}${rest}`.trim();
}

/** Made once for each name: there are as many as the literals of all rows have. */
function once(make: (name: string) => string): (name: string) => string {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const words = make(name);
    made.set(name, words);
    return words;
  };
}

const spaced = once((name) =>
  name.replace(/([a-z0-9])([A-Z])/g, (_all, before: string, after: string) => `${before} ${after.toLowerCase()}`),
);

/** `levelDb` as people say it: level. */
const withoutUnit = once((field) => spaced(field.replace(unitOfName, '') || field));

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
