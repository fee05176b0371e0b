// The clock of this driver, which tests replace.

export interface Timers {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Milliseconds since the epoch. */
  wallMs(): number;
  /** Calls once, unless the returned function is called before. */
  after(ms: number, action: () => void): () => void;
  /** Calls again and again until the returned function is called. */
  every(ms: number, action: () => void): () => void;
}

export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  every(ms, action) {
    const timer = setInterval(action, ms);
    return () => clearInterval(timer);
  },
};
