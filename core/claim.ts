// One control process per state folder. Each start leaves a claim: an empty file whose name says whose it is, so that a
// full disk keeps nobody from starting. Whoever finds the claim of another process that lives takes its own away and
// gives up; so two that start in the same instant may both give up, but never both go on. A claim whose process is gone
// (kill -9) counts for nothing.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pattern = /^control-(?<pid>\d+)-(?<started>\d*)-(?<boot>[0-9a-f]{32})-[0-9a-f]+\.claim$/;

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

  private constructor(file: string) {
    this.#file = file;
  }

  /** Claims the folder, or says who holds it. */
  static take(folder: string): Claim | Holder {
    const random = randomBytes(4).toString('hex');
    const name = `control-${process.pid}-${startOf(process.pid) ?? ''}-${bootId()}-${random}.claim`;
    const claim = new Claim(join(folder, name));
    writeFileSync(claim.#file, '', { mode: 0o600, flag: 'wx' });
    for (const { file, holder } of claimsIn(folder).filter(({ file }) => file !== name)) {
      if (lives(holder)) {
        claim.release();
        return holder;
      }
      rmSync(join(folder, file), { force: true });
    }
    return claim;
  }

  /** Tells others where this process answers, when there is room for it. */
  answersAt(address: string): void {
    // By renaming, so that nobody reads half of it.
    const draft = `${this.#file}.new`;
    try {
      writeFileSync(draft, address, { mode: 0o600 });
      renameSync(draft, this.#file);
    } catch {
      rmSync(draft, { force: true });
    }
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }
}

/** Who holds the folder now, undefined for nobody. */
export function holderOf(folder: string): Holder | undefined {
  return claimsIn(folder)
    .map(({ holder }) => holder)
    .find(lives);
}

function claimsIn(folder: string): { readonly file: string; readonly holder: Holder }[] {
  return readdirSync(folder).flatMap((file) => {
    const named = pattern.exec(file)?.groups as { pid: string; started: string; boot: string } | undefined;
    if (named === undefined) return [];
    return { file, holder: { ...named, pid: Number(named.pid), address: addressIn(join(folder, file)) } };
  });
}

function addressIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
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
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
}
