// Three strips of one sine, each at an output of its own: two with a plugin, one without.
import { box, patchThrough, settled, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { insert, insertOf, rate } from './desk.ts';

export type Plugin = readonly [uri: string, values: object];

/** Input n is heard at output n: two by the legs of main/1, the third by main/2. -20 dB, 1 kHz. */
export async function threeStrips(service: Service, first: Plugin, second: Plugin): Promise<void> {
  const strip = (kind: string, index: number) => ({ kind, index });
  const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };
  await write(service, '/patch', {
    outputs: [
      { strip: strip('main', 1), portId: `${box}:out-1`, leg: 'left' },
      { strip: strip('main', 1), portId: `${box}:out-2`, leg: 'right' },
      { strip: strip('main', 2), portId: `${box}:out-3`, leg: 'left' },
    ],
  });
  for (const n of [1, 2, 3]) {
    await patchThrough(service, n, tone);
    await write(service, `/channel/input/${n}`, { pan: n === 2 ? 100 : -100, mainAssigned: n < 3 });
  }
  await write(service, '/channel/input/3/sends/main/2', { levelDb: 0, on: true, pan: -100 });
  await write(service, '/channel/main/2', { levelDb: 0 });
  for (const [n, [uri, values]] of [first, second].entries()) {
    await insert(service, insertOf(`/channel/input/${n + 1}`), uri, values);
  }
  await settled(service);
}

/** Peak levels of a sine, of each 10 ms. */
export function levelsOf(samples: Float64Array, frequencyHz: number): readonly number[] {
  const window = rate / 100;
  return Array.from({ length: Math.floor(samples.length / window) }, (_, n) =>
    fitSine(samples.subarray(n * window, (n + 1) * window), frequencyHz, rate),
  ).map(({ levelDb }) => levelDb);
}

/**
 * The most by which a sample is beside a sine's course, x[n+1] = 2 cos(w) x[n] - x[n-1], whatever its level and phase: of a sound
 * that fades by `step` a frame it is 2 step at most and as much again where the fade begins, of a jump the whole of it.
 */
export function mostBend(samples: Float64Array, frequencyHz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * frequencyHz) / rate);
  let most = 0;
  for (let n = 1; n < samples.length - 1; n++) {
    const [before, at, after] = [samples[n - 1] as number, samples[n] as number, samples[n + 1] as number];
    most = Math.max(most, Math.abs(after - factor * at + before));
  }
  return most;
}
