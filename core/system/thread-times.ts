// How long the threads of a process waited for a processor, as the kernel counts it (proc(5), schedstat). A thread that the
// machine does not let run waits; one that sleeps, or is stopped, does not.
import { readdirSync, readFileSync } from 'node:fs';

/** The milliseconds that each thread has waited since its beginning, by its id. */
export type WaitedMs = ReadonlyMap<string, number>;

/** Empty for a process that ended, and on a kernel that does not count. */
export function readThreads(processId: number | 'self'): WaitedMs {
  const waited = new Map<string, number>();
  const folder = `/proc/${processId}/task`;
  try {
    for (const thread of readdirSync(folder)) {
      const waitedNs = Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[1]);
      if (Number.isFinite(waitedNs)) waited.set(thread, waitedNs / 1e6);
    }
  } catch {
    // It ends just now.
  }
  return waited;
}

/** The waiting of the thread that waited most from one reading to the next. A thread that is new was not there before. */
export function waitedMost(before: WaitedMs, now: WaitedMs): number {
  let most = 0;
  for (const [thread, waitedMs] of now) most = Math.max(most, waitedMs - (before.get(thread) ?? 0));
  return most;
}
