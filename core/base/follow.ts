// Watching several sources at once: for rows that show more than one, and for what is started in several parts.

/** Calls `changed` until the returned function is called. */
export type Follow = (changed: () => void) => () => void;

/** Anything with listeners of its changes: audio, drivers, a provider's own list. */
export interface ChangingSource {
  onChange(changed: () => void): () => void;
}

/** A row's `watch` over these sources; a function follows a source whose changes have another name (`desk.onCommit`). */
export function follow(
  ...sources: readonly (ChangingSource | Follow)[]
): (at: unknown, changed: () => void) => () => void {
  return (_at, changed) =>
    stopAll(...sources.map((source) => (typeof source === 'function' ? source(changed) : source.onChange(changed))));
}

/** One function that calls all of these, in their order. */
export function stopAll(...stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
