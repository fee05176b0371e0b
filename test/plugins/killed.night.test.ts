// Each process that has a part in plugins is killed under sound: no strip falls silent, and what was there comes back. All of it in
// real time.
import { afterEach, describe, expect, test } from 'vitest';
import { opening, recorded, settled, startRecording, stopRecording } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { fitSine, silence } from '../harness/sound.ts';
import { killProcess } from '../soundcheck/desk.ts';
import { heard, insertOf, racksOf, rate, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { levelsOf, threeStrips } from './three-strips.ts';
import { made, whyNot } from './what-lacks.ts';

afterEach(stopServices);

const places = [1, 2].map((n) => insertOf(`/channel/input/${n}`));

describe.skipIf(whyNot(...made) !== '')('plugins and SIGKILL', () => {
  /** Strip 1 has a plugin that copies, strip 2 one of -6 dB, strip 3 none. */
  const start = async (): Promise<Service> => {
    const service = await startPluginDesk({ isInRealTime: true });
    await threeStrips(service, [pluginUri('misbehaves'), {}], [pluginUri('gain'), { gain: -6, latency: 64 }]);
    await startRecording(service, [1, 2, 3]);
    await recorded(service, 0.3);
    return service;
  };
  async function heardSince(service: Service): Promise<readonly Float64Array[]> {
    for (const place of places) await heard(service, place);
    await recorded(service, 0.5);
    return (await stopRecording(service)).channels;
  }
  function expectUnbroken([copied, quieter, bare]: readonly Float64Array[]): void {
    for (const sound of [copied, bare] as readonly Float64Array[]) {
      expect(fitSine(sound, 1000, rate).levelDb).toBeCloseTo(-20, 1);
      expect(fitSine(sound, 1000, rate).residualDb).toBeLessThan(-90);
    }
    const levels = levelsOf(quieter as Float64Array, 1000);
    expect(Math.min(...levels)).toBeGreaterThan(-26.1);
    expect(Math.max(...levels)).toBeLessThan(-19.9);
    expect(levels.at(-1)).toBeCloseTo(-26, 1);
  }

  test('a rack: dry for a moment, and back', async () => {
    const service = await start();
    const racks = racksOf(service);
    expect(racks.length).toBe(1);
    for (const rack of racks) process.kill(rack, 'SIGKILL');
    while (racksOf(service).every((rack) => racks.includes(rack))) await recorded(service, 0.05);
    expectUnbroken(await heardSince(service));
  });

  test('the host of plugins: never silent, and back', async () => {
    const service = await start();
    killProcess(service, 'driver-lv2');
    await recorded(service, 1);
    expectUnbroken(await heardSince(service));
  });

  test('the control process: nothing is heard of it, the racks run on', async () => {
    const service = await start();
    const racks = racksOf(service);
    await service.kill();
    const next = await startPluginDesk({ state: service.state, isInRealTime: true });
    const channels = await heardSince(next);
    expectUnbroken(channels);
    // Not for a moment dry.
    expect(Math.max(...levelsOf(channels[1] as Float64Array, 1000))).toBeLessThan(-25.9);
    expect(racksOf(next)).toEqual(racks);
  });

  test('the audio process: its successor plays through the plugins, and no strip is silent', async () => {
    const service = await start();
    await stopRecording(service);
    const { processId } = (await service.get('/telemetry/rt')).body;
    process.kill(processId, 'SIGKILL');
    await service.until('/telemetry/rt', (row) => row.processId !== processId && row.processId > 0);
    await opening(service);
    await settled(service);
    await startRecording(service, [1, 2, 3]);
    await recorded(service, 1);
    const channels = await heardSince(service);
    for (const sound of channels) expect(silence(sound.subarray(rate / 2)).frames).toBeLessThan(10);
    expect(levelsOf(channels[1] as Float64Array, 1000).at(-1)).toBeCloseTo(-26, 1);
    expect(levelsOf(channels[0] as Float64Array, 1000).at(-1)).toBeCloseTo(-20, 1);
  });
});
