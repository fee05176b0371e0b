// Presets under sound: each is a crossfade, whatever it changes, and the values of one are undone in one step.
import { afterEach, describe, expect, test } from 'vitest';
import { recorded, settled, startRecording, stopRecording } from '../harness/desk.ts';
import { stopServices } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import { heard, insertOf, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { levelsOf, mostBend, threeStrips } from './three-strips.ts';
import { made, whyNot } from './what-lacks.ts';

afterEach(stopServices);

const place = insertOf('/channel/input/1');
/** Level in dB behind each. */
const presets = { Quiet: -40, Half: -26, Late: -32 } as const;
const names = Object.keys(presets) as readonly (keyof typeof presets)[];

describe.skipIf(whyNot(...made) !== '')('presets of a plugin', () => {
  test('200 of them, one after the other, are no click and no gap', { timeout: 180_000 }, async () => {
    const service = await startPluginDesk();
    await threeStrips(service, [pluginUri('gain'), { gain: -6 }], [pluginUri('gain'), {}]);
    await startRecording(service, [1, 2, 3]);
    await recorded(service, 0.2);
    let state = Number(process.env.SEED ?? 1);
    let last = names[0] as keyof typeof presets;
    for (let change = 0; change < 200; change++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      last = names[Math.floor((state / 2 ** 32) * names.length)] as keyof typeof presets;
      const { report, refusal } = await runTask(service, `${place}/preset`, { preset: last });
      expect([report?.outcome, refusal ?? null]).toEqual(['applied', null]);
    }
    await settled(service);
    await heard(service, place);
    await recorded(service, 0.5);
    const { channels } = await stopRecording(service);
    const [own, ...others] = channels as readonly [Float64Array, ...Float64Array[]];
    // 20 ms from one to another of at most 0.1: a jump of a tenth of it would be 10 times that.
    expect(mostBend(own, 1000)).toBeLessThan(1e-3);
    const levels = levelsOf(own, 1000);
    expect(Math.min(...levels)).toBeGreaterThan(-40.5);
    expect(Math.max(...levels)).toBeLessThan(-19.5);
    expect(levels.at(-1)).toBeCloseTo(presets[last], 1);
    for (const other of others) expect(mostBend(other, 1000)).toBeLessThan(1e-3);
  });
});
