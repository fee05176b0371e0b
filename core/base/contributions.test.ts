import { expect, test } from 'vitest';
import { Contributions } from './contributions.ts';

class Given {
  readonly #listeners = new Set<() => void>();
  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => void this.#listeners.delete(changed);
  }
  change(): void {
    for (const listener of this.#listeners) listener();
  }
}

test('what is given is there in its order, says its changes, and is gone once it is taken back', () => {
  let changes = 0;
  const given = new Contributions<Given>(() => {
    changes += 1;
  });
  const [first, second] = [new Given(), new Given()];
  const takeBack = given.use(first);
  given.use(second);
  expect([given.all, changes]).toEqual([[first, second], 2]);
  first.change();
  second.change();
  expect(changes).toBe(4);
  takeBack();
  expect([given.all, changes]).toEqual([[second], 5]);
  first.change();
  expect(changes).toBe(5);
});
