// Measures delays of the event loop: a function took too long. Meanwhile nothing was answered; the sound, in a process of
// its own, played on. A machine that gave the process no time is a matter of overload.ts.
import { grantedOf } from '../base/time.ts';
import type { Log, Time, Warnings } from '../services.ts';

/** A longer delay is a warning. A moved fader feels stuck long before. */
export const mostBlockedMs = 1000;

/** Interval of the measurement: a delay is underestimated by at most this. */
const lookEveryMs = 250;
/** A warning stays for this long after the last delay. */
const reportedForMs = 10 * 60_000;
const id = 'event-loop';

export interface EventLoopMonitorNeeds {
  readonly time: Time;
  readonly log: Pick<Log, 'warn'>;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

export class EventLoopMonitor {
  readonly #needs: EventLoopMonitorNeeds;
  readonly #stop: () => void;
  #lookedAtMs: number;
  #grantedMs: number;
  #reportedAtMs: number | undefined;

  /** Watches from now on. */
  constructor(needs: EventLoopMonitorNeeds) {
    this.#needs = needs;
    this.#lookedAtMs = needs.time.monotonicMs();
    this.#grantedMs = grantedOf(needs.time).monotonicMs();
    this.#stop = needs.time.every(lookEveryMs, () => this.#look());
  }

  stop(): void {
    this.#stop();
  }

  #look(): void {
    const { time } = this.#needs;
    const nowMs = time.monotonicMs();
    const grantedMs = grantedOf(time).monotonicMs();
    const passedMs = nowMs - this.#lookedAtMs;
    const blockedMs = Math.round(grantedMs - this.#grantedMs - lookEveryMs);
    const waitedMs = passedMs - (grantedMs - this.#grantedMs);
    this.#lookedAtMs = nowMs;
    this.#grantedMs = grantedMs;
    if (blockedMs > mostBlockedMs) this.#report(blockedMs, nowMs);
    else if (passedMs - lookEveryMs > mostBlockedMs) time.granted?.starved(waitedMs, passedMs);
    else if (this.#reportedAtMs !== undefined && nowMs - this.#reportedAtMs > reportedForMs) {
      this.#reportedAtMs = undefined;
      this.#needs.warnings.clear(id);
    }
  }

  #report(blockedMs: number, nowMs: number): void {
    const { time, log, warnings } = this.#needs;
    this.#reportedAtMs = nowMs;
    log.warn({ blockedMs }, 'the event loop was blocked');
    const at = new Date(time.now()).toISOString();
    warnings.raise({
      id,
      title: 'The desk did not answer for a moment',
      titleCode: { code: 'event-loop-blocked', params: { blockedMs, at } },
      detail: `Its controls waited ${blockedMs} ms, and the sound played on. The log of the desk has each time.`,
      severity: 'warning',
      path: '',
    });
  }
}
