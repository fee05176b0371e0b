// From a PATCH to the first sample that is different.
import type { Checkout } from './checkout.ts';
import { blockFrames, hearTone, rate } from './heard-tone.ts';
import { percentile } from './load.ts';
import { type Figure, held, rounded } from './report.ts';

const moves = 300;

/**
 * The tone repeats every 4 samples: the first one that differs from the one 4 before it, by more than rounding, is the
 * first that the fader changed.
 */
export async function patchToSample(of: Checkout): Promise<Figure[]> {
  const tone = await hearTone(of);
  const { service } = tone;
  const sentAtMs: number[] = [];
  for (let move = 0; move < moves; move++) {
    sentAtMs.push(tone.nowMs());
    await service.patch('/channel/input/1', { levelDb: move % 2 ? 0 : -3 });
    // longer than a ramp, and never the same phase against the block
    await new Promise((resolve) => setTimeout(resolve, 45 + (move % 7)));
  }
  const { left, frameAt } = await tone.end();
  await service.stop();

  const latencies = sentAtMs.map((at) => {
    const sentFrame = frameAt(at);
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
