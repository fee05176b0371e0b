// The desired values of targets, as they are sent.

import { type Token, token } from '../base/token.ts';
import type { Value } from '../driver.ts';

/** What a follower knows at its begin, and its end. */
export interface Followed {
  /** Every desired value of the target at this moment. */
  readonly values: readonly Value[];
  stop(): void;
}
export interface Desired {
  /** Every desired value of a target (`mixer`) now, computed anew from all rows. */
  of(target: string): readonly Value[];
  /**
   * Calls `changed` with each block that goes to the target, in the tick of its commit: the values that the commit changed,
   * `fadeMs` where levels fade. A target that was absent and comes back gives what changed meanwhile.
   */
  follow(target: string, changed: (values: readonly Value[]) => void): Followed;
}
export const Desired: Token<Desired> = token<Desired>('core.desired');
