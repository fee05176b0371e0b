// What a surface shows in its row: written only when there is something else to show.
import type { SurfaceGiven, SurfaceReport } from 'rowdesk/surface';

export class RowReport {
  readonly #report: SurfaceGiven<object>['report'];
  /** When a peer was heard last, in milliseconds since 1970. */
  #lastSeenMs: number | undefined;
  #shown = '';

  constructor(report: SurfaceGiven<object>['report']) {
    this.#report = report;
  }

  /** A peer was heard. */
  heard(): void {
    this.#lastSeenMs = Date.now();
  }

  show(without: Omit<SurfaceReport, 'lastSeenAt'>): void {
    const lastSeenAt = this.#lastSeenMs === undefined ? null : new Date(this.#lastSeenMs).toISOString();
    const report = { ...without, lastSeenAt };
    const shown = JSON.stringify(report);
    if (shown !== this.#shown) this.#report(report);
    this.#shown = shown;
  }
}
