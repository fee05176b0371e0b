// A job in a child process: a JSON object on its stdin, progress and a report as JSON lines on its stdout, a failure in words
// on its stderr.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packageRoot } from '../../base/package-root.ts';
import { grantedTime } from '../../system/granted-time.ts';

/** `render`: core/audio/process/render.ts; `job`: core/audio/process/job.ts. */
export type JobProgram = 'render' | 'job';

export interface JobProcessOptions {
  readonly signal: AbortSignal;
  /** A line of type `progress`. */
  readonly progress: (line: Readonly<Record<string, unknown>>) => void;
  /** The lowest priority, also for the disk, and the first to go when memory is short. */
  readonly isLow: boolean;
  /** A low one begins at the priority of this process, and lowers itself. */
  readonly isUrgent?: boolean;
}

/** Of granted time: a job has the lowest priority, and clears up behind itself. */
const killAfterMs = 2000;
const timers = {
  monotonicMs: () => performance.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const mostWords = 2000;
const brokenPipe = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/**
 * `input`: an object, or the text of one in pieces. Resolves to the line of type `report`. Rejects with Error in the words of
 * the job, with the reason of the signal, or with what making the input rejects with.
 */
export async function runJobProcess(
  name: JobProgram,
  input: object | AsyncIterable<string>,
  { signal, progress, isLow, isUrgent = false }: JobProcessOptions,
): Promise<Readonly<Record<string, unknown>>> {
  signal.throwIfAborted();
  const program = join(packageRoot, `dist/core/audio/process/${name}.js`);
  // By `nice` and not later by this process: every thread of the job has the priority. That of the disk follows from it.
  const [command, ...before] = isLow && !isUrgent ? ['nice', '-n', '19', process.execPath] : [process.execPath];
  const child = spawn(command as string, [...before, program], { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' });
  if (isLow) goesFirst(child.pid);
  let talk = '';
  let report: Readonly<Record<string, unknown>> | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    talk = (talk + text).slice(0, mostWords);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = messageIn(line);
    if (message?.type === 'progress') progress(message);
    else if (message?.type === 'report') report = message;
  });
  let inputError: unknown;
  const pieces = Symbol.asyncIterator in input ? input : [JSON.stringify(input)];
  pipeline(Readable.from(pieces), child.stdin).catch((error: unknown) => {
    // A child that ended before it read its job says why on stderr.
    if (brokenPipe.includes((error as NodeJS.ErrnoException).code ?? '')) return;
    inputError = error;
    child.kill('SIGKILL');
  });
  let stopKilling = () => {};
  const stop = () => {
    child.kill('SIGTERM');
    const granted = grantedTime(timers).with(() => child.pid ?? 0);
    stopKilling = granted.after(killAfterMs, () => child.kill('SIGKILL'));
  };
  signal.addEventListener('abort', stop);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (inputError !== undefined) throw inputError;
    if (code === 0 && report !== undefined) return report;
    throw new Error(talk.trim() || `The process of the job ended with ${code ?? child.signalCode}.`);
  } finally {
    stopKilling();
    signal.removeEventListener('abort', stop);
  }
}

/** Undefined for a line that is none of the job: a package may print. */
function messageIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function goesFirst(processId: number | undefined): void {
  try {
    writeFileSync(`/proc/${processId}/oom_score_adj`, '1000');
  } catch {
    // Without /proc, or ended already: the sound is protected by its own limits.
  }
}
