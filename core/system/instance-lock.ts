// One control process per state folder. Each start leaves a claim: an empty file whose name says whose it is, so that a
// full disk prevents no start; in the runtime folder if the state folder can't be written. The claim of a dead process
// (kill -9) does not count. Until a start has looked for other claims, a second file beside its own says so: of simultaneous
// starts the one whose claim is first by name waits for what the others decide, and the others give up. So exactly one goes
// on. A claim without that second file holds the folder.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bootId } from './boot.ts';

const pattern = /^control-(?<pid>\d+)-(?<started>\d*)-(?<boot>[0-9a-f]{32})-[0-9a-f]+\.claim$/;
const undecided = '.undecided';
/** How long another start may take to decide: a process that was stopped there decides nothing. */
const decisionMs = 5_000;
const lookMs = 10;

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
  readonly #folders: readonly string[];
  readonly #file: string;

  /** Claims the first writable one of these folders for all of them. It holds none before `decide` says so. */
  constructor(...folders: readonly string[]) {
    const random = randomBytes(4).toString('hex');
    const name = `control-${process.pid}-${startOf(process.pid) ?? ''}-${bootId()}-${random}.claim`;
    this.#folders = folders;
    this.#file = writtenIn(folders, name);
  }

  /** Claims the first writable one of these folders for all of them, or returns the holder of any. */
  static take(...folders: readonly string[]): InstanceLock | LockHolder {
    const claim = new InstanceLock(...folders);
    for (let waitedMs = 0; ; waitedMs += lookMs) {
      const decision = claim.decide(waitedMs >= decisionMs);
      if (decision !== undefined) return decision;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
    }
  }

  /**
   * This claim if it holds the folders from now on, the holder if another one does: this one is released then. Undefined
   * while another start must decide first; `isLast`: that one counts as the holder.
   */
  decide(isLast = false): InstanceLock | LockHolder | undefined {
    const others = this.#others();
    const name = basename(this.#file);
    const holder = others.find((other) => isLast || other.holds || basename(other.file) < name)?.holder;
    if (holder !== undefined) {
      this.release();
      return holder;
    }
    if (others.length > 0) return undefined;
    tolerate(() => rmSync(this.#file + undecided, { force: true }));
    return this;
  }

  /** Removes the claims of dead processes. */
  #others(): readonly Claim[] {
    return this.#folders.flatMap(claimsIn).filter((claim) => {
      if (claim.file === this.#file) return false;
      if (lives(claim.holder)) return true;
      remove(claim.file);
      return false;
    });
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
    remove(this.#file);
  }
}

/** The holder of any of the folders, undefined without one. */
export function lockHolderOf(...folders: readonly string[]): LockHolder | undefined {
  return folders
    .flatMap(claimsIn)
    .map(({ holder }) => holder)
    .find(lives);
}

/** The claim first: without it the second file says nothing. */
function remove(claim: string): void {
  for (const file of [claim, claim + undecided]) tolerate(() => rmSync(file, { force: true }));
}

/** The path of the new file. Throws what the first folder says when none can be written. */
function writtenIn(folders: readonly string[], name: string): string {
  const faults: unknown[] = [];
  for (const folder of folders) {
    try {
      // Before the claim, which would hold the folder without it.
      writeFileSync(join(folder, name + undecided), '', { mode: 0o600, flag: 'wx' });
      writeFileSync(join(folder, name), '', { mode: 0o600, flag: 'wx' });
      return join(folder, name);
    } catch (error) {
      remove(join(folder, name));
      faults.push(error);
    }
  }
  throw faults[0];
}

interface Claim {
  readonly file: string;
  readonly holder: LockHolder;
  /** False while its start has not decided. */
  readonly holds: boolean;
}

function claimsIn(folder: string): Claim[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const named = pattern.exec(name)?.groups as { pid: string; started: string; boot: string } | undefined;
    if (named === undefined) return [];
    const file = join(folder, name);
    const holder = { ...named, pid: Number(named.pid), address: addressIn(file) };
    const holds = !existsSync(file + undecided);
    // A start that gives up removes both: it never held the folder.
    return existsSync(file) ? [{ file, holder, holds }] : [];
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
