// What a test says about a faked card, and what the card gets of it.
import { resolve } from 'node:path';
import { type FakedFormat, fakedFormats, type Orders } from './files.ts';

export interface FakedCardSettings {
  /** Where the card is made; several cards may share it. Without spaces and colons, which ALSA_CONFIG_PATH separates by. */
  readonly folder: string;
  /** The name of the PCM, for both directions: letters, digits, - and _. */
  readonly name: string;
  /** 0 to 128 channels each; 0: the card has no such direction. */
  readonly inputs: number;
  readonly outputs: number;
  /** In Hz, 1 to 16 of them; default 48000. Both directions run at one rate. */
  readonly rates?: readonly number[];
  /** Default S32_LE. */
  readonly formats?: readonly FakedFormat[];
  /** The clock of the card against CLOCK_MONOTONIC, -10000 to 10000 parts per million; default 0. */
  readonly ppm?: number;
  /** A frame played at card time t is captured at t plus this, 0 (the default) to 65536; output n reaches input n. */
  readonly cableFrames?: number;
  /** The least and the most, 1 to 8192; default 16 and 4096. One value twice: a card of a fixed period. */
  readonly periodFrames?: readonly [number, number];
  /** The least and the most periods of the buffer, 1 to 64; default 2 and 64. */
  readonly periods?: readonly [number, number];
  /** How much of what was played is kept, 1 to 2^22 frames; default 65536. */
  readonly playedFrames?: number;
  /** The card's time stands, and `advance` moves it. Default: it is CLOCK_MONOTONIC. */
  readonly isStepped?: boolean;
}

/** Throws an Error that names the field and its range. */
export function ordersOf(settings: FakedCardSettings): Orders {
  const { rates = [48_000], formats = ['S32_LE'], ppm = 0, cableFrames = 0, playedFrames = 65_536 } = settings;
  const { periodFrames = [16, 4096], periods = [2, 64], isStepped = false } = settings;
  if (/[\s:]/.test(resolve(settings.folder))) throw new Error('folder: no spaces and no colons');
  if (!/^[\w-]+$/.test(settings.name)) throw new Error('name: letters, digits, - and _');
  const whole = (name: string, value: number, least: number, most: number) => {
    within(name, value, least, most);
    if (!Number.isInteger(value)) throw new Error(`${name}: a whole number`);
  };
  whole('inputs', settings.inputs, 0, 128);
  whole('outputs', settings.outputs, 0, 128);
  within('rates', rates.length, 1, 16);
  for (const rate of rates) whole('rates', rate, 4000, 768_000);
  if (formats.length === 0 || !formats.every((format) => fakedFormats.includes(format)))
    throw new Error(`formats: of ${fakedFormats.join(', ')}`);
  within('ppm', ppm, -10_000, 10_000);
  whole('cableFrames', cableFrames, 0, 65_536);
  whole('playedFrames', playedFrames, 1, 2 ** 22);
  for (const frames of periodFrames) whole('periodFrames', frames, 1, 8192);
  if (periodFrames[0] > periodFrames[1]) throw new Error('periodFrames: the least first');
  if (periods[0] > periods[1]) throw new Error('periods: the least first');
  for (const count of periods) whole('periods', count, 1, 64);
  return {
    ...{ baseNs: isStepped ? 0 : Number(process.hrtime.bigint()), cardBaseNs: 0, ppm, simulatedNs: isStepped ? 0 : -1 },
    ...{ isPlugged: 1, isHeld: 0, unplugs: 0, xruns: 0, feeds: 0 },
    ...{ outputs: settings.outputs, inputs: settings.inputs, cableFrames },
    // Room for what is on the cable and for the part that moves at once, a quarter.
    ringFrames: 2 ** Math.ceil(Math.log2(Math.max(playedFrames, (cableFrames * 4) / 3, 4096))),
    ...{ leastPeriod: periodFrames[0], mostPeriod: periodFrames[1], leastPeriods: periods[0], mostPeriods: periods[1] },
  };
}

/** Throws an Error with the range. */
export function within(name: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most)) throw new Error(`${name}: ${least} to ${most}`);
}
