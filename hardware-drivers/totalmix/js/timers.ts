// The clock of this driver, which tests replace.

export interface Timers {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Calls again and again until the returned function is called. */
  every(ms: number, action: () => void): () => void;
}

export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  every(ms, action) {
    const timer = setInterval(action, ms);
    return () => clearInterval(timer);
  },
};
