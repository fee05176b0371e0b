// Rows whose event stream carries other rows (`/streams/{id}`).

import type { Faults } from '../base/fault-log.ts';
import type { Fields } from '../rows/definitions.ts';
import type { RowRef } from '../rows/row-ref.ts';
import type { Publication } from './publication.ts';
import type { Subscription } from './watched-row.ts';

export class MultiplexedRows {
  readonly #next: () => number;
  readonly #revision: () => number;
  readonly #faults: Faults;
  /** By the carried value, so that all streams that carry it share one publication. */
  readonly #made = new WeakMap<Fields, Publication>();

  constructor(next: () => number, revision: () => number, faults: Faults) {
    this.#next = next;
    this.#revision = revision;
    this.#faults = faults;
  }

  /**
   * Begins to carry to one watcher, who has its snapshot; undefined for rows that carry nothing. Throws Refusal where the
   * row carries nothing to this watcher.
   */
  begin({ row, at, path }: RowRef, subscription: Subscription): (() => void) | undefined {
    const { sink, watcher, carried: known, ended } = subscription;
    if (row.type !== 'view' || row.carries === undefined) return undefined;
    let isOver = false;
    const send = (carried: string, fields: Fields, encoded: string) => {
      if (isOver) return;
      known.add(carried);
      sink.publish(this.#publication(carried, fields, encoded));
    };
    const drop = (carried: string) => {
      if (isOver || !known.delete(carried)) return;
      for (const look of [...ended]) this.#quietly(look, path);
    };
    try {
      const stop = row.carries(at, send, watcher, drop);
      return () => {
        isOver = true;
        stop();
      };
    } catch (error) {
      throw this.#faults.refusal(error, `what ${path} carries`);
    }
  }

  #quietly(look: () => void, path: string): void {
    try {
      look();
    } catch (error) {
      this.#faults.note(error, `what ${path} carries no more`);
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
