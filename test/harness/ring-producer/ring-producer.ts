// The mixer's end of the record ring, for tests of its readers (ring_producer.c): a process that makes the ring in a runtime
// folder and fills it with a known signal.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface RingTrack {
  /** `/channel/input/1` */
  readonly path: string;
  readonly channels: 1 | 2;
  /** Without it: track. */
  readonly role?: 'track' | 'programme';
}

export interface RingState {
  /** Frames in this ring so far. */
  readonly written: number;
  /** The clock frame of the next sample, over all rings and gaps. */
  readonly clock: number;
  /** Of this ring, hexadecimal; '0' without a ring. */
  readonly epoch: string;
}

const memory = '/dev/shm';

let program: string | undefined;

/** Compiles the program once per process. */
function compiled(): string {
  if (program) return program;
  const source = fileURLToPath(new URL('./ring_producer.c', import.meta.url));
  const include = fileURLToPath(new URL('../../../hardware-drivers/include', import.meta.url));
  const made = join(mkdtempSync(join(tmpdir(), 'ring-producer-')), 'ring_producer');
  const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-I', include];
  execFileSync('gcc', [...flags, '-o', made, source], { stdio: 'pipe' });
  program = made;
  return made;
}

/** The sample of a channel of the ring (from 0) at a clock frame: exact in float, and times 2^23 an integer of 24 bits. */
export function ringSample(clock: number, channel: number): number {
  const bits = (Math.imul(clock % 0x1000000, 10368889) + Math.imul(channel, 7700417)) & 0xffffff;
  return (bits - 0x800000) / 0x800000;
}

export class RingProducer {
  readonly #process: ChildProcess;
  readonly #waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  readonly #ended: Promise<void>;
  #isOver = false;

  /** Starts the process, without a ring. */
  constructor(runtimeFolder: string) {
    this.#process = spawn(compiled(), [runtimeFolder], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdin, stdout } = this.#process;
    stdin?.on('error', () => {});
    createInterface({ input: stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.#waiting.shift()?.resolve(line);
    });
    this.#ended = new Promise((resolve) => {
      this.#process.once('close', () => {
        this.#isOver = true;
        for (const { reject } of this.#waiting.splice(0)) reject(new Error('the ring producer has ended'));
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Makes a ring in the place of the one before, if any. Rejects with the reason. */
  ring(rate: number, tracks: readonly RingTrack[]): Promise<RingState> {
    const words = tracks.map(({ path, channels, role }) => `${role ?? 'track'}:${path}:${channels}`);
    return this.#send(`ring ${rate} ${words.join(' ')}`);
  }

  /** Writes at once. A reader that is not as fast loses what is beyond the capacity of the ring. */
  write(frames: number, block = 64): Promise<RingState> {
    return this.#send(`write ${frames} ${block}`);
  }

  /** Writes from now on, `factor` times as fast as the rate. Stopped for half a second, it loses frames as an xrun does. */
  run(factor = 1, block = 64): Promise<RingState> {
    return this.#send(`run ${factor} ${block}`);
  }

  pause(): Promise<RingState> {
    return this.#send('pause');
  }

  /** An xrun: the clock goes on, and a gap of kind LOST says by how much. */
  lose(frames: number): Promise<RingState> {
    return this.#send(`lose ${frames}`);
  }

  /** Frames of silence without a clock, and their gap of kind SILENT. */
  silence(frames: number, block = 64): Promise<RingState> {
    return this.#send(`silence ${frames} ${block}`);
  }

  /** The clock goes on, and no gap says so: as between two rings. */
  skip(frames: number): Promise<RingState> {
    return this.#send(`skip ${frames}`);
  }

  state(): Promise<RingState> {
    return this.#send('state');
  }

  /** Ends the ring in order; the process goes on. */
  end(): Promise<RingState> {
    return this.#send('end');
  }

  /** Ends ring and process in order; removes what a killed one left. */
  async close(): Promise<void> {
    this.#process.kill('SIGCONT');
    this.#process.stdin?.end();
    await this.#ended;
    for (const name of readdirSync(memory)) {
      if (name.startsWith('rowdesk-') && name.split('-')[2] === `${this.pid}`) rmSync(join(memory, name));
    }
  }

  /** As a crash of the mixer: file and link stay. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  async #send(command: string): Promise<RingState> {
    if (this.#isOver) throw new Error('the ring producer has ended');
    const line = await new Promise<string>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#process.stdin?.write(`${command}\n`);
    });
    const [word, written, clock, epoch] = line.split(' ');
    if (word !== 'ok') throw new Error(line.slice('error '.length));
    return { written: Number(written), clock: Number(clock), epoch: epoch as string };
  }
}
