// What clients do to a desk: each command is sent without waiting for the ones before it to be answered.
import fc from 'fast-check';
import { type Command, command } from './interleavings-command.ts';
import type { Expected, Request } from './interleavings-model.ts';
import { ownScene } from './interleavings-scenes.ts';
import { paste, storing, template } from './interleavings-tasks.ts';
import type { World } from './interleavings-world.ts';

const actors = fc.constantFrom('ann', 'bob');
const levels = fc.constantFrom(-40, -20, -6.5, 0);
const strips = fc.constantFrom('/channel/input/1', '/channel/input/2', '/channel/mix/1');
const socket = '/stagebox/virtual-32x16/inputs/1';

/** A PATCH that fits, with its address. Few fields and few values, so that clients meet. */
const writes: fc.Arbitrary<readonly [string, object]> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(strips, fc.record({ levelDb: levels })) },
  { weight: 3, arbitrary: fc.tuple(strips, fc.record({ levelDb: levels, muted: fc.boolean() })) },
  { weight: 2, arbitrary: fc.tuple(strips, fc.record({ name: fc.constantFrom('', 'Voice', 'Bass') })) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constant('/channel/input/1'), fc.record({ stereoLink: fc.boolean() })),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('/channel/mix/1'), fc.record({ stereoLink: fc.boolean() })) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      strips,
      fc.record({ dcas: fc.subarray([1, 2]), muteGroups: fc.subarray([1, 2]), pan: fc.constantFrom(-30, 0) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('/channel/dca/1', '/channel/muteGroup/2'), fc.record({ muted: fc.boolean() })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('/channel/input/1/sends/mix/1', '/channel/input/2/sends/mix/2'),
      fc.record({ levelDb: levels, on: fc.boolean() }),
    ),
  },
  // Neither is in the history.
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('/safety/panic'), fc.record({ scope: fc.constantFrom(null, 'mains', 'all') })),
  },
  { weight: 1, arbitrary: fc.tuple(strips, fc.record({ soloed: fc.boolean() })) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('/clipboard/1'),
      fc.record({ from: fc.constantFrom({ kind: 'input', index: 1 }, { kind: 'mix', index: 1 }, null) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant(socket),
      fc.record({ gainDb: fc.constantFrom(0, 20, 40), phantom: fc.boolean(), pad: fc.boolean() }, { requiredKeys: [] }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('/channel/input/1', '/channel/input/2'),
      fc.record({ sourceId: fc.constantFrom('', 'virtual-32x16:in-1') }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('/channel'),
      fc.record({
        strips: fc.uniqueArray(
          fc.record({ kind: fc.constant('input'), index: fc.integer({ min: 1, max: 3 }), levelDb: levels }),
          { selector: ({ index }) => index, minLength: 1 },
        ),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('/channel/input/1/eq/bands/2', '/channel/input/2/eq/bands/1'),
      fc.record({ gainDb: fc.constantFrom(-3, 0, 6) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('/channel/fxSend/1/chain/processors/effect'),
      fc.record({ plugin: fc.constantFrom('builtin:reverb', 'builtin:delay') }),
    ),
  },
);

const write = fc.tuple(actors, writes).map(([actor, [path, body]]) =>
  command(`${actor} writes ${path} ${JSON.stringify(body)}`, (world) => {
    world.model.written(
      actor,
      world.patch(path, body, actor, () => undefined),
    );
  }),
);

/** Values of whatever effect is there; those of another are refused. */
const effectWrite = fc
  .tuple(actors, fc.constantFrom('lowCutHz', 'preDelayMs', 'timeMs'), fc.constantFrom(20, 60, 100))
  .map(([actor, field, value]) =>
    command(`${actor} writes ${field} ${value} of the effect`, (world) => {
      const path = '/channel/fxSend/1/chain/processors/effect/values';
      const refused = field in world.read(path) ? undefined : 'invalid-fields';
      world.model.written(
        actor,
        world.patch(path, { [field]: value }, actor, () => refused),
      );
    }),
  );

/** What does not fit is refused and changes nothing. */
const badWrite = fc
  .tuple(actors, fc.constantFrom<object>({ levelDb: 99 }, { levelDb: 0, colour: 'none' }, { kind: 'input' }))
  .map(([actor, body]) =>
    command(`${actor} writes ${JSON.stringify(body)} in vain`, (world) => {
      const changes = world.patch('/channel/input/1', body, actor, () => 'invalid-fields');
      if (changes.length > 0) throw new Error('a refused write has changed something');
    }),
  );

const requests = fc.record({ actor: actors, override: fc.boolean() });

/** Runs a task of the history, which must do what the model expects of it. */
function step(world: World, path: string, { actor, override }: Request, expect: () => Expected): void {
  const isRunning = world.read(path).running === true;
  const expected: Expected = isRunning ? { refused: 'already-running' } : expect();
  const refused = 'refused' in expected ? expected.refused : undefined;
  const changes = world.patch(path, { running: true, override }, actor, () => refused);
  const wanted = 'refused' in expected ? [] : expected.changes;
  if (sorted(changes) !== sorted(wanted)) {
    throw new Error(`${path} has done ${sorted(changes)}, and not ${sorted(wanted)}`);
  }
}
const sorted = (changes: readonly object[]) => JSON.stringify(changes.map((change) => JSON.stringify(change)).sort());

const undo = requests.map((request) =>
  command(`${request.actor} undoes${request.override ? ' with override' : ''}`, (world) =>
    step(world, '/history/cursor/undo', request, () => world.model.undo(request)),
  ),
);

const redo = requests.map((request) =>
  command(`${request.actor} redoes${request.override ? ' with override' : ''}`, (world) =>
    step(world, '/history/cursor/redo', request, () => world.model.redo(request)),
  ),
);

const revert = fc.tuple(requests, fc.nat({ max: 5 })).map(([request, back]) =>
  command(
    `${request.actor} reverts the entry ${back} before the last${request.override ? ' with override' : ''}`,
    (world) => {
      const entry = world.model.entries.at(-1 - back);
      const { entries } = world.read('/history') as { readonly entries: readonly { readonly id: string }[] };
      const id = entries[back]?.id;
      if (entry === undefined || id === undefined) return;
      step(world, `/history/entries/${id}/revert`, request, () => world.model.revert(entry, request));
    },
  ),
);

/** All that a scene changes is one entry, which no write joins. */
const recall = fc.tuple(actors, fc.constantFrom('quiet', 'loud', ownScene)).map(([actor, id]) =>
  command(`${actor} recalls ${id}`, (world) => {
    const path = `/scenes/${id}/recall`;
    const row = world.find(path);
    const refused = row === undefined ? 'unknown-row' : row.running === true ? 'already-running' : undefined;
    const changes = world.patch(path, { running: true }, actor, () => refused);
    world.model.written(actor, changes, true);
  }),
);

const addresses = fc.constantFrom(
  ...['/channel/input/1', '/channel/input/2', '/channel', '/channel/input/1/eq/bands/2', '/channel/input/1/preamp'],
  ...['/channel/fxSend/1/chain', '/channel/fxSend/1/chain/processors/effect/values', socket],
  ...['/history', '/history/cursor', '/history/cursor/undo', 'the newest entry', 'its revert'],
  ...['/channel/dca/1', '/channel/input/1/sends/mix/1', '/safety', '/clipboard', `/scenes/${ownScene}/recallKeeps`],
  ...['/channelConfigs/vocals-lead/applyMoves/input/1'],
  ...['/scene', '/scenes', '/scenes/quiet', '/scenes/quiet/recall', '/scenes/loud/recallKeeps'],
);
const watch = addresses.map((address) =>
  command(`somebody watches ${address}`, (world) => {
    const [newest] = (world.read('/history') as { readonly entries: readonly { readonly id: string }[] }).entries;
    const entry = `/history/entries/${newest?.id}`;
    if (address.startsWith('/')) world.watch(address);
    else if (newest !== undefined) world.watch(address === 'its revert' ? `${entry}/revert` : entry);
  }),
);
const unwatch = fc.constant(
  command('the first watcher leaves', (world) => {
    world.watched.shift()?.stop();
  }),
);

const pass = fc.constantFrom(10, 90, 400, 1000, 3000).map((ms) =>
  command(`${ms} ms pass`, (world) => {
    world.time.advance(ms);
    world.check(ms >= 100);
  }),
);
const turn = fc.constant(
  command('answers come', async () => {
    await new Promise((resolve) => setImmediate(resolve));
  }),
);
const disk = fc.constantFrom('hold', 'release').map((does) =>
  command(does === 'hold' ? 'the disk stands still' : 'the disk goes on', ({ store }) => {
    if (does === 'hold') store.pauseWrites();
    else store.resumeWrites();
  }),
);

/** A new kind of command needs no more than its line here. */
export const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: write },
  { weight: 2, arbitrary: effectWrite },
  { weight: 1, arbitrary: badWrite },
  { weight: 5, arbitrary: undo },
  { weight: 3, arbitrary: redo },
  { weight: 3, arbitrary: revert },
  { weight: 4, arbitrary: recall },
  { weight: 1, arbitrary: storing },
  { weight: 1, arbitrary: template },
  { weight: 1, arbitrary: paste },
  { weight: 4, arbitrary: watch },
  { weight: 1, arbitrary: unwatch },
  { weight: 4, arbitrary: pass },
  { weight: 3, arbitrary: turn },
  { weight: 1, arbitrary: disk },
);
