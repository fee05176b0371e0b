// For tests: a JACK server of one's own, without hardware: jackd with its dummy driver under a name that no other has. What it
// leaves in the memory that all servers of a user share is taken away.
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const shared = '/dev/shm';
const programs = ['jackd', 'jack_lsp', 'jack_connect', 'jack_bufsize', 'jack_iodelay'];
const user = process.getuid?.() ?? 0;
const patienceMs = 3000;
const mostStarts = 5;
const mostLooks = 100;
const mostTries = 3;
/** A program of JACK on a busy machine. */
const programMs = 30_000;

export interface ServerOptions {
  /** Hz */
  readonly rate?: number;
  /** Frames per cycle. */
  readonly frames?: number;
  /** Of the card that the dummy driver plays. */
  readonly captures?: number;
  readonly playbacks?: number;
  /** Threads of SCHED_FIFO, where the system allows them; default false: a small machine has other tests to run. */
  readonly isRealTime?: boolean;
}

let servers = 0;

export class JackServer {
  readonly name = `rowdesk-${process.pid}-${++servers}`;
  readonly folder = mkdtempSync(join(tmpdir(), 'rowdesk-jack-'));
  readonly socket = join(shared, `jack_${this.name}_${user}_0`);
  /** What its programme says. */
  readonly log = join(this.folder, 'jackd.log');
  readonly #options: ServerOptions;
  readonly #children = new Set<ChildProcess>();
  #server: ChildProcess | undefined;

  constructor(options: ServerOptions = {}) {
    this.#options = options;
  }

  /** What processes need that shall be its clients. PipeWire is hidden. */
  get forClients(): Readonly<Record<string, string>> {
    return { JACK_DEFAULT_SERVER: this.name, PIPEWIRE_RUNTIME_DIR: '/dev/null' };
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  /** Resolves once it takes clients. */
  async start(): Promise<void> {
    const { rate = 48_000, frames = 256, captures = 2, playbacks = 2, isRealTime = false } = this.#options;
    const card = ['-C', captures, '-P', playbacks, '-r', rate, '-p', frames].map(String);
    const args = [
      '--name',
      this.name,
      // Clients that are late stay: a figure says how late they are.
      ...(isRealTime ? ['--realtime', '--timeout', '5000'] : ['--no-realtime']),
      '--port-max',
      '1024',
      '-d',
      'dummy',
      ...card,
    ];
    // All servers of a user share a registry, and one that another server's end has disturbed gives up.
    for (let tries = 1; tries <= mostStarts; tries++) {
      const server = this.#spawn('jackd', args, 'ignore', openSync(this.log, 'a'));
      this.#server = server;
      if (await this.#answers(server)) return;
      await this.end('SIGKILL');
    }
    throw new Error(`jackd does not start:\n${readFileSync(this.log, 'utf8')}`);
  }

  /** Resolves to false for a server that has ended, or takes too long. */
  async #answers(server: ChildProcess): Promise<boolean> {
    for (let looks = 0; looks < mostLooks && server.exitCode === null; looks++) {
      const isThere = await new Promise((resolve) => {
        execFile('jack_lsp', { env: this.#environment, timeout: 5000 }, (error) => resolve(error === null));
      });
      if (isThere) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  }

  /** Resolves once it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await ended(server, signal);
  }

  /** What a programme of JACK says; throws when it fails. */
  run(program: string, ...args: readonly string[]): string {
    for (let tries = 1; ; tries++) {
      try {
        return execFileSync(program, args, {
          env: this.#environment,
          encoding: 'utf8',
          stdio: 'pipe',
          timeout: programMs,
        });
      } catch (error) {
        if (tries === mostTries || !isBusy(error)) throw error;
      }
    }
  }

  /** `from -> to`, sorted: what jack_lsp lists. */
  links(): readonly string[] {
    const found: string[] = [];
    let port = '';
    for (const line of this.run('jack_lsp', '-c').split('\n')) {
      if (/^\S/.test(line)) port = line;
      else if (line.trim() !== '') found.push(`${port} -> ${line.trim()}`);
    }
    // Each link is listed twice.
    const outputs = new Set(this.ports('output'));
    return found.filter((link) => outputs.has(link.slice(0, link.indexOf(' -> ')))).sort();
  }

  /** The names of its ports, as it lists them. */
  ports(direction?: 'input' | 'output'): readonly string[] {
    let port = '';
    return this.run('jack_lsp', '-p')
      .split('\n')
      .flatMap((line) => {
        if (/^\S/.test(line)) port = line;
        const isProperties = line.startsWith('\tproperties:');
        return isProperties && (direction === undefined || line.includes(direction)) ? [port] : [];
      });
  }

  /** The aliases of a port. */
  aliases(name: string): readonly string[] {
    let port = '';
    return this.run('jack_lsp', '-A')
      .split('\n')
      .flatMap((line) => {
        if (/^\S/.test(line)) port = line;
        else if (port === name && line.trim() !== '') return [line.trim()];
        return [];
      });
  }

  /** A programme that runs until it ends by itself, or the server is removed. */
  open(program: string, ...args: readonly string[]): ChildProcess {
    return this.#spawn(program, args);
  }

  /** The lines of a programme, until the server is removed. */
  lines(program: string, args: readonly string[], line: (text: string) => void): ChildProcess {
    // Its output would wait for a full buffer.
    const child = this.#spawn('stdbuf', ['-oL', program, ...args], 'pipe');
    if (child.stdout) createInterface({ input: child.stdout }).on('line', line);
    return child;
  }

  async remove(): Promise<void> {
    // In order if it can: a server that is killed leaves its memory to the next one of this user.
    const server = this.#server;
    const impatience = setTimeout(() => server?.kill('SIGKILL'), patienceMs);
    await this.end('SIGTERM');
    clearTimeout(impatience);
    await Promise.all([...this.#children].map((child) => ended(child, 'SIGKILL')));
    for (const file of readdirSync(shared)) {
      const isOurs = file === `jack_${this.name}_${user}_0` || file.startsWith(`jack_sem.${user}_${this.name}_`);
      if (isOurs) rmSync(join(shared, file), { force: true });
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #environment(): NodeJS.ProcessEnv {
    const { JACK_PROMISCUOUS_SERVER: _, JACK_START_SERVER: __, ...rest } = process.env;
    return { ...rest, ...this.forClients, JACK_NO_START_SERVER: '1', JACK_NO_AUDIO_RESERVATION: '1' };
  }

  #spawn(
    program: string,
    args: readonly string[],
    output: 'ignore' | 'pipe' = 'ignore',
    errors: 'ignore' | number = 'ignore',
  ): ChildProcess {
    const child = spawn(program, args, { cwd: this.folder, env: this.#environment, stdio: ['ignore', output, errors] });
    if (typeof errors === 'number') closeSync(errors);
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

/** A server that is busy may refuse a client, or let one wait. */
function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ETIMEDOUT' || String(error).includes('cannot connect to JACK');
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** Why tests can't run over it, '' when they can. Throws where they have to: on CI. */
export function whyNoJack(...needs: readonly [there: boolean, what: string][]): string {
  const lacks = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  const missing = [
    ...(lacks.length > 0 ? [`${lacks.join(', ')} (jackd2)`] : []),
    ...needs.filter(([there]) => !there).map(([, what]) => what),
  ];
  if (missing.length === 0) return '';
  const words = `JACK is not tested, for want of ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Error(words);
  process.stdout.write(`${words}\n`);
  return words;
}
