// Builds the driver packages that a start left, in a child process of the desk at idle priority: scripts/build-later.mjs, which
// says the progress as JSON lines. The child ends with the desk, and by itself when the desk dies: its stdin closes then.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Faults } from '../../base/fault-log.ts';
import { Listeners } from '../../base/listeners.ts';
import { packageRoot } from '../../base/package-root.ts';
import type { Build, Builds } from './builds.ts';

export interface PackageBuildsParts {
  /** In the order in which they are built. */
  readonly names: readonly string[];
  readonly faults: Faults;
  /** Another in tests. */
  readonly program?: string;
}

/** A line of the child. */
interface Line {
  readonly name: string;
  readonly state: 'waiting' | 'building' | 'built' | 'failed';
  readonly reason: string;
}

const states: readonly unknown[] = ['waiting', 'building', 'built', 'failed'];
const killAfterMs = 6000;
const mostWords = 2000;
const byHand = 'To build it: npm run build';

export class PackageBuilds implements Builds {
  readonly #parts: PackageBuildsParts;
  readonly #listeners: Listeners;
  readonly #lines = new Map<string, Line>();
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  /** Why nothing more is built, '' while something may be. */
  #end = '';

  constructor(parts: PackageBuildsParts) {
    this.#parts = parts;
    this.#listeners = new Listeners(parts.faults, 'a listener of the builds');
  }

  of(name: string): Build | undefined {
    const { names } = this.#parts;
    if (!names.includes(name)) return undefined;
    const { state, reason = '' } = this.#lines.get(name) ?? {};
    if (state === 'built') return undefined;
    if (state === 'failed') return { state, reason: `it is not built: ${reason}` };
    if (this.#end !== '') return { state: 'failed', reason: `it is not built: ${this.#end}. ${byHand}` };
    if (state === 'waiting') return { state: 'building', reason: `it waits to be built: ${reason}` };
    const place = `${names.indexOf(name) + 1} of ${names.length}`;
    const words = state === 'building' ? `it is being built (${place})` : `it waits to be built (${place})`;
    return { state: 'building', reason: `${words}; the desk then takes it without a restart` };
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Once rows answer. */
  start(): void {
    const { names, program = join(packageRoot, 'scripts/build-later.mjs') } = this.#parts;
    if (names.length === 0 || this.#child !== undefined) return;
    // By `nice` and not later by the child: every thread of it has the priority. It leads a group, which ends as one.
    const child = spawn('nice', ['-n', '19', process.execPath, program, ...names], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      cwd: '/',
    });
    this.#child = child;
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-mostWords);
    });
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = lineIn(text);
      if (line === undefined) return;
      this.#lines.set(line.name, line);
      this.#listeners.notify();
    });
    this.#ended = new Promise((resolve) => {
      const end = (how: string) => {
        const said = words.trim().split('\n').at(-1) ?? '';
        this.#end = `the build ended ${how}${said === '' ? '' : ` (${said})`}`;
        this.#listeners.notify();
        resolve();
      };
      child.once('error', (error) => end(`before it began: ${error.message}`));
      child.once('close', (code, signal) => end(signal === null ? `with exit code ${code}` : `by ${signal}`));
    });
  }

  /** Ends the child with its compilers; what is built by then stays. */
  async end(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || this.#end !== '') return;
    const groupId = -child.pid;
    signal(groupId, 'SIGTERM');
    const killing = setTimeout(() => signal(groupId, 'SIGKILL'), killAfterMs);
    await this.#ended;
    clearTimeout(killing);
  }
}

function signal(groupId: number, name: NodeJS.Signals): void {
  try {
    process.kill(groupId, name);
  } catch {
    // The group has ended.
  }
}

/** Undefined for a line that is none of the build. */
function lineIn(text: string): Line | undefined {
  try {
    const { name, state, reason } = JSON.parse(text) as Partial<Line>;
    if (typeof name !== 'string' || !states.includes(state)) return undefined;
    return { name, state: state as Line['state'], reason: String(reason).slice(0, mostWords) };
  } catch {
    return undefined;
  }
}
