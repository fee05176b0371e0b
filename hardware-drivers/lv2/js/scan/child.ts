// A child process whose lines are read as they come, and which is killed when nothing comes for too long: the time that it waited for a
// processor does not count.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Alarm } from './alarm.ts';

export interface ChildOptions {
  /** Of silence, in time of its own: on a processor, or asleep. */
  readonly mostMs: number;
  /** Since `line` returned true the last time. */
  readonly mostBytes: number;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
  /** True: something is complete, and bytes are counted from 0 again. */
  line(text: string): boolean;
}

export interface ChildEnd {
  /** How it ended, in words: '' for exit code 0. */
  readonly fault: string;
  readonly cause: 'exit' | 'signal' | 'silence' | 'flood';
  /** The first 2000 characters of its standard error. */
  readonly talk: string;
}

const mostTalk = 2000;
const leastLookMs = 100;

/** Resolves when the child has ended. Rejects with the reason of the signal, with what `line` throws, and when the program can not be started. */
export async function runChild(command: string, args: readonly string[], options: ChildOptions): Promise<ChildEnd> {
  const { mostMs, mostBytes, alarm, signal } = options;
  signal.throwIfAborted();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  let killedFor: 'silence' | 'flood' | undefined;
  const kill = (cause?: 'silence' | 'flood') => {
    killedFor ??= cause;
    child.kill('SIGKILL');
    child.stdout.destroy();
  };
  const abort = () => kill();
  signal.addEventListener('abort', abort);
  let stop = () => {};
  const wait = () => {
    const [sinceMs, waitedMs] = [alarm.nowMs(), alarm.waitedMs(child.pid ?? 0)];
    const look = () => {
      const elsewhereMs = Math.max(0, alarm.waitedMs(child.pid ?? 0) - waitedMs);
      const leftMs = mostMs - (alarm.nowMs() - sinceMs - elsewhereMs);
      if (leftMs <= 0) kill('silence');
      else stop = alarm.after(Math.max(leftMs, leastLookMs), look);
    };
    stop();
    stop = alarm.after(mostMs, look);
  };
  wait();
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    wait();
    bytes += chunk.length;
    if (bytes > mostBytes) kill('flood');
  });
  let talk = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    talk = (talk + text).slice(0, mostTalk);
  });
  const thrown: unknown[] = [];
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (killedFor !== undefined || thrown.length > 0) return;
    try {
      if (options.line(text)) bytes = 0;
    } catch (error) {
      thrown.push(error);
      kill();
    }
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (thrown.length > 0) throw thrown[0];
    if (killedFor === 'silence') return { fault: `said nothing for ${mostMs / 1000} s`, cause: killedFor, talk };
    if (killedFor === 'flood') return { fault: 'wrote without end', cause: killedFor, talk };
    const killedBy = code === null ? child.signalCode : signalOf(code);
    if (killedBy !== undefined) return { fault: `ended by ${killedBy}`, cause: 'signal', talk };
    return { fault: code === 0 ? '' : `ended with code ${code}`, cause: 'exit', talk };
  } finally {
    stop();
    signal.removeEventListener('abort', abort);
  }
}

/** Programs that report a signal end as shells do, with 128 and its number. */
function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
}
