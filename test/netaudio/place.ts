// A network namespace of a test: what runs in it, and the way to the desk in it.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { script } from './programs.ts';

export class Place {
  /** Of the process that holds the namespace. */
  readonly pid: number;
  readonly #enter: readonly string[];
  readonly #folder: string;
  readonly #children = new Set<ChildProcess>();
  readonly #doors: Server[] = [];
  #interfaces = 0;

  constructor(pid: number, isRoot: boolean, folder: string) {
    this.pid = pid;
    this.#enter = ['-t', String(pid), ...(isRoot ? [] : ['-U', '--preserve-credentials']), '-n'];
    this.#folder = folder;
  }

  nextInterface(): string {
    return `e${this.#interfaces++}`;
  }

  /** A command that runs a programme in here; the process that it starts becomes the programme. */
  command(program: string, args: readonly string[]): readonly [program: string, args: readonly string[]] {
    return ['nsenter', [...this.#enter, '--', program, ...args]];
  }

  /** What a programme says; throws when it fails. */
  run(program: string, ...args: readonly string[]): string {
    const [first, rest] = this.command(program, args);
    return execFileSync(first, rest, { encoding: 'utf8', stdio: 'pipe', timeout: 60_000 });
  }

  /** A programme that runs until it ends by itself, or the place is removed. Its folder is the network's. */
  open(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
    const [first, rest] = this.command(program, args);
    const child = spawn(first, rest, { cwd: this.#folder, stdio: 'ignore', ...options });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  /** A programme to its end: resolves to what it says, rejects with its last words when it fails. */
  async finish(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
    const child = this.open(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.on('data', (chunk: Buffer) => {
        said[name] += chunk;
      });
    }
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.stderr.slice(-2000)}`);
    return said.stdout;
  }

  /** Resolves to a port of 127.0.0.1 that is free outside, and leads to the same port in here. */
  async door(): Promise<number> {
    const path = join(this.#folder, `door-${this.pid}-${this.#doors.length}`);
    const server = createServer((outside) => {
      const inside = connect(path);
      outside.pipe(inside).pipe(outside);
      for (const [one, other] of [
        [outside, inside],
        [inside, outside],
      ] as const) {
        one.on('error', () => {});
        one.on('close', () => other.destroy());
      }
    });
    this.#doors.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'inherit'];
    const child = this.open(process.execPath, [script('doorway.mjs'), path, String(port)], { stdio });
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve());
      child.once('exit', (code) => reject(new Error(`the door ended with ${code}`)));
    });
    return port;
  }

  /** Ends all that runs in here. */
  async remove(): Promise<void> {
    for (const door of this.#doors) door.close();
    await Promise.all([...this.#children].map((child) => ended(child, 'SIGKILL')));
  }
}

/** Resolves once the child has ended of this signal, or by itself. */
export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
