// For tests: a client of a JACK server by libjack alone (judge.c), which plays a tone and records what comes back.
import { type ChildProcess, execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import type { JackServer } from './server.ts';

export interface JudgeOptions {
  /** Of the client: unique at the server. */
  readonly name: string;
  readonly outputs: number;
  readonly inputs: number;
  readonly frequencyHz: number;
  readonly levelDb: number;
  /** Default true. */
  readonly records?: boolean;
  /** judge.c, where it does not stand beside this module. */
  readonly source?: string;
}

export interface Judged {
  /** The tone as it was played, then the inputs. */
  readonly channels: readonly Float64Array[];
  /** The frames that the server has run in its freewheel mode at last: no cycle of them was late. */
  readonly hurried: { readonly from: number; readonly to: number };
  readonly cycles: number;
  /** From the begin of a cycle to the client's turn in it, microseconds. */
  readonly wokenUs: { readonly median: number; readonly p99: number };
}

export class Judge {
  readonly #file: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #channels: number;

  private constructor(server: JackServer, { name, outputs, inputs, frequencyHz, levelDb, ...how }: JudgeOptions) {
    const program = join(server.folder, 'judge');
    const source = how.source ?? fileURLToPath(new URL('judge.c', import.meta.url));
    const words = ['-std=gnu11', '-O2', '-Wall', '-Wextra', source, '-o', program, '-ljack', '-lm', '-pthread'];
    execFileSync('cc', words, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#file = join(server.folder, `${name}.raw`);
    this.#channels = inputs + 1;
    const file = how.records === false ? '-' : this.#file;
    const args = [server.name, name, outputs, inputs, frequencyHz, levelDb, file].map(String);
    this.#child = server.lines(program, args, (line) => this.#lines.push(line));
  }

  /** Resolves once its ports are there. */
  static async start(server: JackServer, options: JudgeOptions): Promise<Judge> {
    const judge = new Judge(server, options);
    await until('the judge', () => judge.#lines.includes('ready'));
    return judge;
  }

  get frames(): number {
    return Math.floor((statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) / 4 / this.#channels);
  }

  /** Waits until so many more frames have been recorded. */
  async more(frames: number): Promise<void> {
    const end = this.frames + frames;
    await until('the recording', () => this.frames >= end);
  }

  /** Has the server run three seconds of sound without their time (its freewheel mode), and waits until they have been recorded. */
  async hurried(): Promise<void> {
    const end = this.frames + 3 * 48_000;
    this.#child.kill('SIGUSR1');
    await until('the recording', () => this.frames >= end);
  }

  /** Ends it: what it has heard and seen. */
  async end(): Promise<Judged> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGTERM');
    await ended;
    const ran = /^hurried (\d+) to (\d+)$/m.exec(this.#lines.join('\n'));
    const [from, to] = (ran?.slice(1) ?? []).map(Number) as [number, number];
    const said = /^cycles (\d+), woken after ([-\d.]+) us, ([-\d.]+) us$/m.exec(this.#lines.join('\n'));
    if (said === null) throw new Error(`the judge did not end: ${this.#lines.join('; ')}`);
    const [cycles, median, p99] = said.slice(1).map(Number) as [number, number, number];
    return { channels: this.#recorded(), hurried: { from, to }, cycles, wokenUs: { median, p99 } };
  }

  #recorded(): readonly Float64Array[] {
    if (statSync(this.#file, { throwIfNoEntry: false }) === undefined) return [];
    const bytes = readFileSync(this.#file);
    const frames = Math.floor(bytes.length / 4 / this.#channels);
    return Array.from({ length: this.#channels }, (_, channel) =>
      Float64Array.from({ length: frames }, (__, n) => bytes.readFloatLE((n * this.#channels + channel) * 4)),
    );
  }
}
