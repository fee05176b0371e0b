// One control process per state folder. Each start leaves a claim: a file that names its process. Whoever finds the
// claim of another process that lives takes its own away and gives up; so two that start in the same instant may both
// give up, but never both go on. A claim whose process is gone (kill -9) counts for nothing.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pattern = /^control-[0-9a-f]+\.claim$/;

/** Who holds a state folder. */
export interface Holder {
  readonly pid: number;
  /** In clock ticks since boot: a process of the same number that started at another time is another one. */
  readonly started: string;
  readonly boot: string;
  /** Where it answers; '' as long as it doesn't. */
  readonly address: string;
}

export class Claim {
  readonly #file: string;
  readonly #holder: Holder;

  private constructor(file: string, holder: Holder) {
    this.#file = file;
    this.#holder = holder;
  }

  /** Claims the folder, or says who holds it. */
  static take(folder: string): Claim | Holder {
    const name = `control-${randomBytes(8).toString('hex')}.claim`;
    const holder = { pid: process.pid, started: startOf(process.pid) ?? '', boot: bootId(), address: '' };
    const claim = new Claim(join(folder, name), holder);
    claim.#write(holder);
    for (const other of readdirSync(folder).filter((file) => pattern.test(file) && file !== name)) {
      const found = readHolder(join(folder, other));
      if (found !== undefined && lives(found)) {
        claim.release();
        return found;
      }
      rmSync(join(folder, other), { force: true });
    }
    return claim;
  }

  /** Tells others where this process answers. */
  answersAt(address: string): void {
    this.#write({ ...this.#holder, address });
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }

  /** By renaming, so that nobody reads half of it. */
  #write(holder: Holder): void {
    const draft = `${this.#file}.new`;
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
    renameSync(draft, this.#file);
  }
}

/** Who holds the folder now, undefined for nobody. */
export function holderOf(folder: string): Holder | undefined {
  const claims = readdirSync(folder).filter((file) => pattern.test(file));
  return claims.map((file) => readHolder(join(folder, file))).find((holder) => holder !== undefined && lives(holder));
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function lives({ pid, started, boot }: Holder): boolean {
  return boot === bootId() && startOf(pid) === started;
}

/** Field 22 of /proc/<pid>/stat (proc(5)); undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    // The second field is a name in parentheses, which may hold spaces and parentheses itself.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
