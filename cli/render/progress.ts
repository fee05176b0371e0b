// How far a render is, on stderr: one line that moves on a terminal, a line per tenth elsewhere.

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Progress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  readonly #startedMs: number;
  #tenths = 0;

  /** `now` in monotonic milliseconds. */
  constructor(stream: ProgressStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
    this.#startedMs = now();
  }

  /** `done` and `total` in seconds of sound. */
  show(done: number, total: number): void {
    const part = total > 0 ? Math.min(1, done / total) : 1;
    if (this.#stream.isTTY) {
      this.#stream.write(`\r${bar(part, (this.#stream.columns ?? 80) - 40)} ${this.#words(done, total, part)}\u001b[K`);
      return;
    }
    const tenths = Math.floor(part * 10 + 1e-9);
    if (tenths <= this.#tenths) return;
    this.#tenths = tenths;
    this.#stream.write(`${this.#words(done, total, part)}\n`);
  }

  /** Leaves the moving line behind. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\n');
  }

  #words(done: number, total: number, part: number): string {
    const elapsedS = (this.#now() - this.#startedMs) / 1000;
    const speed = elapsedS > 0 ? `, ${(done / elapsedS).toFixed(1)} times real time` : '';
    return `${Math.floor(part * 100)} % of ${total.toFixed(1)} s${speed}`;
  }
}

function bar(part: number, columns: number): string {
  const width = Math.max(5, Math.min(40, columns));
  const full = Math.round(part * width);
  return `[${'#'.repeat(full)}${' '.repeat(width - full)}]`;
}
