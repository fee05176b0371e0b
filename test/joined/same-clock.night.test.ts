// Two virtual stageboxes have one clock: the second joins the first, and its sound is the mixer's.
import { afterEach, expect, test } from 'vitest';
import { box, opening, recorded, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { outliving, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine, silence } from '../harness/sound.ts';

afterEach(stopServices);

const patient = { timeout: 180_000 };
const rate = 48000;
const stage = 'virtual-8x8';
const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };
const devices = [box, stage].map((id) => ({ id, transport: 'virtual', model: id }));
/** A thread that a busy machine wakes late is a gap of a joined device, as it is of a card: long blocks forgive it. */
const config = { devices, blockFrames: 1024, ...outliving };

/** The one joined device, once it runs. */
async function joined(service: Service) {
  const { devices } = await service.until('/clock/joined', (row) => row.devices[0]?.state === 'running');
  return devices[0];
}

/** A tone at an input of the joined device is on main/1, which is played at its own outputs 1 and 2 and at the driving one's. */
async function hearing(service: Service): Promise<void> {
  await opening(service);
  await joined(service);
  await write(service, `/stagebox/${stage}/inputs/3`, tone);
  await write(service, '/channel/input/1', { sourceId: `${stage}:in-3`, levelDb: 0, pan: -100 });
  await write(service, '/channel/main/1', { levelDb: 0 });
  const legs = ['left', 'right'].map((leg, n) => ({ strip: { kind: 'main', index: 1 }, leg, n: n + 1 }));
  const outputs = legs.flatMap(({ n, ...from }) => [box, stage].map((id) => ({ ...from, portId: `${id}:out-${n}` })));
  await write(service, '/patch', { outputs });
  await settled(service);
  await bothHear(service, 0.6);
}

/** What output 1 of both boxes plays, for at least so long. */
async function bothHear(service: Service, seconds: number): Promise<readonly Float64Array[]> {
  for (const id of [box, stage]) await startRecording(service, [1], id);
  for (const id of [box, stage]) await recorded(service, seconds, id);
  const sounds = [];
  for (const id of [box, stage]) sounds.push((await stopRecording(service, id)).channels[0] as Float64Array);
  return sounds;
}

test(
  'a tone at the joined device is heard at the driving one and at itself, without a missing sample, at its level',
  patient,
  async () => {
    const service = await startService({ config });
    await hearing(service);
    expect(await joined(service)).toMatchObject({
      id: stage,
      resamples: false,
      channels: 16,
      clockId: 'virtual-timer',
    });
    for (const sound of await bothHear(service, 2)) {
      const { levelDb, residualDb } = fitSine(sound.subarray(-rate), 1000, rate);
      expect(levelDb).toBeCloseTo(-20, 2);
      expect(residualDb).toBeLessThan(-90);
    }
    // Its ports are those of the desk: an edge says nothing against them.
    expect((await service.get('/patch')).body.missing ?? []).toEqual([]);
  },
);

test('the joined device follows a forced rate, and back', patient, async () => {
  const service = await startService({ config });
  await hearing(service);
  for (const forced of [96000, 48000]) {
    await write(service, '/clock/force', { rate: forced });
    await service.until('/clock', (row) => row.rate === forced);
    await joined(service);
    await bothHear(service, 0.6);
    for (const sound of await bothHear(service, 1)) {
      const { levelDb, residualDb } = fitSine(sound.subarray(-forced / 2), 1000, forced);
      expect(levelDb).toBeCloseTo(-20, 2);
      expect(residualDb).toBeLessThan(-90);
    }
  }
});

test(
  'kill -9 of the control process is not heard at either device, and the next one finds them as they were',
  patient,
  async () => {
    const first = await startService({ config });
    await hearing(first);
    const before = await joined(first);
    const strip = (await first.get('/channel/input/1')).body;
    for (const id of [box, stage]) await startRecording(first, [1], id);
    for (const id of [box, stage]) await recorded(first, 0.5, id);
    await first.kill();

    const second = await startService({ state: first.state, config });
    await opening(second);
    const after = await joined(second);
    expect((await second.get('/channel/input/1')).body).toEqual(strip);
    expect(after.gaps).toBe(before.gaps);
    for (const id of [box, stage]) await recorded(second, 0.5, id);
    for (const id of [box, stage]) {
      const sound = (await stopRecording(second, id)).channels[0] as Float64Array;
      // One sine of one phase over kill and restart: no sample lost, doubled or late.
      const { levelDb, residualDb } = fitSine(sound, 1000, rate);
      expect(levelDb).toBeCloseTo(-20, 2);
      expect(residualDb).toBeLessThan(-90);
      expect(silence(sound).frames).toBeLessThan(2);
    }
    expect((await second.get('/telemetry/convergence')).body.corrections).toBe(0);
  },
);
