// Memory that only the start of a process needs.
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then the audio process has its settings, and the first clients their rows. */
const afterMs = 10_000;
/** The first collection shrinks the young generation, the second gives its pages back. */
const collections = 2;
const betweenMs = 2000;
/** The share of the time before a collection in which the loop may have run. An idle desk is below 0.01. */
const mostBusy = 0.05;

/**
 * V8's young generation grows to 32 MiB during a start, and stays so. Collections of all garbage in a quiet moment shrink it;
 * each holds the loop for some 30 ms, so that a busy loop has none, and load lets it grow again. Keeps no process running.
 */
export function returnStartMemory(): void {
  setTimeout(collectWhenQuiet, afterMs - betweenMs, collections).unref();
}

/** Looks at each interval until so many intervals were quiet. */
function collectWhenQuiet(left: number): void {
  const began = performance.eventLoopUtilization();
  const look = () => {
    const isQuiet = performance.eventLoopUtilization(began).utilization < mostBusy;
    if (isQuiet) collectGarbage();
    if (left > Number(isQuiet)) collectWhenQuiet(left - Number(isQuiet));
  };
  setTimeout(look, betweenMs).unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
