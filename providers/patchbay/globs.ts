// Patterns of ids: `*` is any text, `?` any one character, everything else itself.

type Fits = (id: string) => boolean;

/** By the list of globs: what it has said of ids. A list of the desk is replaced whole, never changed in place. */
const known = new WeakMap<readonly string[], Fits>();
/** Ids whose answer is remembered for one list; a graph has a few hundred ports. */
const mostIds = 8192;

/** A test of whether an id fits one of the globs. The list must not be changed in place afterwards. */
export function fitsAny(globs: readonly string[]): Fits {
  const made = known.get(globs);
  if (made !== undefined) return made;
  const patterns = globs.map(canonical);
  const answers = new Map<string, boolean>();
  const fits = (id: string) => {
    let answer = answers.get(id);
    if (answer === undefined) {
      answer = patterns.some((pattern) => fitsGlob(pattern, id));
      if (answers.size >= mostIds) answers.clear();
      answers.set(id, answer);
    }
    return answer;
  };
  known.set(globs, fits);
  return fits;
}

/** The same glob with one star for a run of them, behind the question marks beside it: fewer places where it can begin. */
function canonical(glob: string): string {
  return glob.replace(/[*?]*\*[*?]*/g, (run) => `${run.replaceAll('*', '')}*`);
}

/**
 * At most glob length times id length comparisons: where the text behind a star does not fit, only that star takes one
 * character more. An earlier star never needs another length, since the later one can take what it would leave.
 */
export function fitsGlob(glob: string, id: string): boolean {
  let [g, i] = [0, 0];
  let star = -1;
  let afterStar = 0;
  while (i < id.length) {
    const sign = glob[g];
    if (sign === '*') {
      star = g++;
      afterStar = i;
    } else if (sign === '?' || (sign !== undefined && sign === id[i])) {
      g++;
      i++;
    } else if (star >= 0) {
      g = star + 1;
      i = ++afterStar;
    } else return false;
  }
  while (glob[g] === '*') g++;
  return g === glob.length;
}
