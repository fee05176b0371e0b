// Starts processes of surfaces. They end with the control process.
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.ts';
import { Compile } from '../base/typebox.ts';
import { processFlags } from '../system/process-flags.ts';
import { FromSurface, type ToSurface } from './messages.ts';

/** The sound, the desk and its page come before a flood of packets. */
const niceness = 5;
/** Words of a process that ends are kept, as many as a row shows. */
const mostWords = 500;

export interface SurfaceChild {
  readonly processId: number;
  send(message: ToSurface): void;
  /** Does nothing after its end. */
  kill(): void;
  /** In words: `exit code 1: TypeError: ...`, `SIGSEGV`. */
  readonly ended: Promise<string>;
}

export type LaunchSurface = (take: (message: FromSurface) => void) => SurfaceChild;

const messageCheck = Compile(FromSurface);

export const launchSurface: LaunchSurface = (take) => {
  const program = join(packageRoot, 'dist/core/surfaces/process/main.js');
  const child = fork(program, [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    cwd: '/',
    execArgv: [...processFlags],
  });
  let talk = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    talk = (talk + text).slice(-mostWords);
  });
  child.on('message', (message) => {
    if (messageCheck.Check(message)) take(message as FromSurface);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => {
      const words = talk
        .trim()
        .split('\n')
        .filter((line) => /\S/.test(line) && !/^\s+at |^Node\.js/.test(line))
        .at(-1);
      resolve(signal ?? `exit code ${code}${words === undefined ? '' : `: ${words}`}`);
    });
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has ended already.
  }
  return {
    processId: child.pid ?? 0,
    send: (message) => {
      // A process that ends meanwhile gets nothing, and that is no error of this one.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
};
