// The writes of one peer, in its name: the latest value of a field wins, a bounded number of fields is under way.
import type { Client, Row } from 'rowdesk/client';
import { deskClient } from './desk-access.ts';
import { OscRefusal } from './refusal.ts';

const mostMoving = 16;
/** Fields that wait for their turn. */
const mostWaiting = 512;

interface Waiting {
  value: unknown;
  readonly done: Promise<number>;
  readonly begin: () => void;
}

export class Writes {
  readonly #client: Client;
  readonly #waiting = new Map<string, Waiting>();
  readonly #moving = new Map<string, number>();

  /** The client watches nothing, so that there is nothing to close: what is on its way is written. */
  constructor(url: string, actor: string, key?: string) {
    this.#client = deskClient({ url, actor, key });
  }

  /** True while a value of the field is on its way. */
  isMoving(path: string, field: string): boolean {
    const key = keyOf(path, field);
    return this.#moving.has(key) || this.#waiting.has(key);
  }

  /** Resolves to the revision with the value, or a later one. Rejects with Refused, Unreachable, or OscRefusal `busy`. */
  async move(path: string, field: string, value: unknown): Promise<number> {
    const key = keyOf(path, field);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) {
      waiting.value = value;
      return waiting.done;
    }
    if (!this.#moving.has(key) && this.#moving.size >= mostMoving) {
      if (this.#waiting.size >= mostWaiting) throw new OscRefusal('busy', 429);
      return this.#later(key, path, field, value);
    }
    return this.#now(key, path, field, value);
  }

  /** Writes several fields of a row at once. */
  async patch(path: string, fields: Row): Promise<number> {
    return (await this.#client.patch(path as `/${string}`, fields as never)).revision;
  }

  #later(key: string, path: string, field: string, value: unknown): Promise<number> {
    let settle: (revision: Promise<number>) => void = () => {};
    const done = new Promise<number>((resolve) => {
      settle = resolve;
    });
    const waiting: Waiting = {
      value,
      done,
      // It leaves the queue at once: two writes that end together begin two others.
      begin: () => {
        this.#waiting.delete(key);
        settle(this.#now(key, path, field, waiting.value));
      },
    };
    this.#waiting.set(key, waiting);
    return done;
  }

  async #now(key: string, path: string, field: string, value: unknown): Promise<number> {
    this.#moving.set(key, (this.#moving.get(key) ?? 0) + 1);
    try {
      return (await this.#client.move(path as `/${string}`, field as never, value as never)).revision;
    } finally {
      const left = (this.#moving.get(key) ?? 1) - 1;
      if (left > 0) this.#moving.set(key, left);
      else this.#moving.delete(key);
      const [next] = this.#waiting.values();
      if (left === 0) next?.begin();
    }
  }
}

const keyOf = (path: string, field: string) => `${path}#${field}`;
