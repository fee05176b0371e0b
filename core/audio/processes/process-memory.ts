// How much memory a process takes of what it may: the limit of its control group (cgroup v2), at which the kernel ends it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessSnapshot } from './audio-snapshot.ts';

/** From this share on it is worth a warning. */
const mostShare = 0.8;

export interface MemoryUse {
  readonly usedMb: number;
  readonly limitMb: number;
}

/**
 * What is used near the limit; undefined below that share, and where there is no limit or none can be read. `root` is the
 * root of the file system.
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
    // `max`: there is none
    if (!(limit > 0) || used < mostShare * limit) return undefined;
    return { usedMb: Math.round(used / 2 ** 20), limitMb: Math.round(limit / 2 ** 20) };
  } catch {
    return undefined;
  }
}

/** Of all that run, by name. */
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

/** Files that the kernel keeps in memory while there is room count, too, and are given up first. */
function reclaimable(stat: string): number {
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
  return bytes('inactive_file') + bytes('active_file');
}
