// Suggests the name that a misspelt name probably means.

/** Longer names are not compared, which bounds the work per name. */
const longest = 64;

/**
 * Returns the name with the fewest typing errors from the given text, ignoring case; undefined if more than a third of the
 * letters differ.
 */
export function nearest(given: string, names: Iterable<string>): string | undefined {
  if (given.length > longest) return undefined;
  const meant = given.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of names) {
    if (name === '' || Math.abs(name.length - given.length) >= fewest || name.length > longest) continue;
    const errors = typingErrors(meant, name.toLowerCase());
    // Names of one letter do not suggest each other: all of them differ by one error.
    if (errors < fewest && errors < Math.max(given.length, name.length)) [best, fewest] = [name, errors];
  }
  return best;
}

/** Counts missing, extra and different letters and swapped neighbours (optimal string alignment). */
function typingErrors(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let errors = Math.min(
        (last[j] as number) + 1,
        (now[j - 1] as number) + 1,
        (last[j - 1] as number) + Number(!isSame),
      );
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) errors = Math.min(errors, (before[j - 2] as number) + 1);
      now.push(errors);
    }
    before = last;
    last = now;
  }
  return last[b.length] as number;
}
