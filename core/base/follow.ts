// Combines sources of changes, for rows that show several, and combines functions that stop them.

/** Calls `changed` on each change until the returned function is called. */
export type Follow = (changed: () => void) => () => void;

/** A source of changes: audio, drivers, a provider's own list. */
export interface ChangingSource {
  onChange(changed: () => void): () => void;
}

/** A row's `watch` over sources. Give a function for a source with another name for its changes (`desk.onCommit`). */
export function follow(
  ...sources: readonly (ChangingSource | Follow)[]
): (at: unknown, changed: () => void) => () => void {
  return (_at, changed) =>
    stopAll(...sources.map((source) => (typeof source === 'function' ? source(changed) : source.onChange(changed))));
}

/** Returns one function that calls all of these, in order. */
export function stopAll(...stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
