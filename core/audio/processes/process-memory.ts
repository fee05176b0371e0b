// Memory of a process against the limit of its control group (cgroup v2), at which the kernel kills the process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessSnapshot } from './audio-snapshot.ts';

/** The share of the limit from which a warning is raised. */
const mostShare = 0.8;

export interface MemoryUse {
  readonly usedMb: number;
  readonly limitMb: number;
}

/**
 * The use near the limit; undefined below that share, and without a readable limit. `root` is the root of the file
 * system.
 */
export function scarceMemory(processId: number, root = '/'): MemoryUse | undefined {
  const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8').trim();
  try {
    // cgroups(7): one line `0::/system.slice/rowdesk-audio.service`
    const [, group] = /^0::(\/.*)$/m.exec(read('proc', String(processId), 'cgroup')) ?? [];
    if (group === undefined) return undefined;
    const limit = Number(read('sys/fs/cgroup', group, 'memory.max'));
    const used =
      Number(read('sys/fs/cgroup', group, 'memory.current')) - reclaimable(read('sys/fs/cgroup', group, 'memory.stat'));
    // `max` is no limit
    if (!(limit > 0) || used < mostShare * limit) return undefined;
    return { usedMb: Math.round(used / 2 ** 20), limitMb: Math.round(limit / 2 ** 20) };
  } catch {
    return undefined;
  }
}

/** The scarce memory of all running processes, by name. */
export function scarceMemories(
  processes: readonly Pick<ProcessSnapshot, 'name' | 'hello'>[],
): ReadonlyMap<string, MemoryUse> {
  return new Map(
    processes.flatMap(({ name, hello }) => {
      const use = hello && scarceMemory(hello.processId);
      return use ? [[name, use] as const] : [];
    }),
  );
}

/** The count includes the page cache, which the kernel gives up first. */
function reclaimable(stat: string): number {
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
  return bytes('inactive_file') + bytes('active_file');
}
