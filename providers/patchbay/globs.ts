// Patterns of ids: `*` is any text, `?` any one character, everything else itself.

/** A test of whether an id fits one of the globs. */
export function fitsAny(globs: readonly string[]): (id: string) => boolean {
  const patterns = globs.map(patternOf);
  return (id) => patterns.some((pattern) => pattern.test(id));
}

const known = new Map<string, RegExp>();

function patternOf(glob: string): RegExp {
  const made = known.get(glob);
  if (made !== undefined) return made;
  // Runs of stars are one star, so that no text makes the search long.
  const words = glob.replace(/\*+/g, '*').split(/([*?])/);
  const source = words.map((word) =>
    word === '*' ? '.*' : word === '?' ? '.' : word.replace(/[^A-Za-z0-9]/g, '\\$&'),
  );
  const pattern = new RegExp(`^${source.join('')}$`, 's');
  if (known.size > 1000) known.clear();
  known.set(glob, pattern);
  return pattern;
}
