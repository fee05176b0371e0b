// Time as the client uses it; tests bring their own.

export interface Timing {
  /** Milliseconds that never go back. */
  nowMs(): number;
  /** Calls once, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void;
  /** Calls when time may have stood still, or the network comes back, until the returned function is called. */
  onWake?(call: () => void): () => void;
}

/** What a page has and Node lacks. */
interface Page {
  readonly document?: { readonly visibilityState: string };
  addEventListener?(event: string, call: () => void): void;
  removeEventListener?(event: string, call: () => void): void;
}

const wakingEvents = ['online', 'pageshow', 'visibilitychange'];

export const realTiming: Timing = {
  nowMs: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  onWake(call) {
    const page = globalThis as Page;
    const wake = () => {
      if (page.document?.visibilityState !== 'hidden') call();
    };
    for (const event of wakingEvents) page.addEventListener?.(event, wake);
    return () => {
      for (const event of wakingEvents) page.removeEventListener?.(event, wake);
    };
  },
};

/** Resolves after so long, or at once when the signal aborts or `onWake` calls. */
export function pause(
  ms: number,
  signal: AbortSignal,
  timing: Timing,
  onWake: (call: () => void) => () => void = () => () => {},
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      stopWaking();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stop = timing.after(ms, done);
    const stopWaking = onWake(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
