// The configuration as it is shipped names no device: beside sound cards, without a server and with PipeWire. A new desk is
// heard after one push of a fader.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakedCard, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, pipewires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import {
  quietConfig,
  removeFolder,
  root,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';

const { drivers } = JSON.parse(readFileSync(join(root, 'providers.config.json'), 'utf8'));
const providers = [...quietConfig.providers, 'firstSound'];
const rate = 48_000;
const frequencyHz = 1000;
const toneDb = -6;
const faderDb = -10;
const firstMainDb = -20;
/** Centre of the pan law. */
const centreDb = 10 * Math.log10(1 / 2);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await stopServices();
  removeFolder(folder);
});

const makeCard = (name: string) => makeFakedCard({ folder, name, inputs: 3, outputs: 2 });
/** No server is found but `servers`. */
const start = (card: FakedCard, servers: Readonly<Record<string, string>> = { PIPEWIRE_RUNTIME_DIR: '/dev/null' }) =>
  startService({
    config: { providers, drivers, devices: undefined },
    env: { JACK_DEFAULT_SERVER: 'rowdesk-none', ...servers, ...card.environment },
  });
const reasonOf = async (desk: Service, id: string): Promise<string> => {
  const { devices } = (await desk.get('/hardware')).body;
  return devices.find((each: { id: string }) => each.id === id)?.reason ?? '';
};

/** Waits until the card has played so much more. */
async function plays(card: FakedCard, seconds: number): Promise<void> {
  const frames = () => card.figures().playback.frames;
  const end = frames() + seconds * rate;
  while (frames() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

const tests = () => {
  test('after one push of a fader a new desk plays what the third input hears', async () => {
    const card = makeCard('card');
    // The cable of the card takes its outputs to the first two inputs.
    const silence = new Float32Array(rate);
    card.feed([silence, silence, Float32Array.from(sine(frequencyHz, toneDb, rate, rate))]);
    const desk = await start(card);
    await opening(desk);
    await desk.until('/channel/main/1', ({ levelDb }) => levelDb === firstMainDb);
    expect((await desk.get('/channel/input/3')).body).toMatchObject({ sourceId: 'alsa-card:in-3', levelDb: -144 });
    const { summary } = (await desk.get('')).body as { summary: string[] };
    expect(summary[0]).toMatch(/^card, a faked sound card drives the desk: 48000 Hz, blocks of 64 frames$/);
    expect(await reasonOf(desk, 'alsa-card')).toBe(
      'alsa matches its kind, and the configuration names no device, and no audio server can be used',
    );
    await write(desk, '/channel/input/3', { levelDb: faderDb });
    await settled(desk);
    await plays(card, 1);
    for (const heard of card.played().outputs) {
      const levelDb = steadyLevelDb(heard.slice(-rate / 2), frequencyHz, rate);
      expect(Math.abs(levelDb - (toneDb + faderDb + centreDb + firstMainDb)), `${levelDb} dB`).toBeLessThan(0.05);
    }
  });

  test('of two cards the first drives; while it is unplugged a stand-in waits for it, and not the second one', async () => {
    const [first, second] = [makeCard('a'), makeCard('b')] as [FakedCard, FakedCard];
    const desk = await start(first);
    await opening(desk);
    await desk.until('/channel/input/1', ({ sourceId }) => sourceId === 'alsa-a:in-1');
    expect(await reasonOf(desk, 'alsa-a')).toContain('of 2 cards it comes first: interface with inputs and outputs');
    expect(await reasonOf(desk, 'alsa-b')).toBe('alsa-a comes first');
    first.unplug();
    await desk.until('/console', ({ engine }) => engine === 'degraded');
    await desk.until('/hardware', ({ devices }) =>
      devices.some(({ id, reason }: { id: string; reason: string }) => id === 'alsa-b' && /may come back/.test(reason)),
    );
    expect(second.figures().playback.frames).toBe(0);
    first.plugIn();
    await desk.until('/console', ({ engine }) => engine === 'running');
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    await plays(first, 0.5);
    expect(second.figures().playback.frames).toBe(0);
  });

  test('a card that another program has is left to it, with the reason, and the desk runs', async () => {
    const card = makeCard('card');
    card.hold();
    const desk = await start(card);
    await opening(desk);
    expect((await desk.get('/stagebox/virtual-32x16')).body.present).toBe(true);
    expect(await reasonOf(desk, 'alsa-card')).toContain('is in use by another program');
  });
};

const beside = (pipewire: PipeWire) => {
  test('PipeWire drives, and the desk opens no card', async () => {
    const daemon = new Daemon(pipewire);
    try {
      await daemon.listen();
      const card = makeCard('card');
      const desk = await start(card, daemon.forClients);
      await opening(desk);
      expect((await desk.get('/stagebox/pipewire-0-io')).body.present).toBe(true);
      expect(await reasonOf(desk, 'alsa-card')).toMatch(/^PipeWire .* is there, which opens cards by itself/);
      expect(card.figures().capture.frames).toBe(0);
    } finally {
      await stopServices();
      await daemon.remove();
    }
  });
};

const isBuilt = existsSync(join(root, 'hardware-drivers/alsa/build/Release/alsa.node'));
const lacks = isBuilt ? fakedCardLacks() : 'the native part (npm run build)';
if (lacks !== '' && process.env.CI) throw new Error(`The tests of cards need: ${lacks}`);
const options = { timeout: 120_000 };
describe.skipIf(lacks !== '')(`a desk that names no device, beside sound cards ${lacks}`, options, tests);
const [pipewire] = pipewires as [PipeWire];
const missing = lacks || whyNot(pipewire, [true, '']);
describe.skipIf(missing !== '')('a desk that names no device, beside cards and PipeWire', options, () =>
  beside(pipewire),
);
