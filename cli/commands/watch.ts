import type { EventSourceMessage } from '../../core/client/follow-events.ts';
import { changesBetween, isNothing, type RowDiff } from '../changes.ts';
import { Client } from '../client.ts';
import { watchRow } from '../events.ts';
import type { Terminal } from '../terminal.ts';

export interface WatchArgs {
  readonly url: string;
  readonly path: string;
  /** Ends after this many lines; without it when the row is gone or the caller interrupts. */
  readonly count?: number;
  /** After the first whole row, only what is different. */
  readonly changes?: boolean;
}

/**
 * `rowdesk watch PATH`: one JSON line `{event, id, row}` per event; with `--changes` the first is whole and the others are
 * `{event, id, changed, gone?}`. Beats and farewells are not events of the row.
 */
export async function watch(args: WatchArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const enough = new AbortController();
  let seen = 0;
  let last: unknown;
  const print = ({ event, id, data }: EventSourceMessage) => {
    if (enough.signal.aborted) return;
    const row: unknown = data === '' ? null : JSON.parse(data);
    const changes = args.changes && last !== undefined && event !== 'gone' ? changesBetween(last, row) : undefined;
    last = row;
    // A connection that was made again begins with a snapshot of what is known already.
    if (changes !== undefined && isNothing(changes)) return;
    terminal.data(`${JSON.stringify(changes ? { event, id, ...withoutEmpty(changes) } : { event, id, row })}\n`);
    if (++seen === args.count) enough.abort();
  };
  // Each event has the whole row: a slow reader gets the newest, and nothing piles up.
  const slow = new SlowReader(terminal, print);
  await watchRow(new Client(args.url), args.path, {
    signal: AbortSignal.any([interrupted, enough.signal]),
    talk: terminal.talk,
    event: (message) => {
      if (message.event !== 'beat' && message.event !== 'bye') slow.take(message);
    },
  });
  slow.end();
}

/** Gives each event to `print`, and the newest only where the reader of the data was behind. */
class SlowReader {
  readonly #terminal: Terminal;
  readonly #print: (message: EventSourceMessage) => void;
  #newest: EventSourceMessage | undefined;

  constructor(terminal: Terminal, print: (message: EventSourceMessage) => void) {
    this.#terminal = terminal;
    this.#print = print;
  }

  take(message: EventSourceMessage): void {
    const isWaiting = this.#newest !== undefined;
    const behind = isWaiting ? undefined : this.#terminal.behind;
    if (!isWaiting && behind === undefined) {
      this.#print(message);
      return;
    }
    this.#newest = message;
    void behind?.then(() => this.end());
  }

  /** Prints what waits. */
  end(): void {
    const newest = this.#newest;
    this.#newest = undefined;
    if (newest !== undefined) this.#print(newest);
  }
}

function withoutEmpty({ changed, gone }: RowDiff): Partial<RowDiff> {
  return gone.length === 0 ? { changed } : { changed, gone };
}
