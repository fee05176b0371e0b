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
  await watchRow(new Client(args.url), args.path, {
    signal: AbortSignal.any([interrupted, enough.signal]),
    talk: terminal.talk,
    event: ({ event, id, data }) => {
      if (event === 'beat' || event === 'bye' || enough.signal.aborted) return;
      const row: unknown = data === '' ? null : JSON.parse(data);
      const changes = args.changes && last !== undefined && event !== 'gone' ? changesBetween(last, row) : undefined;
      last = row;
      // A connection that was made again begins with a snapshot of what is known already.
      if (changes !== undefined && isNothing(changes)) return;
      terminal.data(`${JSON.stringify(changes ? { event, id, ...withoutEmpty(changes) } : { event, id, row })}\n`);
      if (++seen === args.count) enough.abort();
    },
  });
}

function withoutEmpty({ changed, gone }: RowDiff): Partial<RowDiff> {
  return gone.length === 0 ? { changed } : { changed, gone };
}
