import { type Token, token } from './token.ts';

/** Time, injected: epoch milliseconds, a monotonic clock, and timers. */
export interface Time {
  now(): number;
  monotonicMs(): number;
  every(ms: number, run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
}
export const Time: Token<Time> = token<Time>('core.time');
