// A desk that a faked sound card drives, without a server between them. What the card itself has played is the judge.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FakedCard, type FakedCardSettings, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { opening, settled, write } from '../harness/desk.ts';
import {
  type Answer,
  prompt,
  removeFolder,
  root,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';

export const box = 'alsa-card';
export const frequencyHz = 1000;
const toneDb = -6;
const faderDb = -10;
/** Of the tone at output 1: all of it is panned there. */
export const heardDb = toneDb + faderDb;

const isBuilt = existsSync(join(root, 'hardware-drivers/alsa/build/Release/alsa.node'));
/** What is missing for these tests; '' for nothing. Throws in CI, where nothing may be. */
export const lacks = isBuilt ? fakedCardLacks() : 'the native part: npm run build';
if (lacks !== '' && process.env.CI) throw new Error(`The tests of ALSA need ${lacks}`);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls: what is waited for has no deadline but the test's. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

export interface OnCardOptions extends Partial<FakedCardSettings> {
  /** Of the driver. */
  readonly driver?: object;
  /** Of the desk. */
  readonly desk?: object;
}

export class OnCard {
  readonly card: FakedCard;
  readonly rate: number;
  readonly #folder: string;
  readonly #options: OnCardOptions;
  desk!: Service;

  /** The card feeds a tone to its last input. */
  constructor(options: OnCardOptions = {}) {
    const { driver: _, desk: __, ...settings } = options;
    this.#folder = temporaryFolder();
    this.#options = options;
    this.rate = settings.rates?.[0] ?? 48_000;
    const given = { folder: this.#folder, name: 'card', inputs: 2, outputs: 2, ...settings };
    this.card = makeFakedCard(given);
    this.feed(sine(frequencyHz, toneDb, this.rate, this.rate));
  }

  /** To the last input: the cable takes outputs back to the inputs of their numbers. */
  feed(samples: Float64Array): void {
    const { inputs = 2 } = this.#options;
    if (inputs === 0) return;
    const silence = Array.from({ length: inputs - 1 }, () => new Float32Array(samples.length));
    this.card.feed([...silence, Float32Array.from(samples)]);
  }

  /** Resolves once `/console` is as said: by default the card drives, and the outputs begin to open. */
  async start(isStarted?: (console: Answer['body']) => boolean, state?: string): Promise<Service> {
    const { driver = {}, desk = {} } = this.#options;
    const devices = [{ id: box, transport: 'alsa', model: 'card' }];
    const drivers = ['mixer', 'virtual', { name: 'alsa', config: driver }];
    const config = { ...prompt, drivers, devices, ...desk };
    this.desk = await startService({ config, env: { ...this.card.environment }, ...(state ? { state } : {}) });
    if (isStarted) await this.desk.until('/console', isStarted);
    else await opening(this.desk);
    return this.desk;
  }

  /** The last input on a strip, panned to the left of the main, which is at 0 dB. */
  async patch(): Promise<void> {
    const sourceId = `${box}:in-${this.#options.inputs ?? 2}`;
    await write(this.desk, '/channel/input/1', { sourceId, levelDb: faderDb, pan: -100 });
    await write(this.desk, '/channel/main/1', { levelDb: 0 });
    await settled(this.desk);
  }

  /** Waits for so much more sound of the card, at the rate that it runs at. */
  async plays(seconds: number): Promise<void> {
    const { playback } = this.card.figures();
    const end = playback.frames + seconds * (playback.rate || this.rate);
    await until(() => this.card.figures().playback.frames >= end);
  }

  /** Of the tone in the last half second of an output, from 1. */
  levelDb(output = 1, hz = frequencyHz): number {
    const { rate } = this.card.figures().playback;
    const samples = this.card.played().outputs[output - 1] as Float64Array;
    return steadyLevelDb(samples.slice(-rate / 2), hz, rate);
  }

  async end(): Promise<void> {
    await stopServices();
    removeFolder(this.#folder);
  }
}
