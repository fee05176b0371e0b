// The program of racks under test, and a program that plays the mixer's part for one slot.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { returnOf } from '../js/slots.ts';

export const rate = 48_000;
export const program: string = fileURLToPath(new URL('../build/Release/lv2-rack', import.meta.url));
const source = fileURLToPath(new URL('./slot_mixer.cc', import.meta.url));
const include = fileURLToPath(new URL('../../include', import.meta.url));

export interface RackEvent {
  readonly event: string;
  readonly place?: string;
  readonly reason?: string;
  readonly kind?: string;
  readonly [field: string]: unknown;
}

/** Lines of a child process, each taken once; a line that does not come is a line that the test waits for until its own end. */
class Lines {
  readonly #waiting: ((line: string | undefined) => void)[] = [];
  readonly #lines: string[] = [];
  #hasEnded = false;

  constructor(child: ChildProcess) {
    if (!child.stdout) throw new Error('no stdout');
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => this.#give(line));
    lines.on('close', () => {
      this.#hasEnded = true;
      for (const take of this.#waiting.splice(0)) take(undefined);
    });
  }

  #give(line: string): void {
    const take = this.#waiting.shift();
    if (take) take(line);
    else this.#lines.push(line);
  }

  /** Undefined at the end. */
  next(): Promise<string | undefined> {
    const line = this.#lines.shift();
    if (line !== undefined || this.#hasEnded) return Promise.resolve(line);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** A folder with slots, a rack that follows them, and mixers. */
export class RackUnderTest {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'rowdesk-rack-'));
  readonly state: string = join(this.folder, 'state');
  readonly inserts: string = join(this.folder, 'inserts');
  readonly slots: string = join(this.folder, 'slots');
  readonly #children: ChildProcess[] = [];
  #lines!: Lines;
  #rack!: ChildProcess;
  #ids = 0;
  /** What its plugins print, and what it complains of. */
  said = '';

  constructor() {
    mkdirSync(this.state);
    mkdirSync(this.inserts);
    mkdirSync(this.slots);
  }

  /** Resolves to its `ready`. */
  async start(): Promise<RackEvent> {
    const words = ['--number', '1', '--inserts', this.inserts, '--slots', this.slots, '--state', this.state];
    this.#rack = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#children.push(this.#rack);
    this.#rack.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.said += text;
    });
    this.#lines = new Lines(this.#rack);
    return this.event('ready');
  }

  tell(...words: readonly (string | number)[]): void {
    const line = words.map((word) => String(word).replace(/[%\t\n]/g, encodeURIComponent)).join('\t');
    this.#rack.stdin?.write(`${line}\n`);
  }

  /** Resolves to the answer to a command. */
  async ask(verb: string, place: string, ...words: readonly (string | number)[]): Promise<RackEvent> {
    const id = ++this.#ids;
    this.tell(verb, id, place, ...words);
    for (;;) {
      const answer = await this.event('done', 'refused', 'saved');
      if (answer.id === id) return answer;
    }
  }

  /** The next event of these kinds; a rack that ends before is an error. */
  async event(...kinds: readonly string[]): Promise<RackEvent> {
    for (;;) {
      const line = await this.#lines.next();
      if (line === undefined) throw new Error(`the rack ended before it said ${kinds.join(' or ')}`);
      const event = JSON.parse(line) as RackEvent;
      if (kinds.includes(event.event)) return event;
    }
  }

  async load(place: string, uri: string, bundle: string, values: Readonly<Record<string, number>> = {}, file = '-') {
    await this.ask('load', place, uri.startsWith('clap:') ? 'clap' : 'lv2', uri, bundle, file);
    for (const [symbol, value] of Object.entries(values)) this.tell('value', place, symbol, value);
    return this.ask('commit', place, 'direct');
  }

  /** Resolves once its plugins have printed this. */
  async saying(words: string): Promise<void> {
    while (!this.said.includes(words)) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  /** It does nothing for so long. */
  async stopFor(ms: number): Promise<void> {
    this.#rack.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.#rack.kill('SIGCONT');
  }

  /** Resolves once the rack has ended. */
  end(): Promise<number | null> {
    return ended(this.#rack);
  }

  /** Of a rack that has ended. */
  get signal(): NodeJS.Signals | null {
    return this.#rack.signalCode;
  }

  async stop(): Promise<number | null> {
    this.tell('stop');
    return this.end();
  }

  /** A slot of this place, and a mixer that sends the sound once it is started. `legs`: samples of each. */
  async mixer(
    place: string,
    legs: readonly Float32Array[],
    { block = 64, key }: { block?: number; key?: Float32Array } = {},
  ) {
    const [input, output, side] = ['in', 'out', 'key'].map((name) => join(this.folder, `${place}.${name}`)) as [
      string,
      string,
      string,
    ];
    writeFileSync(input, Buffer.concat(legs.map(bytesOf)));
    if (key) writeFileSync(side, bytesOf(key));
    const words = [this.inserts, place, '1', String(rate), String(block), String(legs.length), input, output];
    const child = spawn(builtMixer(), [...words, ...(key ? [side] : [])], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#children.push(child);
    const lines = new Lines(child);
    if ((await lines.next()) !== 'ready') throw new Error('no slot');
    // The plugin host does so for the places of the rack.
    rmSync(join(this.slots, place), { force: true });
    linkSync(realpathSync(join(this.inserts, returnOf(place))), join(this.slots, place));
    return {
      /** `times` real time at most; without it as fast as it can. */
      start: (times = 0) => void child.stdin?.write(`pace ${times}\nstart\n`),
      next: () => lines.next(),
      /** What came back, each leg, NaN where the rack did not serve. */
      result: async (): Promise<Float32Array[]> => {
        await ended(child);
        const samples = new Float32Array(new Uint8Array(readFileSync(output)).buffer);
        const frames = samples.length / legs.length;
        return legs.map((_, leg) => samples.subarray(leg * frames, (leg + 1) * frames));
      },
    };
  }

  close(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let mixerProgram = '';

/** The program of mixers, which is compiled once for all tests of a process. */
function builtMixer(): string {
  if (mixerProgram !== '') return mixerProgram;
  const file = join(mkdtempSync(join(tmpdir(), 'rowdesk-mixer-')), 'slot-mixer');
  const flags = ['-std=c++20', '-O1', '-Wall', '-Wextra', `-I${include}`];
  execFileSync('g++', [...flags, source, '-o', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  mixerProgram = file;
  return file;
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

const bytesOf = (samples: Float32Array) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

export function sine(frequencyHz: number, seconds: number, level = 0.1): Float32Array {
  return Float32Array.from(
    { length: rate * seconds },
    (_, i) => level * Math.sin((2 * Math.PI * frequencyHz * i) / rate),
  );
}

/** White noise, the same each time. */
export function noise(seconds: number, level = 0.1): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: rate * seconds }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return level * (seed / 2 ** 31 - 1);
  });
}

/** RMS in dB. */
export function levelDb(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, each) => sum + each * each, 0) / samples.length);
}

/** The largest difference of two. */
export function difference(a: Float32Array, b: Float32Array): number {
  return a.reduce(
    (most, each, i) =>
      Math.max(most, Number.isNaN(each) ? Number.POSITIVE_INFINITY : Math.abs(each - (b[i] as number))),
    0,
  );
}
