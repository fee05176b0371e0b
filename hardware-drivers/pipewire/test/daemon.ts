// For tests: a PipeWire server of one's own with two null sinks; no D-Bus, no session manager, nothing outside its folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PipeWire } from './pipewires.ts';

/** Without a session manager adapters have no ports, unless their settings name them. */
const ports = `{
  direction = Input  mode = dsp  monitor = true
  format = { mediaType = audio  mediaSubtype = raw  format = F32P  rate = 48000  channels = 2  position = [ FL FR ] }
}`;

const sink = (name: string, label: string, priority: number) => `{ factory = adapter args = {
    factory.name = support.null-audio-sink  node.name = "${name}"  node.description = "${label}"
    media.class = Audio/Sink  object.linger = true  audio.position = [ FL FR ]  priority.driver = ${priority}
    node.param.PortConfig = ${ports}
  } }`;

const configuration = `
context.properties = {
  core.daemon = true  core.name = pipewire-0
  default.clock.rate = 48000  default.clock.quantum = 256  default.clock.min-quantum = 16
  default.clock.allowed-rates = [ 44100 48000 96000 ]
}
context.spa-libs = {
  audio.convert.* = audioconvert/libspa-audioconvert
  support.* = support/libspa-support
}
context.modules = [
  { name = libpipewire-module-rt args = { rt.prio = 88 } flags = [ ifexists nofail ] }
  { name = libpipewire-module-protocol-native }
  { name = libpipewire-module-profiler }
  { name = libpipewire-module-metadata }
  { name = libpipewire-module-spa-node-factory }
  { name = libpipewire-module-client-node }
  { name = libpipewire-module-access }
  { name = libpipewire-module-adapter }
  { name = libpipewire-module-link-factory }
]
context.objects = [
  { factory = metadata args = { metadata.name = default } }
  ${sink('hall', 'Hall & foyer', 200)}
  ${sink('monitor room', 'Monitor room', 100)}
]
`;

/** An object of the server. */
export interface DumpedObject {
  readonly id: number;
  /** `PipeWire:Interface:Node` */
  readonly type: string;
  readonly info?: {
    readonly direction?: 'input' | 'output';
    readonly props?: Readonly<Record<string, unknown>>;
    readonly params?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  };
}

export interface DaemonOptions {
  /** The text of its configuration; else two null sinks. */
  readonly configuration?: string;
  /** Laid over the environment of the daemon and of its clients. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The command that runs the server somewhere else, as in a network namespace; its clients find it by its socket. */
  readonly command?: (program: string, args: readonly string[]) => readonly [program: string, args: readonly string[]];
}

export class Daemon {
  readonly folder = mkdtempSync(join(tmpdir(), 'rowdesk-pipewire-'));
  readonly socket = join(this.folder, 'pipewire-0');
  readonly #pipewire: PipeWire;
  readonly #children = new Set<ChildProcess>();
  #server: ChildProcess | undefined;

  readonly #options: DaemonOptions;

  constructor(pipewire: PipeWire, options: DaemonOptions = {}) {
    this.#pipewire = pipewire;
    this.#options = options;
  }

  /** What processes need that shall find it, and shall be its clients by the library of its own version. */
  get forClients(): Readonly<Record<string, string>> {
    return { ...this.#pipewire.environment, PIPEWIRE_RUNTIME_DIR: this.folder, ...this.#options.environment };
  }

  get #environment(): NodeJS.ProcessEnv {
    const { DBUS_SESSION_BUS_ADDRESS: _, PIPEWIRE_REMOTE: __, ...rest } = process.env;
    return { ...rest, ...this.forClients, XDG_RUNTIME_DIR: this.folder };
  }

  start(): void {
    const file = join(this.folder, 'server.conf');
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, this.#options.configuration ?? configuration);
    const { command = (program, args) => [program, args] } = this.#options;
    this.#server = this.#spawn(...command('pipewire', ['-c', file]));
  }

  /** Starts it; resolves once its socket is there. */
  async listen(): Promise<void> {
    this.start();
    await until('a socket', () => existsSync(this.socket));
  }

  /** Resolves once it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await ended(server, signal);
  }

  /** What a program of PipeWire's says; throws when it fails. */
  run(program: string, ...args: readonly string[]): string {
    return execFileSync(program, args, {
      env: this.#environment,
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 10_000,
      maxBuffer: 64 << 20,
    });
  }

  /** All objects, as pw-dump shows them. */
  objects(): readonly DumpedObject[] {
    return JSON.parse(this.run('pw-dump'));
  }

  /** The first node of this name; undefined without one. */
  nodeNamed(name: string): DumpedObject | undefined {
    return this.objects().find(({ type, info }) => type.endsWith(':Node') && info?.props?.['node.name'] === name);
  }

  /** A port, by the names of its node and itself; undefined without one. */
  portNamed(node: string, port: string): DumpedObject | undefined {
    const objects = this.objects();
    const id = objects.find(({ type, info }) => type.endsWith(':Node') && info?.props?.['node.name'] === node)?.id;
    return objects.find(
      ({ type, info }) =>
        type.endsWith(':Port') && info?.props?.['node.id'] === id && info?.props?.['port.name'] === port,
    );
  }

  /** A client that goes on until the daemon is removed: what it made is its own for so long. */
  talk(program: string, input: string): ChildProcess {
    const client = this.#spawn(program, []);
    client.stdin?.write(input);
    return client;
  }

  /** A programme that runs until it ends by itself, or the daemon is removed. */
  open(program: string, ...args: readonly string[]): ChildProcess {
    return this.#spawn(program, args);
  }

  /** A session manager, until the daemon is removed. */
  manage(program: string, args: readonly string[], environment: Readonly<Record<string, string>>): void {
    this.#spawn(program, args, environment);
  }

  /** The lines of a program of JACK, over PipeWire's own libjack, until the daemon is removed. */
  lines(program: string, line: (text: string) => void, args: readonly string[] = []): ChildProcess {
    const folders = [this.#pipewire.jackFolder, this.forClients.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
    // Its output would wait for a full buffer.
    const child = this.#spawn('stdbuf', ['-oL', program, ...args], { LD_LIBRARY_PATH: folders }, 'pipe');
    if (child.stdout) createInterface({ input: child.stdout }).on('line', line);
    return child;
  }

  async remove(): Promise<void> {
    this.#server = undefined;
    await Promise.all([...this.#children].map((child) => ended(child, 'SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(
    program: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    output: 'ignore' | 'pipe' = 'ignore',
  ): ChildProcess {
    const env = { ...this.#environment, ...environment };
    // pw-profiler leaves files where it runs.
    const child = spawn(program, args, { cwd: this.folder, env, stdio: ['pipe', output, 'ignore'] });
    child.stdin?.on('error', () => {});
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** As long as other tests wait (test/harness/patience-ms.ts). */
const patienceMs = 60_000;

/** Rejects with what `describe` says when it does not come to hold. */
export async function until(what: string, holds: () => boolean, describe: () => unknown = () => ''): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 10) {
    if (waitedMs > patienceMs) throw new Error(`${what}: ${JSON.stringify(describe())}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
