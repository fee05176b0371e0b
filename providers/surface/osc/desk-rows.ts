// The rows of the desk as peers use them: read, watched by patterns, and their contracts. One client for all peers.
import { type Client, type Contract, type FieldContract, Refused, type Row, type Watched } from 'rowdesk/client';
import { OscRefusal } from '../network/refusal.ts';

/** Contracts follow the moment (a plugin that was exchanged): one is asked for anew after so long. */
const contractMs = 5000;
const mostContracts = 2048;
/** Requests under way for all peers, and those that wait. */
const mostAsking = 8;
const mostWaiting = 512;
/** Patterns that are watched at once; the desk takes 64 on a stream. */
const mostPatterns = 48;
/** Rows that are watched at once; the desk takes as many on a stream. */
const mostWatched = 4096;

interface Kept {
  readonly contract: Promise<Contract | undefined>;
  readonly endsMs: number;
}

export class DeskRows {
  readonly #client: Client;
  readonly #nowMs: () => number;
  readonly #contracts = new Map<string, Kept>();
  /** The last contract of each row, also while it is asked for anew. */
  readonly #fields = new Map<string, Contract>();
  /** By the path with # for numbers: of a row that stands for the others. */
  readonly #shapes = new Map<string, Contract['fields']>();
  readonly #shaping = new Map<string, Promise<void>>();
  /** By target, its listeners, and the rows that the target stood for at first. */
  readonly #watched = new Map<string, { count: number; readonly rows: number }>();
  readonly #waiting: (() => void)[] = [];
  #asking = 0;

  constructor(client: Client, nowMs: () => number) {
    this.#client = client;
    this.#nowMs = nowMs;
    client.onReconnect(() => this.#contracts.clear());
  }

  /** Undefined where there is no such row. Rejects with OscRefusal `busy` when too much is asked. */
  contract(path: string): Promise<Contract | undefined> {
    const known = this.#contracts.get(path);
    if (known !== undefined && known.endsMs > this.#nowMs()) return known.contract;
    const contract = this.#inTurn(() =>
      this.#client.options(path).catch((error) => {
        if (error instanceof Refused && error.status < 500) return undefined;
        throw error;
      }),
    );
    this.#contracts.delete(path);
    this.#contracts.set(path, { contract, endsMs: this.#nowMs() + contractMs });
    contract.then(
      (known) => this.#keep(path, known),
      () => this.#contracts.delete(path),
    );
    const [oldest] = this.#contracts.keys();
    if (this.#contracts.size > mostContracts && oldest !== undefined) this.#contracts.delete(oldest);
    return contract;
  }

  /** What is known of a field's contract at this moment, for its type. */
  fieldNow(path: string, field: string): FieldContract | undefined {
    return (this.#fields.get(path)?.fields ?? this.#shapes.get(shapeOf(path)))?.[field];
  }

  /** Resolves once the types of the row's fields are known; undefined where they are: rows of one shape have the same. */
  shaped(path: string): Promise<void> | undefined {
    const shape = shapeOf(path);
    if (this.#shapes.has(shape)) return undefined;
    const asked =
      this.#shaping.get(shape) ?? this.contract(path).then((found) => this.#shape(shape, found?.fields ?? {}));
    this.#shaping.set(shape, asked);
    return asked.finally(() => this.#shaping.delete(shape));
  }

  /** The contract is asked for anew next time: the row refused what it allows. */
  forget(path: string): void {
    this.#contracts.delete(path);
  }

  /** From the desk itself: what is watched may be some milliseconds behind. */
  read(path: string): Promise<Row> {
    return this.#inTurn(() => this.#client.get(path as `/${string}`));
  }

  /**
   * Calls for each row at the target, then for each change, until the returned function is called. `rows`: how many there
   * are now. Throws OscRefusal beyond the bounds, so that what others watch goes on.
   */
  watch(target: string, listener: (watched: Watched) => void, rows = 1): () => void {
    const entry = this.#watched.get(target) ?? { count: 0, rows };
    const others = [...this.#watched.values()].reduce((sum, each) => sum + each.rows, 0);
    if (entry.count === 0 && others + rows > mostWatched) throw new OscRefusal('too-many-addresses', 400);
    const patterns = [...this.#watched.keys()].filter((each) => each.includes('*')).length;
    if (entry.count === 0 && target.includes('*') && patterns >= mostPatterns) {
      throw new OscRefusal('too-many-patterns', 429);
    }
    this.#watched.set(target, entry);
    entry.count += 1;
    const stop = this.#client.subscribe([target], listener);
    return () => {
      stop();
      entry.count -= 1;
      if (entry.count === 0) this.#watched.delete(target);
    };
  }

  known(path: string): Watched | undefined {
    return this.#client.known(path as `/${string}`);
  }

  #shape(shape: string, fields: Contract['fields']): void {
    this.#shapes.set(shape, fields);
    const [oldest] = this.#shapes.keys();
    if (this.#shapes.size > mostContracts && oldest !== undefined) this.#shapes.delete(oldest);
  }

  #keep(path: string, contract: Contract | undefined): void {
    this.#fields.delete(path);
    if (contract !== undefined) this.#fields.set(path, contract);
    const [oldest] = this.#fields.keys();
    if (this.#fields.size > mostContracts && oldest !== undefined) this.#fields.delete(oldest);
  }

  async #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#asking >= mostAsking) {
      if (this.#waiting.length >= mostWaiting) throw new OscRefusal('busy', 429);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#asking += 1;
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
      this.#waiting.shift()?.();
    }
  }
}

const shapeOf = (path: string) => path.replace(/\d+/g, '#');
