// From a PATCH of a panic to silence, while others write as fast as they can, and scenes are recalled.
import { write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import type { Checkout } from './checkout.ts';
import { blockFrames, hearTone, rate } from './heard-tone.ts';
import { portOf } from './http.ts';
import { load, percentile } from './load.ts';
import { type Figure, held, rounded } from './report.ts';

const panics = 120;
/** Of one round: the panic is heard and lifted, and the mains are open again. */
const silentMs = 90;
const liftedMs = 260;
/** -140 dBFS */
const silence = 1e-7;
const seconds = Math.ceil((panics * (silentMs + liftedMs + 60)) / 1000);

/** Inputs beside the one that is heard. */
const others = Array.from({ length: 31 }, (_, n) => n + 2);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function panic(of: Checkout): Promise<Figure[]> {
  const tone = await hearTone(of);
  const { service } = tone;
  const recalls = recalling(service);
  const writes = writing(service);
  const sentAtMs: number[] = [];
  for (let n = 0; n < panics; n++) {
    sentAtMs.push(tone.nowMs());
    await write(service, '/safety/panic', { scope: 'mains' });
    // never the same phase against the block
    await wait(silentMs + (n % 7));
    await write(service, '/safety/panic', { scope: null });
    await wait(liftedMs);
  }
  const { left, frameAt } = await tone.end();
  const [perSecond, recalled] = [await writes, await recalls()];
  await service.stop();

  const sorted = Float64Array.from(sentAtMs, (at) => silentAfterMs(left, frameAt(at))).sort();
  return [
    held(
      'PATCH of a panic to silence, p99',
      percentile(sorted, 0.99),
      { most: 50 },
      ' ms',
      `${panics} panics at ${blockFrames} frames, 10 ms of it the fade; median ${rounded(percentile(sorted, 0.5))} ms; meanwhile ${rounded(perSecond)} PATCHes per second and ${recalled} recalls of a scene`,
    ),
  ];
}

/** From a frame to the first of 5 ms that are silent, in ms. */
function silentAfterMs(samples: Float64Array, sentFrame: number): number {
  let silentFrames = 0;
  for (let frame = Math.ceil(sentFrame); frame < samples.length; frame++) {
    silentFrames = Math.abs(samples[frame] as number) <= silence ? silentFrames + 1 : 0;
    if (silentFrames === rate / 200) return ((frame - silentFrames + 1 - sentFrame) / rate) * 1000;
  }
  throw new Error('a panic was never heard');
}

/** Eight clients that move faders; PATCHes per second. */
async function writing(service: Service): Promise<number> {
  const strips = others.map((index) => `/api/channel/input/${index}`);
  const { requestsPerSecond } = await load({
    ...{ port: portOf(service), connections: 8, seconds, method: 'PATCH', paths: strips },
    bodies: strips.map(() => '{"levelDb":-#}'),
  });
  return requestsPerSecond;
}

/** Two scenes in turn, in which 31 faders are elsewhere, until the returned function is called, which says how many were recalled. */
function recalling(service: Service): () => Promise<number> {
  let isOver = false;
  let count = 0;
  const recall = async () => {
    for (const [name, levelDb] of [
      ['one', -10],
      ['two', -30],
    ] as const) {
      await write(service, '/channel', { strips: others.map((index) => ({ kind: 'input', index, levelDb })) });
      await runTask(service, '/scene/store', { id: name, name });
    }
    while (!isOver) {
      for (const id of ['one', 'two']) {
        await runTask(service, `/scenes/${id}/recall`);
        count++;
      }
    }
  };
  const recalled = recall();
  return async () => {
    isOver = true;
    await recalled;
    return count;
  };
}
