// For tests: pw-cat as a player or a recorder. A server without a session manager gives its stream no ports, so it gets them
// here.
import type { ChildProcess } from 'node:child_process';
import { type Daemon, until } from './daemon.ts';

const positions: Readonly<Record<number, readonly string[]>> = { 1: ['MONO'], 2: ['FL', 'FR'] };

export interface CatOptions {
  /** `node.name`: unique at the server. */
  readonly name: string;
  readonly file: string;
  readonly channels: 1 | 2;
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
    const child = daemon.open('pw-cat', ...args, '-P', `{ node.name = ${name} }`, file);
    let id: number | undefined;
    await until(`the node ${name}`, () => {
      id = daemon.nodeNamed(name)?.id;
      return id !== undefined;
    });
    const position = positions[channels] ?? [];
    const format = { mediaType: 'audio', mediaSubtype: 'raw', format: 'F32P', rate, channels, position };
    const config = { direction: direction === 'input' ? 'Input' : 'Output', mode: 'dsp', format };
    daemon.run('pw-cli', 'set-param', String(id), 'PortConfig', JSON.stringify(config));
    const ports = position.map((each) => `${name}:${direction}_${each}`);
    await until('its ports', () => ports.every((port) => daemon.run('pw-link', '-io').includes(port)));
    return new Cat(child, ports);
  }
}
