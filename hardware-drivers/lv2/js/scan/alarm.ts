// Time for those that wait for a child process: the machine's, and how much of it the child had to wait for a processor. A busy machine is
// no fault of the child.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Injected, so that tests need not wait. */
export interface Alarm {
  /** Calls once after so many ms; the result stops it. */
  after(ms: number, call: () => void): () => void;
  /** Monotonic. */
  nowMs(): number;
  /** How long threads of the process and its children were ready to run, and did not, since their begin; 0 where the kernel does not count it. */
  waitedMs(processId: number): number;
  /** Resolves when the machine has a processor to spare, or after half a minute. */
  quieter(signal: AbortSignal): Promise<void>;
}

const mostQuieterMs = 30_000;
const lookMs = 1000;

export const realAlarm: Alarm = {
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  nowMs: () => performance.now(),
  waitedMs,
  async quieter(signal) {
    const untilMs = performance.now() + mostQuieterMs;
    while ((loadavg()[0] ?? 0) > availableParallelism() && performance.now() < untilMs) {
      await sleep(lookMs, undefined, { signal });
    }
  },
};

function waitedMs(processId: number): number {
  const folder = `/proc/${processId}/task`;
  try {
    const ofThread = (thread: string) => {
      const children = childrenOf(`${folder}/${thread}/children`).map(waitedMs);
      return [waitedNs(`${folder}/${thread}/schedstat`) / 1e6, ...children];
    };
    return readdirSync(folder)
      .flatMap(ofThread)
      .reduce((sum, each) => sum + each, 0);
  } catch {
    // It has ended.
    return 0;
  }
}

/** A probe in namespaces is the child of the process that was started. [] where the kernel does not list them. */
function childrenOf(file: string): readonly number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** proc(5): time on a processor, time in the queue for one, and time slices. */
function waitedNs(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]) || 0;
  } catch {
    return 0;
  }
}
