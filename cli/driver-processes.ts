// The driver processes of a state folder: each holds a lock file there that says where it answers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type ControlMessage, readProcessMessage } from '../core/drivers/link/messages.ts';
import { Wire } from '../core/drivers/link/wire.ts';

export interface RunningProcess {
  /** `audio`, or `driver-` and a package's name. */
  readonly name: string;
  readonly processId: number;
  readonly socket: string;
}

/** Those that run now; a lock whose process is gone counts for nothing. */
export function driverProcesses(stateFolder: string): RunningProcess[] {
  if (!existsSync(stateFolder)) return [];
  const locks = readdirSync(stateFolder).filter((file) => /^(audio|driver-.*)\.lock$/.test(file));
  return locks.flatMap((file) => readLock(stateFolder, file)).filter(({ processId }) => isAlive(processId));
}

function readLock(folder: string, file: string): RunningProcess[] {
  try {
    const { processId, socket } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return [{ name: file.replace(/\.lock$/, ''), processId: Number(processId), socket: String(socket) }];
  } catch {
    // Blank: its process ended in order, or is just starting.
    return [];
  }
}

/** Asks a process to end in order. Resolves when it let go of the connection, or when nobody answers there. */
export function stopDriverProcess(socketPath: string, reason: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const wire = new Wire<unknown, ControlMessage>(socket, readProcessMessage, {
      message: () => {},
      values: () => {},
      meters: () => {},
      closed: () => resolve(),
    });
    socket.once('connect', () => wire.send({ type: 'stop', reason }));
  });
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
