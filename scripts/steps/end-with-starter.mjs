// A build of `npm start` ends with the process that started it, and its compilers end with it. What is built by then stays.
import { endRuns } from './run.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A compiler that does not end by then is left behind. */
const mostMs = 5000;

/** For a process that leads a group of its own, and whose stdin is a pipe from its starter. */
export function endWithStarter() {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    // make takes away what is half written.
    process.kill(-process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), mostMs);
    void endRuns().then(() => process.exit(1));
  };
  for (const signal of signals) process.on(signal, end);
  process.stdin.on('end', end).on('error', end).resume();
  process.stdin.unref?.();
}
