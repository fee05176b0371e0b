// Memory that only the start of a process needs.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then the audio process has its settings, and the first clients their rows. */
const afterMs = 10_000;
/** The first collection shrinks the young generation, the second gives its pages back. */
const collections = 2;
const betweenMs = 2000;

/**
 * V8's young generation grows to 32 MiB during a start, and stays so. Collections of all garbage in a quiet moment shrink it;
 * each holds the loop for some 30 ms, and load lets it grow again. Keeps no process running.
 */
export function returnStartMemory(): void {
  for (let n = 0; n < collections; n++) setTimeout(collectGarbage, afterMs + n * betweenMs).unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
