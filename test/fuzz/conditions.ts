// What some rows need so that a body which fits their OPTIONS can be carried out: things to work on, and their names.
// Without it they refuse by their state (409), each in a way that `forbidden.night.test.ts` reproduces.
import { join } from 'node:path';
import type { Fields } from '../../core/provider.ts';
import { plain, squeeze, unsupported } from '../../providers/plugins/plugins-fixture.ts';
import { takeFile, writeTake } from '../../providers/takes/take-fixture.ts';
import { backingUp } from './backing-up.ts';
import { measuring } from './measuring.ts';
import type { RawClient } from './raw-client.ts';

type Words = Readonly<Record<string, Fields>>;

export interface Condition {
  /** Whether the row can do its work at this address. */
  readonly suits?: (client: RawClient, path: string) => boolean;
  /** Instead of the address that was drawn, where only one can be worked on now. */
  readonly at?: (client: RawClient) => Promise<string>;
  /** Before each case. */
  readonly before?: (client: RawClient, path: string) => Promise<unknown>;
  /** A run of it works through the whole desk: most bodies do not start it. */
  readonly isLong?: true;
  /** Fields that every start names. */
  readonly needs?: readonly string[];
  /** By field: laid over its words, where only a state says which values name something. */
  readonly words?: (client: RawClient, fields: Words) => Words;
}

const some = [1, 2, 3].map((index) => ({ kind: 'input', index }));
/** An insert through hardware. */
const sentOut = {
  ...{ strip: { kind: 'input', index: 5 }, insert: 'insert1', leg: 'left' },
  ...{ sendPortId: 'virtual-32x16:out-9', returnPortId: 'virtual-32x16:in-9' },
};
/** The same for each: two of them may be a pair. */
const together = [1, 2, 3].map((index) => ({ path: `/channel/input/${index}`, fields: { levelDb: -6, muted: true } }));
const ids = { enum: ['walk', 'walk-2', 'walk-3'] };
const ofWalk = (): Words => ({ takeId: { enum: ['walk'] }, engaged: { enum: [true] } });
const showing = (id: string) => (client: RawClient) => client.patch('/scene/position', { id });

