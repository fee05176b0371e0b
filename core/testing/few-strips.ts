// The strips of a desk under test: of each kind more than one where a desk may have more, for what pairs, sorts or moves them.

/** Strips by kind; of kinds that are not here there are as many as on any desk. */
export const fewStrips: Readonly<Record<string, number>> = {
  input: 8,
  fxReturn: 2,
  aux: 2,
  mix: 4,
  matrix: 2,
  fxSend: 2,
};
