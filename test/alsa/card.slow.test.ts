// The desk on a sound card without a server between them: the faked card is what a vendor's card is to alsa-lib. What the card
// itself has played is the judge.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type FakedCard, type FakedCardSettings, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { removeFolder, root, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';

const box = 'alsa-card';
const rate = 48_000;
const frequencyHz = 1000;
const toneDb = -6;
const faderDb = -10;

let card: FakedCard;
let folder: string;
afterEach(async () => {
  await stopServices();
  removeFolder(folder);
});

/** The cable takes output 1 back to input 1: the second input alone is heard, on the left of the main. */
const tone = (hz: number) => [new Float32Array(hz), Float32Array.from(sine(frequencyHz, toneDb, hz, hz))];

/** A card that feeds its second input, and a desk which that card drives. */
async function start(
  settings: Partial<FakedCardSettings> = {},
  config: object = {},
  more: object = {},
): Promise<Service> {
  folder = temporaryFolder();
  card = makeFakedCard({ folder, name: 'card', inputs: 2, outputs: 2, ...settings });
  card.feed(tone(rate));
  const device = { id: box, transport: 'alsa', model: 'card' };
  const drivers = ['mixer', 'virtual', { name: 'alsa', config }];
  const desk = await startService({ config: { drivers, devices: [device], ...more }, env: card.environment });
  await opening(desk);
  await write(desk, '/channel/input/1', { sourceId: `${box}:in-2`, levelDb: faderDb, pan: -100 });
  await write(desk, '/channel/main/1', { levelDb: 0 });
  await settled(desk);
  return desk;
}

const playedFrames = () => card.figures().playback.frames;

/** Waits for so much more sound of the card. */
async function plays(seconds: number, hz = rate): Promise<void> {
  const end = playedFrames() + seconds * hz;
  while (playedFrames() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

const levelDb = (hz = rate) =>
  steadyLevelDb((card.played().outputs[0] as Float64Array).slice(-hz / 2), frequencyHz, hz);

const tests = () => {
  test('a tone leaves the card at the level that fader and pan give it, in each format', async () => {
    for (const format of ['S32_LE', 'FLOAT_LE', 'S24_3LE', 'S16_LE'] as const) {
      const desk = await start({ formats: [format] });
      await plays(1);
      expect(levelDb()).toBeCloseTo(toneDb + faderDb, 1);
      expect(card.figures().capture.format).toBe(format);
      expect((await desk.get('/clock')).body).toMatchObject({ rate, quantum: 64 });
      expect((await desk.get(`/stagebox/${box}`)).status).toBe(200);
      await stopServices();
      removeFolder(folder);
    }
  });

  test('a sample is one period before the mixer, and two behind it, as the row says', async () => {
    const desk = await start();
    const impulse = new Float32Array(rate);
    impulse[0] = 1;
    card.feed([new Float32Array(rate), impulse]);
    await plays(2);
    const { firstFrame, outputs } = card.played();
    const [left] = outputs as [Float64Array];
    const at = left.findLastIndex((sample) => Math.abs(sample) > 0.1);
    expect((firstFrame + at) % rate).toBe(64 + 2 * 64);
    const { report } = await desk.until('/telemetry/latency', (row) => row.report?.paths.length > 0);
    expect(report).toMatchObject({ roundTripMs: 4 });
    expect(report.paths[0]).toMatchObject({ inputMs: 1.333, outputMs: 2.667 });
  });
};

const isBuilt = existsSync(join(root, 'hardware-drivers/alsa/build/Release/alsa.node'));
const lacks = isBuilt ? fakedCardLacks() : 'the native part (npm run build)';
if (lacks !== '' && process.env.CI) throw new Error(`The tests of ALSA need: ${lacks}`);
describe.skipIf(lacks !== '')(`the desk on a sound card ${lacks}`, { timeout: 180_000 }, tests);
