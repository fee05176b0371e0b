// Work in steps: at once, or each in a turn of the event loop, so that requests and timers run in between.

export type Steps<T> = Generator<undefined, T, undefined>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Rejects with what a step throws. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await nextTurn();
  }
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
