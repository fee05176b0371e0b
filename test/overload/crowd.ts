// Programs that never rest: what a machine with too much to do is like. On the one processor that a desk has as well, so that the others
// have time for the test, or on all, each as a program that another login started: the kernel shares time among sessions first
// (sched_autogroup_enabled).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Place } from '../harness/service.ts';

/** The first processor that this process may use. */
function firstProcessor(): string {
  const { stdout } = spawnSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
  const [, first] = /: (\d+)/.exec(stdout) ?? [];
  if (first === undefined) throw new Error(`taskset names no processor: ${stdout}`);
  return first;
}

/** Where the programs are: on the first processor that the test may use, or on all of them. */
export type Processors = 'first' | 'all';

export class Crowd {
  readonly #processor: string | undefined;
  readonly #programs: ChildProcess[] = [];

  constructor(processors: Processors = 'first') {
    this.#processor = processors === 'first' ? firstProcessor() : undefined;
  }

  /** For a desk on the processors of these programs. */
  get place(): Place {
    return { command: (program, args) => this.#pinned(program, args), door: async () => 0 };
  }

  /** So many programs, which end with the test at the latest. */
  begin(count: number): void {
    for (let n = 0; n < count; n++) {
      const [program, args] = this.#pinned('sh', ['-c', 'while kill -0 $PPID; do :; done']);
      this.#programs.push(spawn(program, args, { stdio: 'ignore', detached: this.#processor === undefined }));
    }
  }

  async end(): Promise<void> {
    const ended = this.#programs.splice(0).map(async (program) => {
      const exit = once(program, 'exit');
      program.kill('SIGKILL');
      await exit;
    });
    await Promise.all(ended);
  }

  #pinned(program: string, args: readonly string[]): readonly [program: string, args: readonly string[]] {
    if (this.#processor === undefined) return [program, args];
    return ['taskset', ['-c', this.#processor, program, ...args]];
  }
}
