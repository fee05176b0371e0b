// Writes to fields that are being moved: the latest value of a field wins, one request of a field is under way, and at
// most 30 a second are sent. No queue: what is overtaken is never sent, nor what the desk was not there to answer.
import { Unreachable } from './errors.ts';
import type { Patched } from './requests.ts';
import type { Timing } from './timing.ts';

const intervalMs = 1000 / 30;

type Write = (path: string, fields: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Patched>;

interface Waiting {
  value: unknown;
  readonly answer: Promise<Patched>;
  readonly resolve: (patched: Patched) => void;
  readonly reject: (error: unknown) => void;
}

interface Moving {
  /** Of the request that is under way. */
  underWay: AbortController | undefined;
  /** While the next value waits for its time. */
  stopWaiting: (() => void) | undefined;
  sentMs: number;
  waiting: Waiting | undefined;
}

export class FieldWrites {
  readonly #write: Write;
  readonly #timing: Timing;
  /** By path and field. */
  readonly #moving = new Map<string, Moving>();

  constructor(write: Write, timing: Timing) {
    this.#write = write;
    this.#timing = timing;
  }

  /** Resolves, or rejects, with the answer to this value or to a later one of the field. */
  write(path: string, field: string, value: unknown): Promise<Patched> {
    const key = `${path}#${field}`;
    const moving = this.#moving.get(key) ?? resting();
    this.#moving.set(key, moving);
    if (moving.waiting !== undefined) {
      moving.waiting.value = value;
      return moving.waiting.answer;
    }
    const waiting = waitingFor(value);
    moving.waiting = waiting;
    this.#send(path, field, moving);
    return waiting.answer;
  }

  /** True while a value waits for its answer. */
  isPending(path: string, field: string): boolean {
    const moving = this.#moving.get(`${path}#${field}`);
    return moving !== undefined && (moving.underWay !== undefined || moving.waiting !== undefined);
  }

  /** The desk is out of reach: rejects what waits for an answer or for its time. */
  giveUp(error: Unreachable): void {
    for (const moving of this.#moving.values()) {
      drop(moving, error);
      moving.underWay?.abort(error);
    }
  }

  #send(path: string, field: string, moving: Moving): void {
    if (moving.underWay !== undefined || moving.stopWaiting !== undefined) return;
    const waitMs = moving.sentMs + intervalMs - this.#timing.nowMs();
    if (waitMs <= 0) this.#sendNow(path, field, moving);
    else {
      moving.stopWaiting = this.#timing.after(waitMs, () => {
        moving.stopWaiting = undefined;
        this.#sendNow(path, field, moving);
      });
    }
  }

  #sendNow(path: string, field: string, moving: Moving): void {
    const { value, resolve, reject } = moving.waiting as Waiting;
    const underWay = new AbortController();
    moving.underWay = underWay;
    moving.waiting = undefined;
    moving.sentMs = this.#timing.nowMs();
    this.#write(path, { [field]: value }, underWay.signal)
      .then(resolve, (error) => {
        reject(error);
        // Sent once the desk is back, a value of that time would jump.
        if (error instanceof Unreachable) drop(moving, error);
      })
      .finally(() => {
        moving.underWay = undefined;
        if (moving.waiting === undefined) this.#forgetLater(`${path}#${field}`, moving);
        else this.#send(path, field, moving);
      });
  }

  /** A field that rests for an interval may be written at once again. */
  #forgetLater(key: string, moving: Moving): void {
    this.#timing.after(intervalMs, () => {
      const isResting = moving.underWay === undefined && moving.waiting === undefined;
      if (isResting && this.#moving.get(key) === moving) this.#moving.delete(key);
    });
  }
}

const resting = (): Moving => ({
  underWay: undefined,
  stopWaiting: undefined,
  sentMs: Number.NEGATIVE_INFINITY,
  waiting: undefined,
});

function drop(moving: Moving, error: Unreachable): void {
  moving.stopWaiting?.();
  moving.stopWaiting = undefined;
  moving.waiting?.reject(error);
  moving.waiting = undefined;
}

function waitingFor(value: unknown): Waiting {
  let resolve: (patched: Patched) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const answer = new Promise<Patched>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { value, answer, resolve, reject };
}
