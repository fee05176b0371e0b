// A desk with a box of two halves: the sound through a faked card, preamps and routing through the simulated RME device.
import { join } from 'node:path';
import { expect } from 'vitest';
import { type FakedCard, makeFakedCard } from '../../core/testing.ts';
import { lacks as cardLacks, until } from '../alsa/on-card.ts';
import { opening, settled, write } from '../harness/desk.ts';
import {
  type Answer,
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';
import { endSimulators, type Simulator, simulatorLacks, startSimulator } from './simulator.ts';

export { until };

export const lacks = cardLacks || simulatorLacks;
/** The box, by its control half, and the card that is its audio half. */
export const box = 'ucx2';
export const card = 'alsa-card';
export const rate = 48_000;
const frequencyHz = 1000;
const toneDb = -6;

export interface OnBoxOptions {
  /** Of the driver of the control half. */
  readonly driver?: object;
  /** Of the desk. */
  readonly desk?: object;
  /** Frames of each output that the card remembers. */
  readonly playedFrames?: number;
  readonly seed?: number;
}

export class OnBox {
  readonly card: FakedCard;
  readonly #folder: string;
  readonly #options: OnBoxOptions;
  device!: Simulator;
  desk!: Service;

  /** The card feeds a tone to its inputs. */
  constructor(options: OnBoxOptions = {}) {
    this.#folder = temporaryFolder();
    this.#options = options;
    const { playedFrames } = options;
    const settings = { folder: this.#folder, name: 'card', inputs: 4, outputs: 2 };
    this.card = makeFakedCard(playedFrames === undefined ? settings : { ...settings, playedFrames });
    const tone = Float32Array.from(sine(frequencyHz, toneDb, rate, rate));
    this.card.feed([tone, tone, tone, tone]);
  }

  async startDevice(): Promise<Simulator> {
    this.device = await startSimulator(join(this.#folder, 'midi'), this.#options.seed);
    return this.device;
  }

  async startDesk(isStarted?: (console: Answer['body']) => boolean, state?: string): Promise<Service> {
    const { driver = {}, desk = {} } = this.#options;
    const devices = [{ id: box, model: 'rme-fireface-ucx-ii', midi: join(this.#folder, 'midi'), audioHalf: card }];
    const totalmix = { name: 'totalmix', config: { devices, ...driver } };
    const config = {
      providers: [...quietConfig.providers, 'discovery', 'directPath', 'vendorA'],
      drivers: ['mixer', 'virtual', { name: 'alsa', config: { periodFrames: 256 } }, totalmix],
      devices: [{ id: card, transport: 'alsa', model: 'card' }],
      ...desk,
    };
    this.desk = await startService({ config, env: { ...this.card.environment }, ...(state ? { state } : {}) });
    if (isStarted) await this.desk.until('/console', isStarted);
    else await opening(this.desk);
    return this.desk;
  }

  /** Both halves and the desk; resolves when the box is whole and has confirmed what the desk wants. */
  async start(): Promise<Service> {
    await this.startDevice();
    const desk = await this.startDesk();
    await this.isWhole();
    return desk;
  }

  isWhole(): Promise<Answer['body']> {
    return this.desk.until(`/stagebox/${box}`, ({ present, missing }) => present && missing === '');
  }

  /** Input 1 of the card on strip 1 at 0 dB, panned to the right of the main: the card feeds output 1 back to input 1. */
  async patch(): Promise<void> {
    await write(this.desk, '/channel/input/1', { sourceId: `${card}:in-1`, levelDb: 0, pan: 100 });
    await write(this.desk, '/channel/main/1', { levelDb: 0 });
    await settled(this.desk);
  }

  /** Waits for so much more sound of the card. */
  async plays(seconds: number): Promise<void> {
    const end = this.card.figures().playback.frames + seconds * rate;
    await until(() => this.card.figures().playback.frames >= end);
  }

  /** What the card has played of the strip, and the time of the card at its first sample, in frames. */
  heard(): { readonly firstFrame: number; readonly samples: Float64Array } {
    const { firstFrame, outputs } = this.card.played();
    return { firstFrame, samples: outputs[1] as Float64Array };
  }

  /** Resolves when nothing mutes the strip; the tone is heard then. */
  async isHeard(): Promise<void> {
    await this.desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    await this.desk.until('/channel/input/1', ({ mutedBy }) => mutedBy.length === 0);
    await this.plays(1);
    expect(steadyLevelDb(this.heard().samples.slice(-rate / 2), frequencyHz, rate)).toBeCloseTo(toneDb, 1);
  }

  /**
   * Waits for so many more heartbeats, as the desk counts them, each with a reading of the device before it: beside other
   * work the driver may not have had the time for one.
   */
  async beats(count: number): Promise<void> {
    const beaten = async () => {
      const { ops } = (await this.desk.get('/telemetry/perf')).body as { ops: { op: string; count: number }[] };
      return ops.find(({ op }) => op === 'heartbeat')?.count ?? 0;
    };
    for (let beat = 0; beat < count; beat++) {
      const { dumps } = await this.device.figures();
      // The second one is asked for when the first has been read.
      await until(async () => (await this.device.figures()).dumps >= dumps + 2);
      const end = (await beaten()) + 1;
      await until(async () => (await beaten()) >= end);
    }
  }

  async end(): Promise<void> {
    await stopServices();
    await endSimulators();
    removeFolder(this.#folder);
  }
}
