import { expect, test } from 'vitest';
import type { Fields } from '../rows/definitions.ts';
import { KnownTargets } from './known-targets.ts';

/** Documents of one kind, whose writes wait for their turn. */
class Shelf {
  body: Fields | undefined;
  readonly #writes: (() => void)[] = [];
  readonly #listeners: ((kind: string) => void)[] = [];

  get = () => (this.body === undefined ? undefined : { body: this.body });
  onChange = (listener: (kind: string) => void) => {
    this.#listeners.push(listener);
    return () => {};
  };
  put = (_kind: string, _id: string, body: Fields): Promise<void> =>
    new Promise((resolve) => {
      this.#writes.push(() => {
        this.become(body);
        resolve();
      });
    });
  become(body: Fields): void {
    this.body = body;
    for (const listener of this.#listeners) listener('target');
  }
  /** How many writes it took until none waits. */
  turn(): number {
    let count = 0;
    for (let write = this.#writes.shift(); write !== undefined; write = this.#writes.shift()) {
      count += 1;
      if (count > 20) throw new Error('writes without an end');
      write();
    }
    return count;
  }
}

function known(shelf: Shelf): KnownTargets {
  const desk = { documents: shelf, isNew: true, kept: { paths: () => [], keptAt: () => ({}) } };
  return new KnownTargets({ desk, log: {} } as unknown as ConstructorParameters<typeof KnownTargets>[0]);
}

test('a desk that is replaced while a write of its own waits knows the targets of both', () => {
  const shelf = new Shelf();
  const targets = known(shelf);
  shelf.turn();
  targets.add('ours:a', ['gain']);
  targets.keep();
  shelf.become({ fields: { 'theirs:b': ['phantom'] }, before: [] });
  shelf.turn();
  expect(targets.has('ours:a', 'gain') && targets.has('theirs:b', 'phantom')).toBe(true);
  expect(shelf.body).toMatchObject({ fields: { 'ours:a': ['gain'], 'theirs:b': ['phantom'] } });
});

test('a write of its own ends there', () => {
  const shelf = new Shelf();
  const targets = known(shelf);
  targets.add('ours:a', ['gain']);
  targets.keep();
  // The one of the start, and this one.
  expect(shelf.turn()).toBeLessThanOrEqual(3);
  expect(shelf.turn()).toBe(0);
});
