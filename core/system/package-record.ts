// Which packages of others ended the control process, or failed too often, for the next start: lines of JSON in the runtime
// folder, which the thread of sentinel.ts writes, too. What is recorded counts until the package is another, or the desk has
// ended in order.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootId } from './boot.ts';
import { runtimeFolder } from './runtime-folder.ts';

/** Ends of the process by one package within the time, before it is set aside. */
export const mostEnds = 3;
export const withinMs = 5 * 60_000;

/** One line: the package did this. */
export interface PackageEvent {
  readonly name: string;
  /** Milliseconds since the start of the computer (sinceBootMs), and which start: the clock of the system may be set. */
  readonly at: number;
  readonly boot: string;
  /** `held the desk for 5 s`. */
  readonly did: string;
  /** `in /path/index.js:3`, '' where that is not known. */
  readonly where: string;
  /** It is set aside by this one alone. */
  readonly isFinal: boolean;
  /** The URL of a file of the package, and when it was changed last, in epoch milliseconds: once that differs it is tried again. */
  readonly file: string;
  readonly changedMs: number;
}

export class PackageRecord {
  readonly #stateFolder: string;
  readonly #events = new Map<string, readonly PackageEvent[]>();

  constructor(stateFolder: string) {
    this.#stateFolder = stateFolder;
  }

  get file(): string {
    return join(runtimeFolder(this.#stateFolder), 'packages.jsonl');
  }

  /** Reads what earlier processes left; keeps no more of it than counts. */
  open(): void {
    this.#events.clear();
    const lines = readLines(this.file);
    for (const event of lines) this.#keep(event);
    const kept = [...this.#events.values()].flat();
    if (kept.length === lines.length) return;
    writeFileSync(`${this.file}.new`, kept.map(lineOf).join(''), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }

  /** Throws Error where it can't be written; it counts for this process all the same. */
  add(event: Omit<PackageEvent, 'changedMs' | 'boot'>): void {
    const whole = { ...event, boot: bootId(), changedMs: changedMs(event.file) };
    this.#keep(whole);
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    appendFileSync(this.file, lineOf(whole), { mode: 0o600 });
  }

  /** Why the package is set aside, in words; undefined where it is not. */
  setAside(name: string): string | undefined {
    const events = (this.#events.get(name) ?? []).filter((event) => event.changedMs === changedMs(event.file));
    const final = events.findLast(({ isFinal }) => isFinal);
    if (final !== undefined) return `it ${final.did}${after(', ', final.where)}`;
    const ofThisBoot = events.filter(({ boot }) => boot === bootId());
    const [first] = ofThisBoot;
    const last = ofThisBoot.at(-1);
    if (ofThisBoot.length < mostEnds || !first || !last || last.at - first.at >= withinMs) return undefined;
    return `it ${last.did} ${mostEnds} times${after(', last ', last.where)}`;
  }

  /** The desk ends in order: each package is tried again. */
  forget(): void {
    this.#events.clear();
    rmSync(this.file, { force: true });
  }

  #keep(event: PackageEvent): void {
    this.#events.set(event.name, [...(this.#events.get(event.name) ?? []), event].slice(-mostEnds));
  }
}

function readLines(file: string): readonly PackageEvent[] {
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(eventOf);
  } catch {
    // there is none
    return [];
  }
}

/** None for a line that was cut off. */
function eventOf(line: string): readonly PackageEvent[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as PackageEvent];
  } catch {
    return [];
  }
}

const lineOf = (event: PackageEvent) => `${JSON.stringify(event)}\n`;
const after = (before: string, words: string) => (words === '' ? '' : before + words);

function changedMs(url: string): number {
  return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
