// One control process per state folder. Each start leaves a claim: an empty file whose name says whose it is, so that a
// full disk prevents no start; in the runtime folder if the state folder can't be written. A start that finds the claim
// of another living process removes its own and gives up: of two simultaneous starts both may give up, but never both go
// on. The claim of a dead process (kill -9) does not count.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pattern = /^control-(?<pid>\d+)-(?<started>\d*)-(?<boot>[0-9a-f]{32})-[0-9a-f]+\.claim$/;

/** The process that holds a state folder. */
export interface LockHolder {
  readonly pid: number;
  /** Start in clock ticks since boot: tells processes of the same id apart. */
  readonly started: string;
  readonly boot: string;
  /** The address of its server; '' before it listens. */
  readonly address: string;
}

export class InstanceLock {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Claims the first writable one of these folders for all of them, or returns the holder of any. */
  static take(...folders: readonly string[]): InstanceLock | LockHolder {
    const random = randomBytes(4).toString('hex');
    const name = `control-${process.pid}-${startOf(process.pid) ?? ''}-${bootId()}-${random}.claim`;
    const claim = new InstanceLock(writtenIn(folders, name));
    for (const { file, holder } of folders.flatMap(claimsIn).filter(({ file }) => file !== claim.#file)) {
      if (lives(holder)) {
        claim.release();
        return holder;
      }
      tolerate(() => rmSync(file, { force: true }));
    }
    return claim;
  }

  /** Publishes the address of this process, if the disk has room. */
  answersAt(address: string): void {
    // By renaming, so that no process reads half of it.
    const draft = `${this.#file}.new`;
    try {
      writeFileSync(draft, address, { mode: 0o600 });
      renameSync(draft, this.#file);
    } catch {
      tolerate(() => rmSync(draft, { force: true }));
    }
  }

  /** One that can't be removed counts for nothing once this process has ended. */
  release(): void {
    tolerate(() => rmSync(this.#file, { force: true }));
  }
}

/** The holder of any of the folders, undefined without one. */
export function lockHolderOf(...folders: readonly string[]): LockHolder | undefined {
  return folders
    .flatMap(claimsIn)
    .map(({ holder }) => holder)
    .find(lives);
}

/** The path of the new file. Throws what the first folder says when none can be written. */
function writtenIn(folders: readonly string[], name: string): string {
  const faults: unknown[] = [];
  for (const folder of folders) {
    try {
      writeFileSync(join(folder, name), '', { mode: 0o600, flag: 'wx' });
      return join(folder, name);
    } catch (error) {
      faults.push(error);
    }
  }
  throw faults[0];
}

function claimsIn(folder: string): { readonly file: string; readonly holder: LockHolder }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const named = pattern.exec(name)?.groups as { pid: string; started: string; boot: string } | undefined;
    if (named === undefined) return [];
    const file = join(folder, name);
    return { file, holder: { ...named, pid: Number(named.pid), address: addressIn(file) } };
  });
}

function tolerate(run: () => void): void {
  try {
    run();
  } catch {
    // on a disk that can't be written
  }
}

function addressIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function lives({ pid, started, boot }: LockHolder): boolean {
  return boot === bootId() && startOf(pid) === started;
}

/**
 * Field 22 of /proc/<pid>/stat (proc(5)); undefined when there is no such process, or one that has ended and whose
 * parent has not asked for its exit code (a zombie, for ever where process 1 of a container asks for none).
 */
function startOf(pid: number): string | undefined {
  try {
    // The second field is a name in parentheses, which may hold spaces and parentheses itself.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
}
