// Who holds something for as long as he watches: it falls when his stream ends.

/** A stream of a watcher, and who is told of its end. */
export interface Holding {
  readonly ended: Set<() => void>;
}

/** Calls `dropped` once, at the end of the first of these streams; undefined where there are none. The result gives it up. */
export function holdBy(streams: readonly Holding[], dropped: () => void): (() => void) | undefined {
  if (streams.length === 0) return undefined;
  const giveUp = () => {
    for (const { ended } of streams) ended.delete(drop);
  };
  const drop = () => {
    giveUp();
    dropped();
  };
  for (const { ended } of streams) ended.add(drop);
  return giveUp;
}
