// Writers, undoers, redoers, reverters, recalls and watchers at once, on a desk in this process: whatever they do, in whatever
// order, every watcher knows the last of it, the history does what its model does, and all can be undone to the start.
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { roundsOf } from '../harness/depth.ts';
import type { Command } from './interleavings-command.ts';
import { commands } from './interleavings-commands.ts';
import type { HistoryModel } from './interleavings-model.ts';
import { World } from './interleavings-world.ts';

const numRuns = roundsOf({ sample: 400, full: 2_000, soak: 10_000 });

let world: World | undefined;
afterAll(() => world?.close());

test(
  `in ${numRuns} interleavings the last event is what GET answers, and undoing all gives back the start`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: 30, size: 'max' }), async (script) => {
        world ??= await World.begin();
        try {
          await play(world, script);
        } catch (error) {
          // What a failed run leaves is no start for another.
          await world.close();
          world = undefined;
          throw error;
        }
      }),
      { numRuns },
    );
  },
  60_000 + numRuns * 60,
);

async function play(desk: World, script: readonly Command[]): Promise<void> {
  desk.reset();
  for (const command of script) {
    await command.run(desk);
    desk.check(false);
  }
  await desk.settle();
  expect(logOf(desk)).toEqual(expectedLog(desk.model));
  while (desk.read('/history/cursor').canUndo === true) await undo(desk);
  expect(desk.differing()).toEqual([]);
  await desk.settle();
  await desk.clear();
}

/** With override there is nothing that keeps a desk whose rows are all there from going back whole. */
async function undo(desk: World): Promise<void> {
  const path = '/history/cursor/undo';
  desk.patch(path, { running: true, override: true }, 'ann', () => undefined);
  desk.model.undo({ actor: 'ann', override: true });
  await new Promise((resolve) => setImmediate(resolve));
  desk.check(false);
  expect(desk.read(path)).toMatchObject({ running: false, refusal: null, report: { outcome: 'applied', skipped: [] } });
}

interface ShownEntry {
  readonly id: string;
  readonly actor: string;
  readonly undone: boolean;
}

function logOf(desk: World): readonly object[] {
  const { entries } = desk.read('/history') as { readonly entries: readonly ShownEntry[] };
  return entries.map(({ id, actor, undone }) => {
    const { changes } = desk.read(`/history/entries/${id}`) as { readonly changes: readonly object[] };
    return { actor, undone, changes: byField(changes) };
  });
}

function expectedLog(model: HistoryModel): readonly object[] {
  return model.entries.toReversed().map(({ actor, undone, changes }) => ({ actor, undone, changes: byField(changes) }));
}

function byField(changes: readonly object[]): readonly string[] {
  return changes.map((change) => JSON.stringify(change)).sort();
}
