// For tests: a PipeWire server of one's own with two null sinks; no D-Bus, no session manager, nothing outside its folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = ['pipewire', 'pw-link', 'pw-cli', 'pw-metadata'];

/** Why these tests can't run here, '' when they can. Throws where they have to: on CI. */
export function whyNot(...needs: readonly [there: boolean, what: string][]): string {
  const isThere = (program: string) =>
    (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
  const missing = [
    ...programs.filter((program) => !isThere(program)),
    ...needs.filter(([there]) => !there).map(([, what]) => what),
  ];
  if (missing.length === 0) return '';
  const words = `PipeWire is not tested, for want of ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Error(words);
  process.stdout.write(`${words}\n`);
  return words;
}

const sink = (name: string, label: string, priority: number) => `{ factory = adapter args = {
    factory.name = support.null-audio-sink  node.name = "${name}"  node.description = "${label}"
    media.class = Audio/Sink  object.linger = true  audio.position = [ FL FR ]  priority.driver = ${priority}
    adapter.auto-port-config = { mode = dsp monitor = true position = preserve }
  } }`;

/** Adapters have no ports without a session manager, unless they are told to configure themselves. */
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
  ${sink('hall', 'Hall & foyer', 200)}
  ${sink('monitor room', 'Monitor room', 100)}
]
`;

export class Daemon {
  readonly folder = mkdtempSync(join(tmpdir(), 'rowdesk-pipewire-'));
  readonly socket = join(this.folder, 'pipewire-0');
  readonly #children = new Set<ChildProcess>();
  #server: ChildProcess | undefined;

  /** What its clients need to find it. */
  get environment(): NodeJS.ProcessEnv {
    const { DBUS_SESSION_BUS_ADDRESS: _, PIPEWIRE_REMOTE: __, ...rest } = process.env;
    return { ...rest, XDG_RUNTIME_DIR: this.folder, PIPEWIRE_RUNTIME_DIR: this.folder };
  }

  start(): void {
    const file = join(this.folder, 'server.conf');
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, configuration);
    this.#server = this.#spawn('pipewire', ['-c', file]);
  }

  /** Resolves once it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await ended(server, signal);
  }

  /** What a program of PipeWire's says; throws when it fails. */
  run(program: string, ...args: readonly string[]): string {
    return execFileSync(program, args, { env: this.environment, encoding: 'utf8', stdio: 'pipe', timeout: 10_000 });
  }

  /** A client that goes on until the daemon is removed: what it made is its own for so long. */
  talk(program: string, input: string): void {
    this.#spawn(program, []).stdin?.write(input);
  }

  async remove(): Promise<void> {
    this.#server = undefined;
    await Promise.all([...this.#children].map((child) => ended(child, 'SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, { env: this.environment, stdio: ['pipe', 'ignore', 'ignore'] });
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

/** Rejects with what `describe` says when it does not come to hold. */
export async function until(what: string, holds: () => boolean, describe: () => unknown = () => ''): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 10) {
    if (waitedMs > 20_000) throw new Error(`${what}: ${JSON.stringify(describe())}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
