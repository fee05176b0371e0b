// A clock that a test moves.
import { FakeTime } from '../../../core/testing.ts';
import type { Timers } from './timers.ts';

export class FakeTimers extends FakeTime implements Timers {
  nowMs(): number {
    return this.monotonicMs();
  }

  wallMs(): number {
    return this.now();
  }
}
