// Tasks that clients start beside each other: templates, the clipboard, and scenes that are stored and deleted.
import fc from 'fast-check';
import { type Command, command } from './interleavings-command.ts';
import { ownScene } from './interleavings-scenes.ts';
import type { World } from './interleavings-world.ts';

const actors = fc.constantFrom('ann', 'bob');
const targets = fc.constantFrom('input/1', 'input/2', 'input/3', 'mix/1');

/** Starts a task whose commit is an entry of its own; `refused`: with what, where it does not run already. */
function start(world: World, path: string, actor: string, extra: object, refused: () => string | undefined): void {
  const code = world.read(path).running === true ? 'already-running' : refused();
  world.model.written(
    actor,
    world.patch(path, { running: true, ...extra }, actor, () => code),
    true,
  );
}

export const template = fc.tuple(actors, fc.constantFrom('vocals-lead', 'drums-kick'), targets).map(
  ([actor, id, strip]): Command =>
    command(`${actor} applies ${id} to ${strip}`, (world) => {
      start(world, `/channelConfigs/${id}/apply/${strip}`, actor, { confirm: true }, () => undefined);
    }),
);

export const paste = fc.tuple(actors, fc.uniqueArray(targets, { minLength: 1, maxLength: 2 }), fc.boolean()).map(
  ([actor, strips, muteTarget]): Command =>
    command(`${actor} pastes onto ${strips.join(' and ')}${muteTarget ? ', muted' : ''}`, (world) => {
      const refs = strips.map((strip) => strip.split('/')).map(([kind, index]) => ({ kind, index: Number(index) }));
      const isEmpty = (world.read('/clipboard/1').content as readonly object[]).length === 0;
      const refused = () => (isEmpty ? 'conflict' : undefined);
      start(world, '/clipboard/1/paste', actor, { targets: refs, muteTarget }, refused);
    }),
);

/** What they change comes when it is on the disk. */
export const storing = fc.tuple(actors, fc.constantFrom('store', 'store', 'delete')).map(
  ([actor, does]): Command =>
    command(`${actor} ${does}s the scene ${ownScene}`, (world) => {
      const isThere = world.find(`/scenes/${ownScene}/recall`) !== undefined;
      const refused = () => (does === 'delete' && !isThere ? 'conflict' : undefined);
      start(world, `/scene/${does}`, actor, { id: ownScene, ...(does === 'delete' ? { confirm: true } : {}) }, refused);
    }),
);
