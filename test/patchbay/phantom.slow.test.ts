// Phantom and pad are switched on a real service while nobody hears the socket: mute, confirm, switch, wait, unmute.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient } from '../../core/testing.ts';
import { box, recorded, running, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine, silence } from '../harness/sound.ts';

const rate = 48_000;
const strip = '/channel/input/1';
const socket = `/stagebox/${box}/inputs/1`;

let desk: Service;
let client: TestClient;
beforeAll(async () => {
  const providers = ['console', 'clock', 'channel', 'telemetry', 'stagebox', 'patch'];
  desk = await startService({ config: { providers } });
  client = new TestClient(desk.url);
  await running(desk);
  for (const [n, frequencyHz] of [
    [1, 1000],
    [2, 500],
  ]) {
    await write(desk, `/stagebox/${box}/inputs/${n}`, { signal: 'sine', frequencyHz, levelDbfs: -20 });
    await write(desk, `/channel/input/${n}`, { sourceId: `${box}:in-${n}`, levelDb: 0, mainAssigned: n === 1 });
  }
  await write(desk, '/channel/input/2/sends/mix/1', { levelDb: 0 });
  const leg = (kind: string, name: string, port: number) => ({
    ...{ strip: { kind, index: 1 }, leg: name, portId: `${box}:out-${port}`, levelDb: 0 },
  });
  await write(desk, '/patch', { outputs: [leg('main', 'left', 1), leg('mix', 'left', 5)] });
  await write(desk, '/channel/main/1', { levelDb: 0 });
  await settled(desk);
});
afterAll(async () => {
  client.end();
  await stopServices();
});

const order = ['strip open', 'socket confirmed', 'socket pending', 'strip muted', 'socket confirmed', 'strip open'];

/** What the strip and its socket say from before a write until the strip is open again, in the order in which it comes. */
async function switched(body: object): Promise<readonly string[]> {
  const said: string[] = [];
  let done = () => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  const follow = async (path: string, what: string, words: (row: Record<string, unknown>) => string) => {
    const watched = await client.watch(path);
    let last = '';
    const take = async () => {
      const now = `${what} ${words((await watched.next()).row)}`;
      if (now !== last) said.push(now);
      last = now;
      if (said.length === order.length) done();
    };
    await take();
    const read = async () => {
      for (;;) await take();
    };
    read().catch(() => {}); // until it is closed
    return watched;
  };
  const watches = [
    await follow(strip, 'strip', ({ mutedBy }) => ((mutedBy as string[]).includes('phantom') ? 'muted' : 'open')),
    await follow(socket, 'socket', ({ confirmed }) => (confirmed ? 'confirmed' : 'pending')),
  ];
  await write(desk, `${strip}/preamp`, body);
  await over;
  for (const watched of watches) watched.close();
  return said;
}

test('phantom: what hears the socket is silent from before the switch until 3 s after it, and nothing else is', async () => {
  await startRecording(desk, [1, 5]);
  await recorded(desk, 0.5);
  const said = await switched({ phantom: true });
  await recorded(desk, 0.4);
  const { channels } = await stopRecording(desk);
  const [heard, other] = channels as [Float64Array, Float64Array];
  expect(said).toEqual(order);
  expect((await desk.get(socket)).body).toMatchObject({ phantom: true, confirmed: true });
  const gap = silence(heard);
  expect(gap.frames / rate).toBeGreaterThan(3);
  const before = fitSine(heard.subarray(0.2 * rate, gap.at - 0.05 * rate), 1000, rate);
  const after = fitSine(heard.subarray(gap.at + gap.frames + 0.15 * rate), 1000, rate);
  for (const { levelDb, residualDb } of [before, after]) {
    expect(levelDb).toBeCloseTo(before.levelDb, 2);
    expect(residualDb).toBeLessThan(-80);
  }
  expect(fitSine(other, 500, rate).residualDb).toBeLessThan(-80);
});

test('pad: its 20 dB are never heard as a step, since they come while the strip is silent', async () => {
  await startRecording(desk, [1]);
  await recorded(desk, 0.5);
  const said = await switched({ pad: true });
  await recorded(desk, 0.4);
  const { channels } = await stopRecording(desk);
  const heard = channels[0] as Float64Array;
  expect(said).toEqual(order);
  const gap = silence(heard);
  expect(gap.frames / rate).toBeGreaterThan(0.2);
  // Not a sample of the padded tone before the silence, nor of the other one after it.
  const before = fitSine(heard.subarray(0.2 * rate, gap.at - 0.05 * rate), 1000, rate);
  const after = fitSine(heard.subarray(gap.at + gap.frames + 0.15 * rate), 1000, rate);
  expect(before.levelDb - after.levelDb).toBeCloseTo(20, 1);
  for (const { residualDb } of [before, after]) expect(residualDb).toBeLessThan(-80);
});
