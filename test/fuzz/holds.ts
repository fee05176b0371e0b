// How long the event loop is kept from others while something is done.
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

const statistics = '/proc/thread-self/schedstat';

/** Processor time of this thread in ms, exact to a tick of the kernel: what other threads and processes do is not in it. */
function ofThread(): number {
  return Number(readFileSync(statistics, 'latin1').split(' ')[0]) / 1e6;
}

function ofProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A kernel may keep no such statistics: then the threads of the collector and of the store count too. */
const processorMs = (() => {
  try {
    return ofThread() > 0 ? ofThread : ofProcess;
  } catch {
    return ofProcess;
  }
})();

export class Holds {
  /** The longest turn so far, in processor time: that of a clock would be the machine's. */
  longestMs = 0;
  #sinceMs = processorMs();

  /** A turn begins. */
  begin(): void {
    this.#sinceMs = processorMs();
  }

  /** It ends, and the next one begins. */
  end(): void {
    const nowMs = processorMs();
    this.longestMs = Math.max(this.longestMs, nowMs - this.#sinceMs);
    this.#sinceMs = nowMs;
  }

  /** Looks at each turn until it is done, and at so many after it: some work goes on in slices. */
  async during<T>(done: () => Promise<T>, turnsAfter = 0, between: () => void = () => {}): Promise<T> {
    let isDone = false;
    this.begin();
    const ended = done().finally(() => {
      isDone = true;
    });
    // Who awaits it below hears of it.
    ended.catch(() => {});
    this.end();
    for (let left = turnsAfter; !isDone || left > 0; ) {
      if (isDone) left--;
      await setImmediate();
      this.end();
      between();
      this.end();
    }
    return ended;
  }
}
