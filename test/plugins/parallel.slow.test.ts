// Parallel processing through an fxSend whose plugin is late: with `aligned` the dry sound in the main waits for its return.
import { describe, expect, test } from 'vitest';
import { patchThrough, recorded, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { insert, rate, recordUndisturbed, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { mostBend } from './three-strips.ts';
import { made, whyNot } from './what-lacks.ts';

const send = '/channel/fxSend/1';
const back = '/channel/fxReturn/1';
const place = `${send}/chain/processors/effect`;
const blockFrames = 1024;
const late = 400;

describe.skipIf(whyNot(...made) !== '')('an effect beside the dry sound', { timeout: 240_000 }, () => {
  test('aligned they cancel, unaligned they do not, and what sounds beside them is heard without a step', async () => {
    const service = await startPluginDesk({ blockFrames });
    // 1,009 Hz: no delay of whole blocks is a whole number of its periods.
    await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1009, levelDbfs: -20 });
    await write(service, '/console', { alignLimitMs: 50 });
    await write(service, '/channel/input/1', { pan: -100 });
    await write(service, '/channel/input/1/sends/fxSend/1', { levelDb: 0 });
    await write(service, back, { levelDb: 0, mainAssigned: true, pan: -100, polarityInverted: true });
    await write(service, send, { aligned: true });
    await insert(service, place, pluginUri('gain'), { latency: late });
    const [nulled] = await recordUndisturbed(service, [place], 0.5);
    expect(peakDb(nulled as Float64Array)).toBeLessThan(-120);

    const waitMs = ((blockFrames + late) * 1000) / rate;
    await service.until('/telemetry/latency', ({ report }) =>
      report?.paths?.some(({ processingMs }: { processingMs: number }) => Math.abs(processingMs - waitMs) < 0.01),
    );
    expect((await service.get('/channel/input/1/chain')).body.insertLatencyMs).toBe(0);

    // With the return muted the dry sound alone is moved, there and back.
    await write(service, back, { muted: true });
    await settled(service);
    await startRecording(service);
    for (const aligned of [false, true]) {
      await recorded(service, 0.3);
      await write(service, send, { aligned });
      await settled(service);
    }
    await recorded(service, 0.3);
    const { channels } = await stopRecording(service);
    const dry = channels[0] as Float64Array;
    // Fades bend it by some thousandths, a jump by up to a tenth.
    expect(mostBend(dry, 1009)).toBeLessThan(0.02);
    expect(fitSine(dry.slice(-rate / 5), 1009, rate).levelDb).toBeCloseTo(-20, 1);

    await write(service, send, { aligned: false });
    await write(service, back, { muted: false });
    const [comb] = await recordUndisturbed(service, [place], 0.3);
    expect(peakDb(comb as Float64Array)).toBeGreaterThan(-40);
  });
});
