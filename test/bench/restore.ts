// A whole desk of 239 inputs is backed up, changed everywhere and restored: the longest turn of its loop.
import { openRestoredDesk } from '../fuzz/restored-desk.ts';
import { type Figure, held, measured } from './report.ts';

const rounds = 5;
const goal = { most: 50 };

/** In this process, and so of this checkout alone. */
export async function restore(): Promise<Figure[]> {
  const desk = await openRestoredDesk();
  try {
    const longest = { save: 0, check: 0, restore: 0 };
    let fields = 0;
    for (let n = 1; n <= rounds + 1; n++) {
      await desk.change(2 * n);
      const save = await desk.save();
      await desk.change(2 * n + 1);
      const check = await desk.check();
      const restored = await desk.restore();
      if (process.env.RESTORE_SAYS) console.error(n, save, check, restored);
      fields = restored.changed;
      // The first one warms up.
      if (n === 1) continue;
      longest.save = Math.max(longest.save, save);
      longest.check = Math.max(longest.check, check.longestMs);
      longest.restore = Math.max(longest.restore, restored.longestMs);
    }
    const how = `processor time of the longest turn in ${rounds} rounds, ${fields} fields of 239 inputs differ, store on the disk`;
    return [
      held('backup of a large desk, longest turn', longest.save, goal, ' ms', how),
      held('preview of a restore, longest turn', longest.check, goal, ' ms', how),
      held('restore with its commit, longest turn', longest.restore, goal, ' ms', how),
      measured('fields that a restore changes', fields, '', 'in one commit'),
    ];
  } finally {
    await desk.close();
  }
}
