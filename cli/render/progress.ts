// How far a render is, on stderr: one line that moves on a terminal, a line per tenth elsewhere.

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Progress {
  readonly #stream: ProgressStream;
  #tenths = 0;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  /** `done` and `total` in seconds of sound. */
  show(done: number, total: number): void {
    const part = total > 0 ? Math.min(1, done / total) : 1;
    const words = `${Math.floor(part * 100)} % of ${total.toFixed(1)} s`;
    if (this.#stream.isTTY) {
      this.#stream.write(`\r${bar(part, (this.#stream.columns ?? 80) - 20)} ${words}\u001b[K`);
      return;
    }
    const tenths = Math.floor(part * 10 + 1e-9);
    if (tenths <= this.#tenths) return;
    this.#tenths = tenths;
    this.#stream.write(`${words}\n`);
  }

  /** Leaves the moving line behind. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\n');
  }
}

function bar(part: number, columns: number): string {
  const width = Math.max(5, Math.min(40, columns));
  const full = Math.round(part * width);
  return `[${'#'.repeat(full)}${' '.repeat(width - full)}]`;
}
