// For tests: pw-cat as a player or a recorder.
import type { ChildProcess } from 'node:child_process';
import type { Daemon } from './daemon.ts';
import { openPorts, positionsOf } from './ports.ts';

export interface CatOptions {
  /** `node.name`: unique at the server. */
  readonly name: string;
  readonly file: string;
  readonly channels: number;
  /** Hz */
  readonly rate: number;
}

export class Cat {
  /** `name:port`, in order of the channels. */
  readonly ports: readonly string[];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ports: readonly string[]) {
    this.#child = child;
    this.ports = ports;
  }

  static play(daemon: Daemon, options: CatOptions): Promise<Cat> {
    return Cat.#start(daemon, options, 'output', ['-p', '--target', '0']);
  }

  static record(daemon: Daemon, options: CatOptions): Promise<Cat> {
    const format = ['--channels', String(options.channels), '--format', 'f32', '--rate', String(options.rate)];
    return Cat.#start(daemon, options, 'input', ['-r', '--target', '0', ...format]);
  }

  /** Resolves once the programme has ended, and a recording is whole. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }

  static async #start(
    daemon: Daemon,
    { name, file, channels, rate }: CatOptions,
    direction: 'input' | 'output',
    args: readonly string[],
  ): Promise<Cat> {
    // By itself it has more than two channels as those of loudspeakers.
    const map = channels > 2 ? ['--channel-map', positionsOf(channels).join(',')] : [];
    const child = daemon.open('pw-cat', ...args, ...map, '-P', `{ node.name = ${name} }`, file);
    const ports = await openPorts(daemon, { name, direction, channels, rate });
    return new Cat(
      child,
      ports.map(({ info }) => `${name}:${info?.props?.['port.name']}`),
    );
  }
}
