// The files by which a test and the plugin of alsa-lib share a faked card; card.h has the same order.
import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';

const mostRates = 16;
const mostFormats = 4;
/** Of alsa/pcm.h: snd_pcm_format_t. */
const formatNumbers = { S16_LE: 2, S32_LE: 10, FLOAT_LE: 14, S24_3LE: 32 } as const;
const stateBytes = 4096;
const figuresWords = 14;
const doings = ['closed', 'open', 'running', 'xrun', 'disconnected'] as const;

export type FakedFormat = keyof typeof formatNumbers;
export const fakedFormats = Object.keys(formatNumbers) as readonly FakedFormat[];

/** What the test orders, in the order of `struct Control`. */
const orderNames = [
  ...(['baseNs', 'cardBaseNs', 'ppm', 'simulatedNs', 'isPlugged', 'isHeld', 'unplugs', 'xruns', 'feeds'] as const),
  ...(['outputs', 'inputs', 'cableFrames', 'ringFrames'] as const),
  ...(['leastPeriod', 'mostPeriod', 'leastPeriods', 'mostPeriods'] as const),
];
export type Orders = Record<(typeof orderNames)[number], number>;

/** What the card has seen of one direction, since it was made. */
export interface FakedFigures {
  /** disconnected: a program still has the stream of a card that was unplugged. */
  readonly state: (typeof doings)[number];
  readonly opens: number;
  readonly starts: number;
  readonly xruns: number;
  /** Periods and frames that the card moved. */
  readonly periods: number;
  readonly frames: number;
  /** Frames that were played although the program had not written them, or captured over frames that it had not read. */
  readonly missedFrames: number;
  /** What the program has chosen; 0 while nothing is. */
  readonly rate: number;
  readonly periodFrames: number;
  readonly bufferFrames: number;
  readonly format: FakedFormat | undefined;
  /** The card time of the first frame since the last start, in frames. */
  readonly startFrame: number;
}

export class CardFiles {
  readonly #path: string;
  readonly #orders: Orders;
  readonly #lists: readonly number[];

  /** Makes the files `path.control`, `path.state` and `path.played`. */
  constructor(path: string, orders: Orders, rates: readonly number[], formats: readonly FakedFormat[]) {
    this.#path = path;
    this.#orders = orders;
    const padded = (list: readonly number[], length: number) => [...list, ...Array(length).fill(0)].slice(0, length);
    this.#lists = [
      ...padded(rates, mostRates),
      ...padded(
        formats.map((format) => formatNumbers[format]),
        mostFormats,
      ),
    ];
    writeFileSync(`${path}.state`, Buffer.alloc(stateBytes));
    writeFileSync(`${path}.played`, '');
    truncateSync(`${path}.played`, orders.ringFrames * orders.outputs * 4);
    writeFileSync(`${path}.control`, '');
    this.write();
  }

  /** In one piece, with a check: the card takes no half of it. Wakes the programs that wait for the card. */
  write(): void {
    const values = Float64Array.from([...orderNames.map((name) => this.#orders[name]), ...this.#lists]);
    const words = new BigUint64Array(values.length + 1);
    words.set(new BigUint64Array(values.buffer));
    words[values.length] = words.reduce((check, word) => check ^ word, 0n);
    writeFileSync(`${this.#path}.control`, new Uint8Array(words.buffer), { flag: 'r+' });
  }

  /** Sound for the inputs: frames of all inputs. */
  writeFeed(frames: Float32Array): void {
    const file = `${this.#path}.feed`;
    writeFileSync(`${file}.new`, new Uint8Array(frames.buffer, frames.byteOffset, frames.byteLength));
    renameSync(`${file}.new`, file);
  }

  /** Figures of one direction, and the simulated time at which its program last had nothing to do. */
  readFigures(direction: 'playback' | 'capture'): FakedFigures & { readonly settledNs: number } {
    const state = readFileSync(`${this.#path}.state`);
    const at = direction === 'playback' ? 0 : figuresWords * 8;
    const word = (index: number) => Number(state.readBigInt64LE(at + index * 8));
    const doing = doings[word(1)] ?? 'closed';
    return {
      state: isAlive(word(0)) ? doing : 'closed',
      opens: word(2),
      starts: word(3),
      xruns: word(4),
      periods: word(5),
      frames: word(6),
      missedFrames: word(7),
      rate: word(8),
      periodFrames: word(9),
      bufferFrames: word(10),
      format: fakedFormats.find((format) => word(8) > 0 && formatNumbers[format] === word(11)),
      startFrame: word(12),
      settledNs: state.readDoubleLE(at + 13 * 8),
    };
  }

  /** The frames that the outputs played last, at most so many: the card time of the first, and the samples per output. */
  readPlayed(mostFrames: number): { readonly firstFrame: number; readonly outputs: readonly Float64Array[] } {
    const { ringFrames, outputs } = this.#orders;
    const range = () => {
      const state = readFileSync(`${this.#path}.state`);
      const at = 2 * figuresWords * 8;
      return [Number(state.readBigInt64LE(at)), Number(state.readBigInt64LE(at + 8))] as const;
    };
    const [from, to] = range();
    const ring = readFileSync(`${this.#path}.played`);
    // What the card has played meanwhile stands where the oldest frames were.
    const firstFrame = Math.max(from, to - mostFrames, range()[1] - ringFrames);
    const length = Math.max(0, to - firstFrame);
    const channel = (output: number) =>
      Float64Array.from({ length }, (_, n) => {
        const place = ((firstFrame + n) % ringFrames) * outputs + output;
        return ring.readInt32LE(place * 4) / 2 ** 31;
      });
    return { firstFrame, outputs: Array.from({ length: outputs }, (_, output) => channel(output)) };
  }
}

function isAlive(processId: number): boolean {
  if (processId === 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
