// From a PATCH to the first sample that is different.
import {
  box,
  patchThrough,
  recorded,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { startService } from '../harness/service.ts';
import { percentile } from './load.ts';
import { type Figure, held, rounded } from './report.ts';

const rate = 48000;
const blockFrames = 64;
const moves = 300;

/**
 * A constant would be simplest, but the stagebox plays sines: 12 kHz at 48 kHz repeats every 4 samples, so the first
 * sample that differs from the one 4 before it, by more than rounding, is the first that the fader changed.
 */
export async function patchToSample(): Promise<Figure[]> {
  const service = await startService({ config: { blockFrames, rate } });
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 12_000, levelDbfs: -20 });
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  await startRecording(service);
  await recorded(service, 0.2);
  const { recordingBegunMs } = (await service.get(`/stagebox/${box}`)).body;
  const sentAtMs: number[] = [];
  for (let move = 0; move < moves; move++) {
    sentAtMs.push(Number(process.hrtime.bigint()) / 1e6);
    await service.patch('/channel/input/1', { levelDb: move % 2 ? 0 : -3 });
    // longer than a ramp, and never the same phase against the block
    await new Promise((resolve) => setTimeout(resolve, 45 + (move % 7)));
  }
  await recorded(service, 0.1);
  const left = (await stopRecording(service)).channels[0] as Float64Array;
  await service.stop();

  const latencies = sentAtMs.map((at) => {
    const sentFrame = ((at - recordingBegunMs) * rate) / 1000;
    for (let frame = Math.ceil(sentFrame); frame < left.length; frame++) {
      if (Math.abs((left[frame] as number) - (left[frame - 4] as number)) > 1e-6)
        return ((frame - sentFrame) / rate) * 1000;
    }
    throw new Error('a fader move was never heard');
  });
  const sorted = Float64Array.from(latencies).sort();
  return [
    held(
      'PATCH to first changed sample, p99',
      percentile(sorted, 0.99),
      { most: 15 },
      ' ms',
      `${moves} moves at ${blockFrames} frames; median ${rounded(percentile(sorted, 0.5))} ms; times of samples from the stagebox's clock`,
    ),
  ];
}
