// Starts, orders and ends the simulated TotalMix FX: totalmix_fx.py beside this file, a programme without a word of the driver.
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const programme = fileURLToPath(new URL('./totalmix_fx.py', import.meta.url));

export type MixerState = Readonly<Record<string, number | boolean>>;

export interface FxOptions {
  /** Where it sends to. */
  readonly sendPort: number;
  readonly listenPort?: number;
  readonly inputs?: number;
  readonly playbacks?: number;
  readonly outputs?: number;
  /** So many inputs have one, from the first on; default 4. */
  readonly preamps?: number;
  /** Chance from 0 to 1 of each packet, both ways. */
  readonly loss?: number;
  readonly delayMs?: number;
  readonly seed?: number;
  /** Sends a page for each message that changes it, from the values before it. */
  readonly isEager?: boolean;
  /** Sends nothing for what a channel does not have. */
  readonly isSparse?: boolean;
}

export class TotalMixFx {
  readonly #child: ChildProcess;
  readonly #answers: ((answer: Record<string, unknown>) => void)[] = [];
  /** Where it listens. */
  port = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.#answers.shift()?.(JSON.parse(line) as Record<string, unknown>);
    });
  }

  static async start(options: FxOptions): Promise<TotalMixFx> {
    const { sendPort, listenPort = 0, inputs = 8, playbacks = 8, outputs = 8, preamps = 4 } = options;
    const { loss = 0, delayMs = 0, seed = 1, isEager = false, isSparse = false } = options;
    const counts = [`--inputs=${inputs}`, `--playbacks=${playbacks}`, `--outputs=${outputs}`, `--preamps=${preamps}`];
    const faults = [
      `--loss=${loss}`,
      `--delay-ms=${delayMs}`,
      `--seed=${seed}`,
      ...(isEager ? ['--eager'] : []),
      ...(isSparse ? ['--sparse'] : []),
    ];
    const ports = [`--listen=${listenPort}`, `--send=127.0.0.1:${sendPort}`];
    const child = spawn('python3', [programme, ...ports, ...counts, ...faults], { stdio: ['pipe', 'pipe', 'inherit'] });
    const found = new TotalMixFx(child);
    found.port = (await found.#answer()).port as number;
    return found;
  }

  /** A hand at its screen: `input/3/gain`, `output/1/level`, `mix/1/playback/3/pan`. */
  async set(path: string, value: number | boolean | string): Promise<void> {
    await this.#ask({ set: path, value });
  }

  async faults(faults: { readonly loss?: number; readonly delay?: number }): Promise<void> {
    await this.#ask({ faults });
  }

  async silence(isSilent: boolean): Promise<void> {
    await this.#ask({ silent: isSilent });
  }

  async state(): Promise<{ readonly state: MixerState; readonly heard: number; readonly lost: number }> {
    return (await this.#ask({ state: true })) as never;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => {
      this.#child.once('close', resolve);
    });
    this.#child.stdin?.end();
    await ended;
  }

  #ask(command: object): Promise<Record<string, unknown>> {
    const answer = this.#answer();
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    return answer;
  }

  #answer(): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the simulated TotalMix FX ended'));
      this.#child.once('close', ended);
      this.#answers.push((answer) => {
        this.#child.off('close', ended);
        resolve(answer);
      });
    });
  }
}

/** A UDP port of 127.0.0.1 that nothing holds now. */
export function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
