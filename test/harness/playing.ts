// A mixer that measures and analyses all the time, so that nobody waits for a sample.
import type { TestHost } from '../../core/testing.ts';

const legs = { preDb: [-20], postDb: [-20], rmsDb: [-23], peakHoldDb: [-18] };
const meter = { ...legs, gateReductionDb: 0, compReductionDb: 0, clipped: false, clipCount: 0 };

/** Plays on a desk without sound until what it returns is called. */
export function play({ audio, host }: TestHost): () => void {
  const strips = host.assembly.registry.rows
    .filter(({ template }) => template === '/channel/{kind}/{index}')
    .flatMap((row) => host.assembly.registry.list(row).map(({ path }) => path));
  const meters = new Map(strips.map((path) => [path, meter]));
  const playing = setInterval(() => {
    audio.meter(meters, 0);
    for (const path of strips) {
      for (const bandsPerOctave of [3, 6, 12, 24] as const) {
        audio.spectrum(path, { bandsPerOctave, frequenciesHz: [1000], levelsDb: [-20] }, 0);
      }
    }
  }, 5);
  return () => clearInterval(playing);
}
