// The rate changes under a take: a card that has joined takes over at its own rate, or another program gives PipeWire's graph another
// one. A sound file has one rate: the take ends, whole up to there, and the row says why. At the same rate it goes on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type FakedCard, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import {
  outliving,
  prompt,
  quietConfig,
  removeFolder,
  root,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { fitSine, sine } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';
import { readWav } from '../harness/wav.ts';
import { isBuilt as isPipeWireBuilt } from '../pipewire/desk-in.ts';
import { readTake } from '../recording/judged-take.ts';

const rate = 48_000;
const toneHz = 1000;
const tone = [Float32Array.from(sine(toneHz, -6, rate, rate))];
const takeProviders = [...quietConfig.providers, 'takes', 'record'];
const anotherRate = 'the sound came back at another rate: the take has ended';

/** Records input strip 1 from now on; resolves to the take's folder. */
async function startTake(desk: Service): Promise<string> {
  await write(desk, '/record', { armed: [{ kind: 'input', index: 1 }], programme: [], preRollS: 0, bitDepth: 32 });
  await settled(desk);
  await desk.until('/record', ({ state }) => state === 'ready');
  const { takeId } = (await runTask(desk, '/record/start', { name: 'Set' })).report;
  await desk.until('/record', ({ elapsedS }) => elapsedS > 1);
  return join(desk.state, 'recordings/takes', takeId);
}

/** Waits until the take has ended for this reason; it is whole, of the old rate, and the next one can be recorded. */
async function ends(desk: Service, folder: string, fault: string): Promise<void> {
  await desk.until('/record', (row) => row.takeId === '' && row.fault === fault);
  const take = readTake(folder);
  expect(take).toMatchObject({ state: 'closed', complete: true, rate, fault, parts: [{ number: 1, gapFrames: 0 }] });
  const { frames, sampleRate } = soundOf(folder, take.tracks[0]?.files[0]);
  expect([frames, sampleRate]).toEqual([take.parts[0]?.frames, rate]);
  await desk.until('/record', ({ state }) => state === 'ready');
  const next = readTake(await startTake(desk));
  expect(next.rate).toBe((await desk.get('/clock')).body.rate);
}

function soundOf(folder: string, file = ''): { frames: number; sampleRate: number; samples: Float64Array } {
  const { channels, rate: sampleRate } = readWav(join(folder, file));
  const samples = channels[0] as Float64Array;
  return { frames: samples.length, sampleRate, samples };
}

const isBuilt = existsSync(join(root, 'hardware-drivers/alsa/build/Release/alsa.node'));
const lacks = isBuilt ? fakedCardLacks() : 'the native part of the driver alsa (npm run build)';
if (lacks !== '' && process.env.CI === 'true') throw new Error(`Two cards at one desk need: ${lacks}`);

describe.skipIf(lacks !== '')(`a take, and a joined card that takes over ${lacks}`, { timeout: 180_000 }, () => {
  let folder: string;
  let near: FakedCard;
  afterEach(async () => {
    await stopServices();
    removeFolder(folder);
  });

  /** The near card drives, the far one has joined it; strip 1 hears the far one. */
  async function start(farHz: number): Promise<Service> {
    folder = temporaryFolder();
    near = makeFakedCard({ folder, name: 'near', inputs: 1, outputs: 2, ppm: 40 });
    const far = makeFakedCard({ folder, name: 'far', inputs: 1, outputs: 2, ppm: -40, rates: [farHz] });
    far.feed([Float32Array.from(sine(toneHz, -6, farHz, farHz))]);
    near.feed(tone);
    const device = (name: string) => ({ id: `alsa-${name}`, transport: 'alsa', model: name });
    const devices = [device('near'), { ...device('far'), resample: true }];
    const drivers = ['mixer', 'recorder', { name: 'alsa', config: { periodFrames: 1024, periods: 3, retryMs: 100 } }];
    const config = { ...outliving, providers: takeProviders, drivers, devices };
    const desk = await startService({ config, env: near.environment });
    await opening(desk);
    await desk.until('/clock/joined', ({ devices: [card] }) => card?.state === 'running');
    await write(desk, '/channel/input/1', { sourceId: 'alsa-far:in-1', levelDb: 0 });
    await settled(desk);
    return desk;
  }

  test('at its own rate: the take has ended, whole, and the reason names the rate', async () => {
    const desk = await start(44_100);
    const take = await startTake(desk);
    near.unplug();
    await desk.until('/clock', (row) => row.rate === 44_100);
    await ends(desk, take, anotherRate);
  });

  test('at the same rate: the take goes on, without a reason, and has the sound of the card that took over', async () => {
    const desk = await start(rate);
    const take = await startTake(desk);
    near.unplug();
    await desk.until('/clock/references', ({ references }) =>
      references.some(({ id, driving }: { id: string; driving: boolean }) => driving && id.includes('far')),
    );
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    const { elapsedS } = (await desk.get('/record')).body;
    await desk.until('/record', (row) => row.elapsedS > elapsedS + 2);
    expect((await desk.get('/record')).body).toMatchObject({ state: 'recording', fault: '' });
    await runTask(desk, '/record/stop');
    const document = readTake(take);
    expect(document).toMatchObject({ state: 'closed', complete: true, fault: '' });
    const last = soundOf(take, document.tracks[0]?.files.at(-1)).samples.slice(-rate / 2);
    expect(fitSine(last, toneHz, rate).levelDb).toBeCloseTo(-6, 0);
  });
});

const [pipewire] = usualPipeWires as [PipeWire];
const lacksServer = whyNot(pipewire, [isPipeWireBuilt, 'the native part (npm run build)']);
describe.skipIf(lacksServer !== '')(`a take at PipeWire ${pipewire.version}`, { timeout: 180_000 }, () => {
  let daemon: Daemon;
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  test('whose graph another program gives another rate: the take has ended, whole, and the reason names the rate', async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    const drivers = ['mixer', 'virtual', 'pipewire-io', 'recorder'];
    const config = { ...prompt, providers: takeProviders, drivers, devices: [] };
    const desk = await startService({ config, env: daemon.forClients });
    await opening(desk);
    const take = await startTake(desk);
    daemon.run('pw-metadata', '-n', 'settings', '0', 'clock.force-rate', '44100');
    await desk.until('/clock', (row) => row.rate === 44_100);
    await ends(desk, take, anotherRate);
  });
});
