// Writes to fields that are being moved: the latest value of a field wins, one request of a field is under way, and at
// most 30 a second are sent. No queue: what is overtaken is never sent.
import type { Patched } from './requests.ts';
import type { Timing } from './timing.ts';

const intervalMs = 1000 / 30;

type Write = (path: string, fields: Readonly<Record<string, unknown>>) => Promise<Patched>;

interface Waiting {
  value: unknown;
  readonly answer: Promise<Patched>;
  readonly resolve: (patched: Patched) => void;
  readonly reject: (error: unknown) => void;
}

interface Moving {
  isUnderWay: boolean;
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
    const moving = this.#moving.get(key) ?? { isUnderWay: false, sentMs: Number.NEGATIVE_INFINITY, waiting: undefined };
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
    return moving !== undefined && (moving.isUnderWay || moving.waiting !== undefined);
  }

  #send(path: string, field: string, moving: Moving): void {
    if (moving.isUnderWay || moving.waiting === undefined) return;
    moving.isUnderWay = true;
    const waitMs = moving.sentMs + intervalMs - this.#timing.nowMs();
    if (waitMs > 0) this.#timing.after(waitMs, () => this.#sendNow(path, field, moving));
    else this.#sendNow(path, field, moving);
  }

  #sendNow(path: string, field: string, moving: Moving): void {
    const { value, resolve, reject } = moving.waiting as Waiting;
    moving.waiting = undefined;
    moving.sentMs = this.#timing.nowMs();
    this.#write(path, { [field]: value })
      .then(resolve, reject)
      .finally(() => {
        moving.isUnderWay = false;
        if (moving.waiting === undefined) this.#forgetLater(`${path}#${field}`, moving);
        else this.#send(path, field, moving);
      });
  }

  /** A field that rests for an interval may be written at once again. */
  #forgetLater(key: string, moving: Moving): void {
    this.#timing.after(intervalMs, () => {
      if (!moving.isUnderWay && moving.waiting === undefined && this.#moving.get(key) === moving)
        this.#moving.delete(key);
    });
  }
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
