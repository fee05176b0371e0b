// The program of racks as a child process: lines to its stdin, lines from its stdout. It moves both away from its plugins.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import type { GiveSlots } from './slot-folder.ts';

/** A running rack. Nothing of it throws: after its end a line goes nowhere. */
export interface RackProcess {
  readonly processId: number;
  /** A line with its end. */
  send(line: string): void;
  /** It may write the slot of this place from now on, or no longer. */
  give(place: string): void;
  take(place: string): void;
  /** SIGKILL. */
  kill(): void;
  /** After its end, of which this process may not live to hear. */
  forget(): void;
}

export interface RackProcessEvents {
  /** A line of stdout, without its end. */
  line(text: string): void;
  /** A line of stderr, where what plugins print goes, too. */
  said(text: string): void;
  /** The mixer has found a slot that the rack may write with what no rack writes there. */
  damaged(place: string): void;
  /** In words: `exit code 1`, `SIGSEGV`. */
  ended(how: string): void;
}

/** `number`: 1 to 8. */
export type StartRack = (number: number, events: RackProcessEvents) => RackProcess;

/** A longer line of a rack is no line. */
const longestLine = 1024 * 1024;
/** Further commands of a rack that does not read them are dropped; it is given up soon after. */
const mostWaitingBytes = 4 * 1024 * 1024;

export interface RackProgram {
  readonly file: string;
  /** Arguments before `--number`: of a program that an interpreter runs. */
  readonly before?: readonly string[];
  /** The folder of the slots. */
  readonly inserts: string;
  /** Those that a rack may write. */
  readonly slots: GiveSlots;
  /** The folder that a rack may write. */
  readonly state: string;
  /** For so long a plugin may take to be made, or to load a state or a preset: 1 to 8; without it 8. */
  readonly longestCallS?: number;
}

export function rackProgram({ file, before = [], inserts, slots, state, longestCallS }: RackProgram): StartRack {
  return (number, events) => {
    const own = slots(number, (place) => events.damaged(place));
    const words = [
      ...before,
      '--number',
      String(number),
      '--inserts',
      inserts,
      '--slots',
      own.folder,
      '--state',
      state,
      ...(longestCallS === undefined ? [] : ['--longest-call-s', String(longestCallS)]),
    ];
    makeFolder(state, events);
    const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' });
    let hasEnded = false;
    const end = (how: string) => {
      if (hasEnded) return;
      hasEnded = true;
      own.end();
      events.ended(how);
    };
    child.once('error', (error) => end(error.message));
    // After the last line of its output.
    child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
    child.stdin.on('error', () => {});
    linesOf(child.stdout, (line) => events.line(line));
    linesOf(child.stderr, (line) => events.said(line));
    return {
      processId: child.pid ?? 0,
      send: (line) => {
        if (!hasEnded && child.stdin.writable && child.stdin.writableLength < mostWaitingBytes) child.stdin.write(line);
      },
      give: (place) => own.give(place),
      take: (place) => own.take(place),
      forget: () => own.end(),
      kill: () => void child.kill('SIGKILL'),
    };
  };
}

/** Without its folder a rack runs plugins that forget their states. */
function makeFolder(folder: string, events: RackProcessEvents): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    events.said((error as Error).message);
  }
}

/** Waits, and runs nothing meanwhile, until these processes have ended, at most so long. */
export function waitForEnd(processIds: readonly number[], mostMs: number): void {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const untilMs = performance.now() + mostMs;
  while (processIds.some(runs) && performance.now() < untilMs) Atomics.wait(flag, 0, 0, 5);
}

/** False for a process that has ended and was not waited for yet. */
function runs(processId: number): boolean {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    return false;
  }
}

function linesOf(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-longestLine);
    for (const line of lines) take(line);
  });
  stream.on('end', () => {
    if (rest !== '') take(rest);
  });
}
