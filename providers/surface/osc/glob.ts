// Patterns of OSC 1.0 in one segment of an address: ? * [a-z] [!a-z] {one,two}. Compared in time that grows with the
// length of the pattern times that of the segment, whatever a stranger sends.

type Step = '*' | ((letter: string) => boolean);

/** Alternatives of one segment, all braces together. */
const mostAlternatives = 16;

const special = /[?*[\]{}]/;
export const isGlob = (text: string): boolean => special.test(text);

/** Throws RangeError with the reason for a pattern that is none. */
export function segmentMatcher(pattern: string): (segment: string) => boolean {
  if (!isGlob(pattern)) return (segment) => segment === pattern;
  const alternatives = expanded(pattern).map(stepsOf);
  return (segment) => alternatives.some((steps) => fits(steps, segment));
}

function expanded(pattern: string): readonly string[] {
  const [, before = '', inner = '', after = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  if (!pattern.includes('{')) {
    if (pattern.includes('}')) throw new RangeError('a } without its {');
    return [pattern];
  }
  if (!/^[^{}]*\{[^{}]*\}/.test(pattern)) throw new RangeError('braces that do not fit');
  const rests = expanded(after);
  const all = inner.split(',').flatMap((each) => rests.map((rest) => before + each + rest));
  if (all.length > mostAlternatives) throw new RangeError(`more than ${mostAlternatives} alternatives`);
  return all;
}

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern[at] as string;
    if (letter === '*') {
      if (steps.at(-1) !== '*') steps.push('*');
    } else if (letter === '?') steps.push(() => true);
    else if (letter === '[') {
      const end = pattern.indexOf(']', at + 1);
      if (end === -1) throw new RangeError('a [ without its ]');
      steps.push(setOf(pattern.slice(at + 1, end)));
      at = end;
    } else if (letter === ']') throw new RangeError('a ] without its [');
    else steps.push((other) => other === letter);
  }
  return steps;
}

function setOf(inner: string): (letter: string) => boolean {
  const isNot = inner.startsWith('!');
  const letters = isNot ? inner.slice(1) : inner;
  const ranges: (readonly [from: string, to: string])[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const from = letters[at] as string;
    const to = letters[at + 2];
    if (letters[at + 1] !== '-' || to === undefined) ranges.push([from, from]);
    else {
      ranges.push(from <= to ? [from, to] : [to, from]);
      at += 2;
    }
  }
  return (letter) => ranges.some(([from, to]) => letter >= from && letter <= to) !== isNot;
}

/** Goes back to the last star only. */
function fits(steps: readonly Step[], segment: string): boolean {
  let step = 0;
  let star = -1;
  let starAt = 0;
  for (let at = 0; at < segment.length; ) {
    const now = steps[step];
    if (now === '*') {
      star = step;
      starAt = at;
      step += 1;
    } else if (now?.(segment[at] as string)) {
      step += 1;
      at += 1;
    } else if (star >= 0) {
      step = star + 1;
      starAt += 1;
      at = starAt;
    } else return false;
  }
  while (steps[step] === '*') step += 1;
  return step === steps.length;
}
