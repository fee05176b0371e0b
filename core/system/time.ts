// The machine's clocks and timers, behind the port that everything else gets injected.

import { sleepBy } from '../base/time.ts';
import type { Log, Time } from '../services.ts';
import { grantedTime } from './granted-time.ts';
import { ownerOfError } from './package-owners.ts';

/** `log` gets what a timer's function throws: it must not end the process. */
export function systemTime(log: Pick<Log, 'error'>): Time {
  const guarded = (run: () => void) => () => {
    try {
      run();
    } catch (error) {
      log.error({ err: error, provider: ownerOfError(error) }, 'a timer failed');
    }
  };
  const after: Time['after'] = (ms, run) => {
    const timer = setTimeout(guarded(run), ms);
    return () => clearTimeout(timer);
  };
  const monotonicMs = () => performance.now();
  return {
    now: () => Date.now(),
    monotonicMs,
    every: (ms, run) => {
      const timer = setInterval(guarded(run), ms);
      return () => clearInterval(timer);
    },
    after,
    sleep: sleepBy(after),
    granted: grantedTime({ monotonicMs, after }),
  };
}
