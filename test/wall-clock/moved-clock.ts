// The clock on the wall of a desk under test, which a test sets: for all processes of the desk (moved_clock.c).
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const msOf = { hour: 3_600_000, day: 86_400_000, year: 365 * 86_400_000 };

/** '' where a moved clock can be made; else what lacks. */
export const movedClockLacks = (): string => (spawnSync('cc', ['--version']).status === 0 ? '' : 'gcc');

export class MovedClock {
  readonly #file: string;
  readonly #library: string;

  /** Its files are in this folder. */
  constructor(folder: string) {
    this.#file = join(folder, 'moved-clock');
    this.#library = `${this.#file}.so`;
    const source = fileURLToPath(new URL('moved_clock.c', import.meta.url));
    const words = ['-std=gnu11', '-O2', '-fPIC', '-shared', '-Wall', '-Wextra', source, '-o', this.#library, '-ldl'];
    execFileSync('cc', words, { stdio: ['ignore', 'ignore', 'pipe'] });
    writeFileSync(this.#file, Buffer.alloc(8));
  }

  /** For the processes of the desk. */
  get env(): Readonly<Record<string, string>> {
    return { LD_PRELOAD: this.#library, MOVED_CLOCK: this.#file };
  }

  /** Sets it this far ahead of the machine's, at once. */
  setAhead(ms: number): void {
    const ns = Buffer.alloc(8);
    ns.writeBigInt64LE(BigInt(Math.round(ms)) * 1_000_000n);
    writeFileSync(this.#file, ns, { flag: 'r+' });
  }

  /** What has waited by the wall, each with its process. */
  get waits(): readonly string[] {
    const file = `${this.#file}.waits`;
    return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))] : [];
  }

  /** Whether the process lives by this clock. */
  moves(processId: number): boolean {
    return readFileSync(`/proc/${processId}/maps`, 'utf8').includes(this.#library);
  }
}
