// Runs a driver process to its end, detached or in the foreground.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../base/package-root.ts';
import { toStderr } from '../../system/log.ts';
import { makeRuntimeFolder, processFiles } from '../../system/runtime-folder.ts';
import { ServiceNotifier } from '../../system/service-notifier.ts';
import { systemTime } from '../../system/time.ts';
import { readLock, takeLock, writeLock } from '../link/process-lock.ts';
import { CallMarkers } from './call-markers.ts';
import { DriverProcess } from './driver-process.ts';
import { loadNative } from './native.ts';
import { RealTime } from './real-time.ts';

export interface RunOptions {
  readonly stateFolder: string;
  /** `audio`, or `driver-` and a package's name. */
  readonly name: string;
  /** How long the process goes on without a control process, null for ever. */
  readonly lingerS: number | null;
  /** `rowdesk drive`: the process belongs to a terminal or a service manager, and outlives control processes. */
  readonly foreground: boolean;
}

/** Exit code: another process of this name runs for this state folder already. */
export const alreadyRuns = 3;

/** Resolves to the exit code once the process has ended in order: by a `stop` of the link, a signal, or `lingerS`. */
export async function runDriverProcess({ stateFolder, name, lingerS, foreground }: RunOptions): Promise<number> {
  mkdirSync(stateFolder, { recursive: true });
  const native = loadNative();
  const files = processFiles(stateFolder, name);
  makeRuntimeFolder(dirname(files.socket));
  const content = { processId: process.pid, socket: files.socket, crashPage: files.crashPage };
  const lock = takeLock(files, content, native.lockFile);
  if (lock === undefined) {
    write('error', `the process '${name}' runs already for ${stateFolder}: ${JSON.stringify(readLock(files) ?? {})}`);
    return alreadyRuns;
  }
  const logAs = (level: string) => (fields: object, message: string) => write(level, `${message}: ${words(fields)}`);
  const log = { error: logAs('error'), warn: logAs('warn') };
  const time = systemTime(log);
  // Before memory is locked and an audio thread runs.
  const notifier = new ServiceNotifier({ time, log, env: foreground ? process.env : {} });
  const marks =
    tolerate('no crash will be reported', () => CallMarkers.map(native, files.crashPage)) ?? CallMarkers.none();
  marks.followCallbacks();
  const driverProcess = new DriverProcess({
    files,
    time,
    marks,
    realTime: new RealTime(name === 'audio' ? native : undefined),
    joining: name === 'audio' ? native : undefined,
    hello: { name, epoch: randomBytes(8).toString('hex'), processId: process.pid, version: version(), foreground },
    lingerS,
    foldersOf: (driver) => ({
      pluginsFolder: join(stateFolder, 'plugins'),
      stateFolder: join(stateFolder, 'drivers', driver),
      runtimeFolder: dirname(files.socket),
    }),
    watchdog: notifier.watchdog,
    log: write,
  });
  process.on('uncaughtException', (error) => driverProcess.caught(error));
  process.on('unhandledRejection', (error) => driverProcess.caught(error));
  const stop = (signal: string) => {
    notifier.stopping();
    void driverProcess.stop(signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // The terminal from which a detached process was started may close.
  process.on('SIGHUP', () => void (foreground && stop('SIGHUP')));
  await driverProcess.listen();
  write('info', `the process '${name}' (${process.pid}) answers on ${files.socket}`);
  notifier.ready(`answers on ${files.socket}`, {
    check: async () => driverProcess.check(),
    // A driver may block JavaScript for long while the sound goes on.
    isNotifiedByOther: () => driverProcess.notifiesWatchdog,
  });
  await driverProcess.ended;
  notifier.stopping();
  // A lock without content: no process answers any more.
  tolerate('the lock still names it', () => writeLock(lock));
  return 0;
}

/** Logs a failure with its consequence: a full disk must not keep the sound from playing. */
function tolerate<T>(consequence: string, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    write('warn', `${consequence}: ${(error as Error).message}`);
    return undefined;
  }
}

function version(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
}

function words(fields: object): string {
  const { err } = fields as { err?: unknown };
  return err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(fields);
}

function write(level: string, message: string): void {
  toStderr(`${new Date().toISOString()} ${level} ${message}\n`);
}
