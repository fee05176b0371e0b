// The rows at a pattern now. The desk sends the rows of a stream in the order of its targets: those of the pattern are there
// once the row behind them is.
import { Client, type Watched } from 'rowdesk/client';
import type { FieldPattern } from './address.ts';
import { OscRefusal } from './refusal.ts';

/** Addresses come and go seldom. */
const keptMs = 5000;
const mostKept = 64;
/** Rows whose values take the desk a moment come later than the last one. */
const laterMs = 60;
/** A list that has not ended by then is given up. */
const longestMs = 5000;
const mostWaiting = 64;

interface Kept {
  readonly paths: Promise<readonly string[]>;
  readonly endsMs: number;
}

export class PatternList {
  readonly #client: Client;
  readonly #nowMs: () => number;
  readonly #kept = new Map<string, Kept>();
  /** One after the other: each is a stream of its own, from its begin. */
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(url: string, nowMs: () => number) {
    this.#client = new Client(url, { lingerMs: 0 });
    this.#nowMs = nowMs;
  }

  /** The paths of the rows. Rejects with OscRefusal. */
  async list(pattern: FieldPattern): Promise<readonly string[]> {
    const paths = await this.#all(pattern.target);
    return paths.filter((path) => pattern.matchesRow(path));
  }

  close(): void {
    this.#client.close();
  }

  #all(target: string): Promise<readonly string[]> {
    const known = this.#kept.get(target);
    if (known !== undefined && known.endsMs > this.#nowMs()) return known.paths;
    if (this.#waiting >= mostWaiting) throw new OscRefusal('busy', 429);
    this.#waiting += 1;
    const paths = this.#turn.then(() => this.#ask(target));
    this.#turn = paths
      .catch(() => {})
      .then(() => {
        this.#waiting -= 1;
      });
    this.#kept.delete(target);
    this.#kept.set(target, { paths, endsMs: this.#nowMs() + keptMs });
    paths.catch(() => this.#kept.delete(target));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return paths;
  }

  async #ask(target: string): Promise<readonly string[]> {
    // A row of this desk, that is there while a surface is, and is none of the pattern.
    const last = target.split('/').length === 2 ? '/surface/autodetect' : '/surface';
    const paths = new Set<string>();
    let stop = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new OscRefusal('unreachable', 503)), longestMs);
        const taken = ({ path, life }: Watched) => {
          if (life !== 'live') return;
          if (path !== last) paths.add(path);
          else {
            clearTimeout(timer);
            setTimeout(resolve, laterMs);
          }
        };
        stop = this.#client.subscribe([target, last], taken);
      });
    } finally {
      stop();
    }
    return [...paths];
  }
}
