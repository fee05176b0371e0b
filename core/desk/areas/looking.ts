// A consistent look at many items of the desk over several turns of the event loop: items that change meanwhile are
// looked at again in the last turn, so that all results are of that moment.

import { stopAll } from '../../base/follow.ts';
import { Turns } from '../../base/turns.ts';

/** A few milliseconds. */
const itemsPerTurn = 200;
/** The last round is a single turn: a desk may change all the time. */
const mostRounds = 4;

/** Changes of the desk. */
export interface DeskChanges {
  onCommit(listener: (revision: number, paths: readonly string[]) => void): () => void;
  /** Called when addresses with items come or go. */
  onAddressesChanged(listener: () => void): () => void;
}

export interface Looking<Item, Looked> {
  /** All items, listed lazily. */
  items(): Iterable<Item>;
  pathOf(item: Item): string;
  /** The current result for an item. */
  look(item: Item): Looked;
}

/** Calls `then` in the tick of which all results are; resolves with its result, rejects with its exception. */
export async function lookAtAll<Item, Looked, Result>(
  { items, pathOf, look }: Looking<Item, Looked>,
  changes: DeskChanges,
  then: (results: readonly Looked[]) => Result,
): Promise<Result> {
  const touched = new Set<string>();
  let isOther = false;
  const stop = stopAll(
    changes.onCommit((_revision, paths) => {
      for (const path of paths) touched.add(path);
    }),
    changes.onAddressesChanged(() => {
      isOther = true;
    }),
  );
  // An item may depend on the row above it.
  const isTouched = (path: string) => touched.has(path) || touched.has(path.slice(0, path.lastIndexOf('/')));
  try {
    for (let round = 1; ; round++) {
      isOther = false;
      touched.clear();
      const looked: Item[] = [];
      const results: Looked[] = [];
      const turns = new Turns(round < mostRounds ? itemsPerTurn : Number.POSITIVE_INFINITY);
      for (const item of items()) {
        looked.push(item);
        results.push(look(item));
        const turn = turns.spend();
        if (turn !== undefined) await turn;
        // The list under iteration may be stale now.
        if (isOther) break;
      }
      if (isOther || touched.size > itemsPerTurn) continue;
      if (touched.size > 0) {
        for (const [at, item] of looked.entries()) if (isTouched(pathOf(item))) results[at] = look(item);
      }
      return then(results);
    }
  } finally {
    stop();
  }
}
