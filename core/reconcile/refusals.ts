// Refused values of one target, and their tries: 1, 2, 4 ... 60 s after the refusal before.

import type { Reading } from '../driver.ts';
import type { TargetedValue } from './desired-value.ts';
import type { FieldStatus } from './field-status.ts';

const firstRetryMs = 1000;
const longestRetryMs = 60_000;

export class Refusals {
  readonly #monotonicMs: () => number;
  readonly #refused = new Set<FieldStatus>();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get all(): ReadonlySet<FieldStatus> {
    return this.#refused;
  }

  /** Notes a refusal. `observed`: the value of the target at that time. */
  add(status: FieldStatus, observed: unknown, reason: string): void {
    status.refusal = reason;
    status.retryAtMs = this.#monotonicMs() + Math.min(firstRetryMs * 2 ** status.tries, longestRetryMs);
    status.tries++;
    status.refusedAt = observed;
    this.#refused.add(status);
  }

  /** The target has the value. Where it came to have the value between two tries, that is a correction. */
  end(status: FieldStatus, state: Reading['state']): void {
    if (status.isRefusedByTarget && state === 'applied') status.corrects ??= { observed: status.refusedAt };
    this.clear(status);
  }

  /** The target has the value, or the value changed: the next refusal is a first one. */
  clear(status: FieldStatus): void {
    status.refusal = undefined;
    status.isRefusedByTarget = false;
    status.retryAtMs = undefined;
    status.tries = 0;
    this.#refused.delete(status);
  }

  /** The value is no longer desired. */
  delete(status: FieldStatus): void {
    this.#refused.delete(status);
  }

  /** Refused values whose next try is due; their tries are under way from now on. */
  takeDue(): readonly TargetedValue[] {
    const nowMs = this.#monotonicMs();
    return [...this.#refused].flatMap((status) => {
      if (status.retryAtMs === undefined || status.retryAtMs > nowMs) return [];
      status.retryAtMs = undefined;
      status.corrects = { observed: status.refusedAt };
      return [status.desired];
    });
  }

  /** The target answers again: each refused value is tried now. A refusal of that try waits longer than the one before. */
  tryNow(): void {
    for (const status of this.#refused) if (status.retryAtMs !== undefined) status.retryAtMs = this.#monotonicMs();
  }

  /** The time of the next try of a refused value, monotonic milliseconds. */
  get nextDueMs(): number | undefined {
    let next: number | undefined;
    for (const { retryAtMs } of this.#refused) {
      if (retryAtMs !== undefined && (next === undefined || retryAtMs < next)) next = retryAtMs;
    }
    return next;
  }
}
