// What a plugin makes of the sound of a strip, level, alignment, bypass, key.
import { describe, expect, test } from 'vitest';
import { isThinned } from '../harness/depth.ts';
import { box, patchThrough, recorded, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { sharedDesk } from '../harness/shared-desk.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { bundlesOf, insert, insertOf, rate, recordUndisturbed, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { levelsOf, mostBend, threeStrips } from './three-strips.ts';
import { made, whyNot, x42 } from './what-lacks.ts';

const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };
const fil4 = 'http://gareus.org/oss/lv2/fil4#mono';
const place = insertOf('/channel/input/1');

describe.skipIf(whyNot(...made, x42) !== '')('plugins of others', () => {
  test('x42 fil4 with a band of +12 dB at 1 kHz is 12.00 dB', async () => {
    const service = await startPluginDesk({ more: [bundlesOf('fil4.lv2')] });
    await patchThrough(service, 1, { ...tone, levelDbfs: -30 });
    await write(service, '/channel/input/1', { pan: -100 });
    await insert(service, place, fil4, { sec3: true, freq3: 1000, q3: 1, gain3: 12 });
    // Its filters glide to new values for a while.
    const [left] = await recordUndisturbed(service, [place], 1.5);
    const { levelDb, residualDb } = fitSine((left as Float64Array).slice(-rate / 2), 1000, rate);
    expect(Math.abs(levelDb + 30 - 12)).toBeLessThan(0.05);
    expect(residualDb).toBeLessThan(-80);
    await service.stop();
  });
});

describe.skipIf(whyNot(...made) !== '')('an insert with a plugin', () => {
  const shortBlocks = sharedDesk(() => startPluginDesk({ blockFrames: 64 }));
  const longBlocks = sharedDesk(() => startPluginDesk());

  /** Inputs 1 and 2 hear one noise, the second inverted; the first has the plugin, at -6 dB as the trim of the second. */
  async function nulled(service: Service, latency: number): Promise<Float64Array> {
    for (const n of [1, 2]) {
      await patchThrough(service, n, { signal: 'pink', levelDbfs: -20 });
      await write(service, `/channel/input/${n}`, { sourceId: `${box}:in-1`, polarityInverted: n === 2 });
    }
    await write(service, '/channel/input/2', { trimDb: -6, muted: false });
    await insert(service, place, pluginUri('gain'), { gain: -6, latency });
    await service.until(`${place}/status`, ({ latencyFrames }) => latencyFrames === 64 + latency);
    await settled(service);
    const [left] = await recordUndisturbed(service, [place], 0.5);
    return left as Float64Array;
  }

  test.each(isThinned ? [400] : [0, 64, 400])(
    'of %i frames is aligned: dry and inverted dry are silence',
    async (latency) => {
      const service = await shortBlocks();
      expect(peakDb(await nulled(service, latency))).toBeLessThan(-120);
      // The sum is of two sounds: one alone is heard.
      await write(service, '/channel/input/2', { muted: true });
      await settled(service);
      const [one] = await recordUndisturbed(service, [place], 0.2);
      expect(peakDb(one as Float64Array)).toBeGreaterThan(-50);
      const { warnings } = (await service.get('/warnings')).body;
      expect(warnings.map(({ id }: { readonly id: string }) => id)).not.toContain('audio-alignment');
    },
  );

  test('of 1000 frames is a warning: the limit of alignment is 10 ms', async () => {
    const service = await shortBlocks();
    await nulled(service, 1000);
    const { warnings } = await service.until('/warnings', (row) =>
      row.warnings.some(({ id }: { readonly id: string }) => id === 'audio-alignment'),
    );
    const found = warnings.find(({ id }: { readonly id: string }) => id === 'audio-alignment');
    const ms = ((1000 + 64) / rate) * 1000 - 10;
    const [excess] = found.titleCode.params.excess;
    expect(excess.path).toBe('/channel/main/1');
    expect(Math.abs(excess.ms - ms)).toBeLessThan(0.05);
  });

  test('is bypassed and heard again without a gap or a click', async () => {
    const service = await longBlocks();
    await threeStrips(service, [pluginUri('gain'), { gain: -6, latency: 400 }], [pluginUri('gain'), {}]);
    await startRecording(service, [1, 2, 3]);
    for (const enabled of [false, true, false, true]) {
      await recorded(service, 0.2);
      await write(service, place, { enabled });
      await settled(service);
    }
    await recorded(service, 0.3);
    const { channels } = await stopRecording(service);
    const levels = levelsOf(channels[0] as Float64Array, 1000);
    expect(levels[5]).toBeCloseTo(-26, 1);
    expect(levels.at(-5)).toBeCloseTo(-26, 1);
    expect(Math.min(...levels)).toBeGreaterThan(-26.1);
    expect(Math.max(...levels)).toBeCloseTo(-20, 1);
    // Wet and dry are as late as each other: a ramp of 20 ms from one to the other, and no jump of the phase.
    expect(mostBend(channels[0] as Float64Array, 1000)).toBeLessThan(4e-4);
    for (const other of channels.slice(1)) expect(fitSine(other, 1000, rate).residualDb).toBeLessThan(-90);
  });

  test('hears the key of another strip, and says by how much it turns down', async () => {
    const service = await longBlocks();
    await threeStrips(service, [pluginUri('keyed'), { depth: 20 }], [pluginUri('gain'), {}]);
    await write(service, '/channel/input/4', { sourceId: `${box}:in-4`, levelDb: -144 });
    await write(service, `${place}/key`, { source: { kind: 'input', index: 4 } });
    await settled(service);
    const [before] = await recordUndisturbed(service, [place], 0.3);
    await write(service, `/stagebox/${box}/inputs/4`, { ...tone, frequencyHz: 300 });
    await service.until(`${place}/readings`, ({ reduction }) => reduction < -19.9);
    const [ducked] = await recordUndisturbed(service, [place], 0.3);
    expect(fitSine(before as Float64Array, 1000, rate).levelDb).toBeCloseTo(-20, 1);
    expect(fitSine(ducked as Float64Array, 1000, rate).levelDb).toBeCloseTo(-40, 1);
    await write(service, `${place}/key`, { source: null });
    await settled(service);
    await service.until(`${place}/readings`, ({ reduction }) => reduction > -0.1);
  });
});
