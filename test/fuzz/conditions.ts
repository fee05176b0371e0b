// What some rows need so that a body which fits their OPTIONS can be carried out: things to work on, and their names.
// Without it they refuse by their state (409), each in a way that `forbidden.slow.test.ts` reproduces.
import type { Fields } from '../../core/provider.ts';
import type { Door } from './door.ts';

type Words = Readonly<Record<string, Fields>>;

export interface Condition {
  /** Whether the row can do its work at this address. */
  readonly suits?: (door: Door, path: string) => boolean;
  /** Instead of the address that was drawn, where only one can be worked on now. */
  readonly at?: (door: Door) => Promise<string>;
  /** Before each case. */
  readonly before?: (door: Door, path: string) => Promise<unknown>;
  /** A run of it works through the whole desk: most bodies do not start it. */
  readonly isLong?: true;
  /** Fields that every start names. */
  readonly needs?: readonly string[];
  /** By field: laid over its words, where only a state says which values name something. */
  readonly words?: (door: Door, fields: Words) => Words;
}

const some = [1, 2, 3].map((index) => ({ kind: 'input', index }));
const ids = { enum: ['walk', 'walk-2', 'walk-3'] };
const showing = (id: string) => (door: Door) => door.patch('/scene/position', { id });

export const conditions: Readonly<Record<string, Condition>> = {
  // The two strips of a pair may stand in one list: their link is one switch.
  '/channel': {
    words: (_door, { strips }) => {
      const { items } = strips as { readonly items: { readonly properties: Fields } };
      return { strips: { items: { ...items, properties: { ...items.properties, stereoLink: { enum: [true] } } } } };
    },
  },
  '/channel/{kind}/{index}/eq/bands/sort': {
    suits: ({ desk }, path) => desk.host.desk.has(path.replace('/bands/sort', '')),
  },
  '/clipboard/{slot}/paste': {
    before: (door, path) => door.patch(path.replace('/paste', ''), { from: some[0], areas: ['fader', 'mute'] }),
    needs: ['targets'],
    words: () => ({
      targets: { minItems: 1, items: { enum: some } },
      areas: { items: { enum: ['fader', 'mute'] } },
    }),
  },
  '/streams/{id}/demand': {
    words: () => ({ targets: { items: { enum: ['/clock', '/console', '/channel/*/*', '/channel/main/*/clip'] } } }),
  },
  '/patches/delete': {
    before: (door) => stored(door, '/patches/store', '/patches/walk'),
    words: () => ({ id: { enum: ['walk'] } }),
    needs: ['id'],
  },
  '/patches/{id}/apply': { before: (door) => stored(door, '/patches/store', '/patches/walk') },
  '/history/cursor/undo': { before: named },
  '/history/cursor/redo': {
    before: async (door) => {
      await named(door);
      await door.patch('/history/cursor/undo', { running: true });
    },
  },
  '/history/entries/{id}/revert': {
    before: named,
    at: async (door) => `/history/entries/${(await door.ask('GET', '/history')).body.entries[0].id}/revert`,
  },
  '/scene/store': { isLong: true, words: () => ({ id: ids }), needs: ['id'] },
  '/scene/delete': {
    before: (door) => stored(door, '/scene/store', '/scenes/walk'),
    words: () => ({ id: { enum: ['walk'] } }),
    needs: ['id'],
  },
  '/scene/go': { before: showing('') },
  '/scene/back': {
    before: async (door) => {
      for (const id of ['walk', 'walk-2']) await stored(door, '/scene/store', `/scenes/${id}`);
      await showing('walk-2')(door);
    },
  },
  '/session/save': { isLong: true, words: () => ({ id: ids }), needs: ['id'] },
  '/session/new': { isLong: true },
  '/session/delete': {
    isLong: true,
    before: async (door) => {
      await stored(door, '/session/save', '/sessions/walk-2');
      // The one that is loaded can't be deleted.
      await door.patch('/session/position', { id: '' });
    },
    words: () => ({ id: { enum: ['walk-2'] } }),
    needs: ['id'],
  },
  '/session/import': {
    isLong: true,
    words: (_door, { file }) => ({ id: { enum: [''] }, file: { anyOf: [(file as { anyOf: Fields[] }).anyOf[0]] } }),
    needs: ['file'],
  },
};

/** Something is done that can be taken back. */
function named(door: Door): Promise<unknown> {
  return door.patch('/channel/input/1', { name: `${door.asked}` });
}

/** Stored under the name that its address ends with, where it is not there. */
async function stored(door: Door, task: string, path: string): Promise<void> {
  if ((await door.ask('GET', path)).status === 200) return;
  const id = path.slice(path.lastIndexOf('/') + 1);
  await door.patch(task, { running: true, id, name: id });
  for (let waits = 0; waits < 100; waits++) {
    if ((await door.ask('GET', path)).status === 200) return;
    door.time.advance(100);
  }
  throw new Error(`nothing is stored at ${path}`);
}
