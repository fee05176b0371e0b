import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../core/audio/link/process-lock.ts';
import { holderOfState } from '../../core/system/state-folder.ts';
import { CommandError } from '../command-error.ts';
import { driverProcesses, stopDriverProcess } from '../driver-processes.ts';
import { stateFolder } from '../state-folder.ts';
import type { Terminal } from '../terminal.ts';

/** The outputs fade, watchers are told, the store is flushed: more than this is no orderly end. */
const timeoutMs = 20_000;

/** `rowdesk stop`: the control process first, which ends its audio process; then whatever still runs for the folder. */
export async function stop(args: { state?: string }, terminal: Terminal): Promise<void> {
  const folder = stateFolder(args.state);
  const holder = holderOfState(folder);
  if (holder) {
    process.kill(holder.pid, 'SIGTERM');
    await gone('control process', holder.pid);
    terminal.talk(`The control process (${holder.pid}) has ended.`);
  }
  const processes = driverProcesses(folder);
  for (const { name, processId, socket } of processes) {
    await stopDriverProcess(socket, 'rowdesk stop');
    await gone(`process '${name}'`, processId);
    terminal.talk(`The process '${name}' (${processId}) has ended.`);
  }
  if (!holder && processes.length === 0) terminal.talk(`Nothing runs for ${folder}.`);
}

async function gone(what: string, processId: number): Promise<void> {
  for (let waitedMs = 0; isAlive(processId); waitedMs += 20) {
    if (waitedMs >= timeoutMs) {
      throw new CommandError('refused', `The ${what} (${processId}) does not end; to force it: kill -9 ${processId}`);
    }
    await sleep(20);
  }
}