export const conditions: Readonly<Record<string, Condition>> = {
  ...measuring,
  ...backingUp,
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
    before: (client, path) => client.patch(path.replace('/paste', ''), { from: some[0], areas: ['fader', 'mute'] }),
    needs: ['targets'],
    words: () => ({
      targets: { minItems: 1, items: { enum: some } },
      areas: { items: { enum: ['fader', 'mute'] } },
    }),
  },
  '/streams/{id}/demand': {
    words: () => ({ targets: { items: { enum: ['/clock', '/console', '/channel/*/*', '/channel/main/*/clip'] } } }),
  },
  // What fits is a matter of several fields: outputs of the device, and bytes of a packet.
  '/netaudio/{id}': {
    words: (_door, { transmit }): Words => {
      if (transmit === undefined) return {};
      const { items } = transmit as { readonly items: { readonly properties: Readonly<Record<string, Fields>> } };
      const { firstChannel, channels } = items.properties;
      const fitting = { firstChannel: { ...firstChannel, maximum: 4 }, channels: { ...channels, maximum: 2 } };
      return { transmit: { items: { ...items, properties: { ...items.properties, ...fitting } } } };
    },
  },
  '/netaudio/{id}/subscribe': {
    words: () => ({ txDevice: { enum: [''] }, firstRx: { maximum: 4 }, count: { maximum: 4 } }),
  },
  // A place has a plugin or hardware, and a port one use.
  '/patch': { words: () => ({ inserts: { maxItems: 0 } }) },
  '/patch/inserts': { words: () => ({ inserts: { maxItems: 0 } }) },
  '/patch/inserts/measure': {
    before: (client) => client.patch('/patch', { inserts: [sentOut] }),
    words: () => ({ strip: { enum: [sentOut.strip] }, insert: { enum: [sentOut.insert] } }),
    needs: ['strip'],
  },
  // A plugin by its id, or a refused bundle by its path: those that the desk of the test has.
  '/plugins/scan': {
    words: ({ desk }) => ({
      again: { enum: ['', squeeze.id, plain.id, unsupported.id, join(desk.stateFolder, 'lv2/broken.lv2')] },
    }),
  },
  '/surface/commit': { words: () => ({ changes: { items: { enum: together }, uniqueItems: true } }) },
  '/patches/store': { words: () => ({ id: ids }), needs: ['id'] },
  '/patches/delete': {
    before: (client) => stored(client, '/patches/store', '/patches/walk'),
    words: () => ({ id: { enum: ['walk'] } }),
    needs: ['id'],
  },
  '/patches/{id}/apply': { before: (client) => stored(client, '/patches/store', '/patches/walk') },
  '/history/cursor/undo': { before: named },
  '/history/cursor/redo': {
    before: async (client) => {
      await named(client);
      await client.patch('/history/cursor/undo', { running: true });
    },
  },
  '/history/entries/{id}/revert': {
    before: named,
    at: async (client) => `/history/entries/${(await client.ask('GET', '/history')).body.entries[0].id}/revert`,
  },
  '/scene/store': { isLong: true, words: () => ({ id: ids }), needs: ['id'] },
  '/scene/delete': {
    before: (client) => stored(client, '/scene/store', '/scenes/walk'),
    words: () => ({ id: { enum: ['walk'] } }),
    needs: ['id'],
  },
  '/scene/go': { before: showing('') },
  '/scene/back': {
    before: async (client) => {
      for (const id of ['walk', 'walk-2']) await stored(client, '/scene/store', `/scenes/${id}`);
      await showing('walk-2')(client);
    },
  },
  '/record/start': { before: recording('ready') },
  '/record/stop': { before: recording('recording') },
  '/record/split': { before: recording('recording') },
  '/record/mark': { before: recording('recording') },
  '/takes/{id}/export': {
    before: aTake,
    words: () => ({ tracks: { items: { enum: [1, 2] } }, fileFormat: { enum: ['wav'] } }),
  },
  '/takes/{id}/render': {
    before: aTake,
    words: () => ({
      settings: { enum: ['now'] },
      outputs: { maxItems: 1, items: { enum: [{ kind: 'main', index: 1 }] } },
      fileFormat: { enum: ['wav'] },
    }),
  },
  '/takes/delete': { before: aTake, words: () => ({ id: { enum: ['walk'] } }), needs: ['id'] },
  '/vsc': { before: engaged, words: ofWalk },
  '/vsc/settings': { before: engaged, words: ofWalk },
  '/vsc/transport': { before: engaged },
  '/session/save': { isLong: true, words: () => ({ id: ids }), needs: ['id'] },
  '/session/new': { isLong: true, words: () => ({ name: { minLength: 1 } }), needs: ['name'] },
  '/session/delete': {
    isLong: true,
    before: async (client) => {
      await stored(client, '/session/save', '/sessions/walk-2');
      // The one that is loaded can't be deleted.
      await client.patch('/session/position', { id: '' });
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
function named(client: RawClient): Promise<unknown> {
  return client.patch('/channel/input/1', { name: `${client.asked}` });
}

/** Stored under the name that its address ends with, where it is not there. */
async function stored(client: RawClient, task: string, path: string): Promise<void> {
  if ((await client.ask('GET', path)).status === 200) return;
  const id = path.slice(path.lastIndexOf('/') + 1);
  await client.patch(task, { running: true, id, name: id });
  for (let waits = 0; waits < 100; waits++) {
    if ((await client.ask('GET', path)).status === 200) return;
    client.time.advance(100);
  }
  throw new Error(`nothing is stored at ${path}`);
}

/** A recorder in this state, whose take starts and ends with the next call. */
function recording(state: 'ready' | 'recording'): (client: RawClient) => Promise<void> {
  return async ({ desk: { audio } }) => {
    const report = (now: string, takeId: unknown) => {
      audio.target('recorder').report('/record', 'takeId', takeId);
      audio.target('recorder').report('/record', 'state', now);
      return {};
    };
    report(state, state === 'ready' ? '' : 'walk');
    audio.answers.set('recorder start', ({ takeId }) => report('recording', takeId));
    for (const call of ['stop', 'split', 'mark']) audio.answers.set(`recorder ${call}`, () => report('ready', ''));
  };
}

/** A take that nothing keeps from being deleted. */
async function aTake(client: RawClient): Promise<void> {
  writeTake(client.desk.stateFolder, takeFile('walk'));
  await client.ask('GET', '/takes');
  await client.patch('/takes/walk', { keep: false });
}

/** Strips hear a take, and a player plays it. */
async function engaged(client: RawClient): Promise<void> {
  const recorder = client.desk.audio.target('recorder');
  recorder.report('/record', 'state', 'ready');
  recorder.report('/vsc/settings', 'takeId', 'walk');
  const player = { transport: 'stop', positionS: 0, soundsAtMs: 0, lengthS: 7, loaded: true, underruns: 0, fault: '' };
  for (const [field, value] of Object.entries(player)) recorder.report('/vsc/transport', field, value);
  for (const call of ['transport', 'seek']) client.desk.audio.answers.set(`recorder ${call}`, () => ({}));
  if ((await client.ask('GET', '/takes/walk')).status !== 200) await aTake(client);
  await client.patch('/vsc', { takeId: 'walk', engaged: true });
}
