// Looks at many things of the desk over several turns of the event loop: what changes meanwhile is looked at again, and the
// last look is the moment that all of it is of.

import { stopAll } from '../../base/follow.ts';
import { Turns } from '../../base/turns.ts';

/** What is looked at in one turn; a few milliseconds. */
const itemsPerTurn = 200;
/** A desk that never stands still is looked at in one turn in the end. */
const mostRounds = 4;

/** The changes of the desk. */
export interface Changes {
  onCommit(listener: (revision: number, paths: readonly string[]) => void): () => void;
  /** Of addresses at which there may be an item. */
  onAddressesChanged(listener: () => void): () => void;
}

export interface Looking<Item, Looked> {
  /** All of them, listed as they are asked for. */
  items(): Iterable<Item>;
  pathOf(item: Item): string;
  /** What is so of an item now. */
  look(item: Item): Looked;
}

/** Calls `then` in the tick in which all of it is so; resolves with its result, rejects with what it throws. */
export async function lookAtAll<Item, Looked, Result>(
  { items, pathOf, look }: Looking<Item, Looked>,
  changes: Changes,
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
  // What an item has may follow from the row above it.
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
        // A list that is being gone through may be another now.
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
