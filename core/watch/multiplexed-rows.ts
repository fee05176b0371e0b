// Multiplexing: rows with other rows on their event stream (`/streams/{id}`).

import type { Faults } from '../base/fault-log.ts';
import type { Fields } from '../rows/definitions.ts';
import type { RowRef } from '../rows/row-ref.ts';
import type { Publication } from './publication.ts';
import type { Subscription } from './watched-row.ts';

export class MultiplexedRows {
  readonly #next: () => number;
  readonly #revision: () => number;
  readonly #faults: Faults;
  /** By the value of the multiplexed row: all streams with that row share one publication. */
  readonly #made = new WeakMap<Fields, Publication>();

  constructor(next: () => number, revision: () => number, faults: Faults) {
    this.#next = next;
    this.#revision = revision;
    this.#faults = faults;
  }

  /**
   * Begins multiplexing to one watcher, which has its snapshot; undefined for rows that don't multiplex. Throws Refusal
   * if the row refuses this watcher.
   */
  begin({ row, at, path }: RowRef, subscription: Subscription): (() => void) | undefined {
    const { sink, watcher, multiplexed, endListeners } = subscription;
    if (row.type !== 'view' || row.multiplex === undefined) return undefined;
    let isOver = false;
    const send = (other: string, fields: Fields, encoded: string) => {
      if (isOver) return;
      multiplexed.add(other);
      sink.publish(this.#publication(other, fields, encoded));
    };
    const remove = (other: string) => {
      if (isOver || !multiplexed.delete(other)) return;
      for (const look of [...endListeners]) this.#quietly(look, path);
    };
    try {
      const stop = row.multiplex(at, send, watcher, remove);
      return () => {
        isOver = true;
        stop();
      };
    } catch (error) {
      throw this.#faults.refusal(error, `multiplexing by ${path}`);
    }
  }

  #quietly(look: () => void, path: string): void {
    try {
      look();
    } catch (error) {
      this.#faults.note(error, `the end of multiplexing by ${path}`);
    }
  }

  #publication(path: string, row: Fields, encoded: string): Publication {
    const made = this.#made.get(row);
    if (made?.key === path) return made;
    const publication: Publication = {
      name: 'change',
      key: path,
      n: this.#next(),
      revision: this.#revision(),
      row: { path, row },
      json: `{"path":${JSON.stringify(path)},"row":${encoded}}`,
    };
    this.#made.set(row, publication);
    return publication;
  }
}
