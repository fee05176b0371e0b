// Finds the parts that make a whole invalid, by bisection.

/**
 * The parts that don't fit together with the others, each with the reason. `reasonAgainst` gives the reason against a
 * set of parts, undefined for a valid set. Parts that fit only beside another one are tried again.
 */
export function conflictingParts<Part, Reason>(
  parts: readonly Part[],
  reasonAgainst: (some: readonly Part[]) => Reason | undefined,
): readonly (readonly [Part, Reason])[] {
  const fit: Part[] = [];
  const conflicting = new Map<Part, Reason>();
  const take = (some: readonly Part[]) => {
    const reason = reasonAgainst([...fit, ...some]);
    if (reason === undefined) fit.push(...some);
    else if (some.length === 1) conflicting.set(some[0] as Part, reason);
    else {
      const half = Math.ceil(some.length / 2);
      take(some.slice(0, half));
      take(some.slice(half));
    }
  };
  let waiting = parts;
  for (let count = -1; waiting.length > 0 && fit.length > count; waiting = [...conflicting.keys()]) {
    count = fit.length;
    conflicting.clear();
    take(waiting);
  }
  return [...conflicting];
}
