// Users and groups by /etc/passwd and /etc/group.
import type { Machine } from './machine.ts';

/** The name of a user id, or the id itself where the file has none (a directory service). */
export function userName(machine: Machine, id: number): string {
  const entry = entriesOf(machine, '/etc/passwd').find(([, , uid]) => uid === String(id));
  return entry?.[0] ?? `user ${id}`;
}

/**
 * The command that starts the desk as another user. `runtimeFolder`: where the sockets of that user's servers are, which sudo
 * leaves out of the environment.
 */
export function startAs(machine: Machine, id: number, runtimeFolder?: string): string {
  const isNamed = entriesOf(machine, '/etc/passwd').some(([, , uid]) => uid === String(id));
  const who = isNamed ? userName(machine, id) : `'#${id}'`;
  const folder = runtimeFolder === undefined ? '' : `env XDG_RUNTIME_DIR=${runtimeFolder} `;
  return `sudo -u ${who} ${folder}rowdesk start`;
}

/** Whether /etc/group lists the user as a member. A login takes part in a group that was joined before it. */
export function isMember(machine: Machine, user: string, group: string): boolean {
  const entry = entriesOf(machine, '/etc/group').find(([name]) => name === group);
  return (entry?.[3] ?? '').split(',').includes(user);
}

const entriesOf = (machine: Machine, file: string) =>
  machine
    .text(file)
    .split('\n')
    .map((line) => line.split(':'));
