// The clocks of this driver, which tests replace.

export interface Timers {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Milliseconds since 1970, by the clock on the wall. */
  wallMs(): number;
  /** Calls again and again until the returned function is called. */
  every(ms: number, action: () => void): () => void;
  after(ms: number, action: () => void): () => void;
}

export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  every(ms, action) {
    const timer = setInterval(action, ms);
    return () => clearInterval(timer);
  },
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
