// From a PATCH of a panic to silence, while others write as fast as they can, and scenes are recalled.
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
import { quietConfig, type Service, startService } from '../harness/service.ts';
import { load, percentile } from './load.ts';
import { type Figure, held, rounded } from './report.ts';

const rate = 48000;
const blockFrames = 64;
const panics = 120;
/** Of one round: the panic is heard and lifted, and the mains are open again. */
const silentMs = 90;
const liftedMs = 260;
/** -140 dBFS */
const silence = 1e-7;
const seconds = Math.ceil((panics * (silentMs + liftedMs + 60)) / 1000);

const providers = [...new Set([...quietConfig.providers, 'scenes'])];
/** Inputs beside the one that is heard. */
const others = Array.from({ length: 31 }, (_, n) => n + 2);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function panic(): Promise<Figure[]> {
  const service = await startService({ config: { blockFrames, rate, providers } });
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 12_000, levelDbfs: -20 });
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  const recalls = recalling(service);
  const writes = writing(service);
  await startRecording(service);
  await recorded(service, 0.2);
  const { recordingBegunMs } = (await service.get(`/stagebox/${box}`)).body;
  const sentAtMs: number[] = [];
  for (let n = 0; n < panics; n++) {
    sentAtMs.push(Number(process.hrtime.bigint()) / 1e6);
    await write(service, '/safety/panic', { scope: 'mains' });
    // never the same phase against the block
    await wait(silentMs + (n % 7));
    await write(service, '/safety/panic', { scope: null });
    await wait(liftedMs);
  }
  await recorded(service, 0.1);
  const left = (await stopRecording(service)).channels[0] as Float64Array;
  const [perSecond, recalled] = [await writes, await recalls()];
  await service.stop();

  const sorted = Float64Array.from(sentAtMs, (at) =>
    silentAfterMs(left, ((at - recordingBegunMs) * rate) / 1000),
  ).sort();
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
  const port = Number(new URL(service.url).port);
  const { requestsPerSecond } = await load({
    ...{ port, connections: 8, seconds, method: 'PATCH', paths: strips },
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
      await write(service, '/scene/store', { running: true, id: name, name });
      await service.until('/scene/store', ({ running: isRunning }) => !isRunning);
    }
    while (!isOver) {
      for (const id of ['one', 'two']) {
        await write(service, `/scenes/${id}/recall`, { running: true });
        await service.until(`/scenes/${id}/recall`, ({ running: isRunning }) => !isRunning);
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
