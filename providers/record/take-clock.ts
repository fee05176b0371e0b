// The position of this moment in the take, from what the recorder reports of its length. Reports come late, never early:
// the one that says most counts, until it is so old that the two clocks may have drifted apart.

const windowMs = 60_000;

export class TakeClock {
  /** The moment of the take's first frame, as each report tells, monotonic milliseconds. */
  #beginnings: { readonly atMs: number; readonly beginMs: number }[] = [];

  /** The take is `elapsedS` long, reported now (monotonic milliseconds). */
  report(elapsedS: number, nowMs: number): void {
    const beginMs = nowMs - elapsedS * 1000;
    // A later beginning says nothing more than that its report was late.
    this.#beginnings = this.#beginnings.filter((each) => each.atMs > nowMs - windowMs && each.beginMs < beginMs);
    this.#beginnings.push({ atMs: nowMs, beginMs });
  }

  /** Seconds from the first frame, never negative; 0 before a report. */
  positionS(nowMs: number): number {
    const [first] = this.#beginnings;
    if (first === undefined) return 0;
    return Math.max(0, Math.round(nowMs - first.beginMs) / 1000);
  }
}
