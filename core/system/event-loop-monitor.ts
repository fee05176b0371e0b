// Measures delays of the event loop: a function took too long, or the machine gave the process no time. Meanwhile
// nothing was answered; the sound, in a process of its own, played on.
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
  #reportedAtMs: number | undefined;

  /** Watches from now on. */
  constructor(needs: EventLoopMonitorNeeds) {
    this.#needs = needs;
    this.#lookedAtMs = needs.time.monotonicMs();
    this.#stop = needs.time.every(lookEveryMs, () => this.#look());
  }

  stop(): void {
    this.#stop();
  }

  #look(): void {
    const nowMs = this.#needs.time.monotonicMs();
    const blockedMs = Math.round(nowMs - this.#lookedAtMs - lookEveryMs);
    this.#lookedAtMs = nowMs;
    if (blockedMs > mostBlockedMs) this.#report(blockedMs, nowMs);
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
      title: 'The desk could not answer for a moment',
      titleCode: { code: 'event-loop-blocked', params: { blockedMs, at } },
      detail: `Until ${at} it was blocked for ${blockedMs} ms. The sound played on.`,
      severity: 'warning',
      path: '',
    });
  }
}
