// Runs the built service as a user would: its own process, its own state folder, a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fewStrips } from '../../core/testing/few-strips.ts';
import { Freewheel } from './freewheel.ts';

/** The folder that holds package.json, from source and from dist alike. */
export const root = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
})();
export const cli = join(root, 'dist/cli/main.js');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
  readonly body: any;
}

export interface Service {
  readonly url: string;
  readonly state: string;
  readonly child: ChildProcess;
  get(path: string): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Polls until the row satisfies; the row is the truth, so no time is asserted. */
  until(path: string, satisfied: (row: Answer['body']) => boolean): Promise<Answer['body']>;
  /** The virtual stagebox runs so many frames without waiting for their time, where the options allow it. */
  runAhead(frames: number): void;
  /** SIGKILL to the control process; the audio process goes on. */
  kill(): Promise<void>;
  /** The tidy way: control and audio process end. */
  stop(): Promise<number | null>;
}

export interface ServiceOptions {
  readonly state?: string;
  /** Laid over the quiet default: all in-tree providers but the demo. */
  readonly config?: Record<string, unknown>;
  /** Default: a few strips of each kind, unless the configuration of `console` says how many. `all`: those of a desk as shipped. */
  readonly strips?: 'all';
  readonly env?: Record<string, string>;
  /** Where its configuration is written: into the state folder unless that can't be. */
  readonly configFolder?: string;
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  /** More words for `rowdesk start`. */
  readonly words?: readonly string[];
  /** Where rowdesk is: the checkout, or a folder it was installed into. */
  readonly cli?: string;
  /**
   * What is waited for with `recorded` is run ahead by the virtual stagebox, and takes no time. Timers stay as they are: not for
   * tests that wait for sound to let something else happen.
   */
  readonly freewheels?: boolean;
  /** A network namespace to run in; else that of the tests. */
  readonly place?: Place;
}

/** test/netaudio/place.ts */
export interface Place {
  command(program: string, args: readonly string[]): readonly [program: string, args: readonly string[]];
  /** Resolves to a port of 127.0.0.1 that is free outside, and leads to the same port inside. */
  door(): Promise<number>;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
}

/**
 * The default configuration without the demo, and an audio process that follows a lost control process in 5 s. What a test
 * waits for is in the rows as of the last heartbeat; three of them without an answer must still be more than a slow machine.
 */
export const quietConfig = {
  providers: [
    ...[
      'console',
      'mix',
      'docs',
      'clock',
      'channel',
      'channelConfigs',
      'clipboard',
      'meters',
      'telemetry',
      'streams',
      'stagebox',
    ],
    ...['patch', 'source', 'patchbay', 'cue', 'talkback', 'safety', 'history', 'scenes', 'sessions'],
    ...['hardware', 'warnings', 'log', 'update'],
  ],
  drivers: ['mixer', 'virtual'],
  devices: [{ id: 'virtual-32x16', transport: 'virtual', model: 'virtual-32x16' }],
  lingerS: 5,
  heartbeatMs: 500,
};

/** For tests that compute little, and wait for one row after the other: what they wait for comes sooner. */
export const prompt = { heartbeatMs: 200 };

/** For a test whose sound outlives its control process: on a full machine the next one may come later than in 5 s. */
export const outliving = { lingerS: 60 };

/** A command that a test waits for holds its loop meanwhile: a connection that the desk ends then would be lost with its request. */
const patient = { keepAliveMs: 60_000 };

function configOf({ config, strips }: ServiceOptions): object {
  const limits = { ...patient, ...(config?.limits as object | undefined) };
  const whole = { ...quietConfig, ...config, limits } as { readonly providers: readonly unknown[] };
  if (strips === 'all') return whole;
  const small = { name: 'console', config: { layout: fewStrips } };
  return { ...whole, providers: whole.providers.map((provider) => (provider === 'console' ? small : provider)) };
}

/** The running services of this test file; the file's afterAll ends what a failing test left. */
const running = new Set<Service>();

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const state = options.state ?? temporaryFolder();
  mkdirSync(state, { recursive: true });
  const config = join(options.configFolder ?? state, 'test.config.json');
  writeFileSync(config, JSON.stringify(configOf(options)));
  const port = options.place ? await options.place.door() : (options.port ?? 0);
  const args = [options.cli ?? cli, 'start', '--port', String(port), '--state', state, '--config', config, '--json'];
  args.push(...(options.words ?? []));
  const [program, rest] = options.place?.command(process.execPath, args) ?? [process.execPath, args];
  const freewheel = options.freewheels ? new Freewheel(state) : undefined;
  // A test that needs plugins names its own: others scan none.
  const env = { ...process.env, LV2_PATH: join(state, 'no-plugins'), ...freewheel?.env, ...options.env };
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const talk: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => talk.push(chunk.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`rowdesk start ended with ${code}: ${talk.join('')}`)));
  });
  const url = (JSON.parse(line) as { url: string }).url;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));

  const ask = async (path: string, init?: RequestInit): Promise<Answer> => {
    // A desk may end an idle connection as it is used again, and through a door its end comes late: a question is asked again.
    const isAgain = init === undefined;
    const response = await fetch(url + path, init).catch((error) => {
      if (isAgain) return fetch(url + path);
      throw error;
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const service: Service = {
    url,
    state,
    child,
    get: (path) => ask(path),
    patch: (path, body, headers = {}) =>
      ask(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async until(path, satisfied) {
      for (;;) {
        const { status, body } = await ask(path);
        if (status === 200 && satisfied(body)) return body;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    runAhead: (frames) => freewheel?.runAhead(frames),
    async kill() {
      child.kill('SIGKILL');
      await ended;
      running.delete(service);
    },
    async stop() {
      child.kill('SIGTERM');
      running.delete(service);
      return ended;
    },
  };
  running.add(service);
  return service;
}

/** For afterEach: ends what runs and removes nothing that a failing test might need to be looked at. */
export async function stopServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.stop()));
}

export function removeFolder(folder: string): void {
  // A process that is ending may write its last file meanwhile.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Runs the CLI to its end. */
export function run(
  args: readonly string[],
  options: { env?: Record<string, string>; cli?: string; cwd?: string } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [options.cli ?? cli, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
      cwd: options.cwd,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
