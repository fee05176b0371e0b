import type { DocumentKey, Documents, Faults, StoredDocument } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import type { Scene } from './scene.ts';
import { SceneBook } from './scene-book.ts';

const body = (order: number) => ({
  ...{ name: `Song ${order}`, notes: '', order, fadeMs: 0, areas: ['fader'], keeps: [] },
  savedAt: '2026-01-01T00:00:00Z',
});

/** Documents that count how often a body is looked at. */
class Counted {
  looks = 0;
  readonly #by = new Map<string, StoredDocument>();
  #list: readonly StoredDocument[] = [];

  put(id: string, order: number): void {
    const counted = this;
    const own = body(order);
    const document = {
      ...{ kind: 'scene', id },
      get body() {
        counted.looks++;
        return own;
      },
    };
    this.#by.set(id, document);
    this.#list = [...this.#by.values()];
  }

  get documents(): Documents {
    const known: Partial<Documents> = {
      list: () => this.#list,
      get: (_kind: DocumentKey['kind'], id: string) => this.#by.get(id),
      onChange: () => () => {},
    };
    return known as Documents;
  }
}

test.each([10, 300])('among %i scenes one that is stored is the only one that is looked at', (count) => {
  const counted = new Counted();
  for (let n = 0; n < count; n++) counted.put(`:s${n}`, n);
  const book = new SceneBook(counted.documents, {} as Faults);
  const before = book.list();
  expect(before).toHaveLength(count);
  for (const { id } of before) book.get(id);
  counted.looks = 0;
  counted.put(':last', count);
  const after = book.list();
  for (const { id } of after) expect(book.get(id)).toBe(after.find((each: Scene) => each.id === id));
  expect(after.map(({ id }) => id)).toEqual([...before.map(({ id }) => id), 'last']);
  expect(counted.looks).toBe(1);
});

test('the scenes of a session as those of another have the very bodies, and refer to what these hold', () => {
  const counted = new Counted();
  counted.put('friday:a', 2);
  counted.put('friday:b', 1);
  const book = new SceneBook(counted.documents, {} as Faults);
  const copies = book.copied('friday');
  expect(copies.map(({ id, content }) => ({ id, content }))).toEqual(
    ['b', 'a'].map((id) => ({ id, content: { of: { kind: 'scene', id: `friday:${id}` } } })),
  );
  for (const { id, body } of copies) expect(body).toBe(counted.documents.get('scene', `friday:${id}`)?.body);
});
