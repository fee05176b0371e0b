// The driver processes of a state folder: each holds a lock file there that says where it answers.
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type ControlMessage, readProcessMessage } from '../core/audio/link/messages.ts';
import { isAlive, readLock } from '../core/audio/link/process-lock.ts';
import { Wire } from '../core/audio/link/wire.ts';
import { runtimeFolder } from '../core/system/runtime-folder.ts';

export interface RunningProcess {
  /** `audio`, or `driver-` and a package's name. */
  readonly name: string;
  readonly processId: number;
  readonly socket: string;
}

/** Those that run now; a lock whose process is gone counts for nothing. */
export function driverProcesses(stateFolder: string): RunningProcess[] {
  if (!existsSync(stateFolder)) return [];
  const runtime = runtimeFolder(stateFolder);
  const locks = [stateFolder, runtime].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  const names = locks.flatMap((file) => /^(audio|driver-.*)\.lock$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].flatMap((name) => {
    const held = readLock({ lock: join(stateFolder, `${name}.lock`), spareLock: join(runtime, `${name}.lock`) });
    return held === undefined || !isAlive(held.processId)
      ? []
      : [{ name, processId: held.processId, socket: held.socket }];
  });
}

/** Asks a process to end in order, the last ones of a desk: its sound ends too. Resolves when it let go of the connection, or when nobody answers there. */
export function stopDriverProcess(socketPath: string, reason: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const wire = new Wire<unknown, ControlMessage>(socket, readProcessMessage, {
      message: () => {},
      values: () => {},
      meters: () => {},
      closed: () => resolve(),
    });
    socket.once('connect', () => wire.send({ type: 'stop', reason, soundEnds: true }));
  });
}
