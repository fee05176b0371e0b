// Starts driver processes, detached: they outlive the control process.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../base/package-root.ts';
import type { Time } from '../../services.ts';
import { processFlags } from '../../system/process-flags.ts';
import type { ProcessFiles } from '../../system/runtime-folder.ts';

/** A larger log becomes `.log.1` at the next start. */
const largestLogBytes = 10 * 1024 * 1024;

export interface Launched {
  readonly processId: number;
  /** The log file of the process, '' for none. */
  readonly log: string;
  /** Does nothing after the end of the process. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** In words: `exit code 1`, `SIGSEGV`. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export interface LaunchOptions {
  readonly stateFolder: string;
  readonly name: string;
  readonly files: ProcessFiles;
  /** How long the process waits for a control process, in seconds; null for ever. */
  readonly lingerS: number | null;
}

export type Launch = (options: LaunchOptions) => Launched;

/** Throws Error when the process can't be started. */
export const launch: Launch = ({ stateFolder, name, files, lingerS }) => {
  const log = openLog([files.log, files.spareLog]);
  const linger = lingerS === null ? [] : ['--linger-s', String(lingerS)];
  const entry = join(packageRoot, 'dist/core/audio/process/main.js');
  const words = [entry, '--state', stateFolder, '--name', name, ...linger];
  const child = spawn(process.execPath, [...processFlags, ...words], {
    detached: true,
    stdio: ['ignore', log.to, log.to],
    cwd: '/',
  });
  if (log.to !== 'ignore') closeSync(log.to);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 1, signal: null }));
  });
  child.unref();
  return { processId: child.pid ?? 0, log: log.file, kill: (signal) => void child.kill(signal), ended };
};

/** By SIGTERM. Resolves at its end, or after so long. */
export async function terminate({ kill, ended }: Launched, time: Pick<Time, 'after'>, mostMs: number): Promise<void> {
  kill('SIGTERM');
  await new Promise<void>((resolve) => {
    const stopWaiting = time.after(mostMs, resolve);
    void ended.then(stopWaiting).then(resolve);
  });
}

/** The first writable file: sound without a log is better than none. */
function openLog(files: readonly string[]): { readonly file: string; readonly to: number | 'ignore' } {
  for (const file of files) {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(file, `${file}.1`);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      return { file, to: openSync(file, 'a', 0o600) };
    } catch {
      // the next
    }
  }
  return { file: '', to: 'ignore' };
}
