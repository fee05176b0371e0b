// Time as the client uses it; tests bring their own.

export interface Timing {
  /** Milliseconds that never go back. */
  nowMs(): number;
  /** Calls once, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void;
}

export const realTiming: Timing = {
  nowMs: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so long, or at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal, timing: Timing): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stop = timing.after(ms, done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
