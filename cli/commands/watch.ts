import { Client } from '../client.ts';
import { watchRow } from '../events.ts';
import type { Terminal } from '../terminal.ts';

export interface WatchArgs {
  readonly url: string;
  readonly path: string;
  /** Ends after this many events; without it when the row is gone or the caller interrupts. */
  readonly count?: number;
}

/** `rowdesk watch PATH`: one JSON line `{event, id, row}` per event; beats and farewells are not events of the row. */
export async function watch(args: WatchArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const enough = new AbortController();
  let seen = 0;
  await watchRow(new Client(args.url), args.path, {
    signal: AbortSignal.any([interrupted, enough.signal]),
    talk: terminal.talk,
    event: ({ event, id, data }) => {
      if (event === 'beat' || event === 'bye' || enough.signal.aborted) return;
      terminal.data(`${JSON.stringify({ event, id, row: data === '' ? null : JSON.parse(data) })}\n`);
      if (++seen === args.count) enough.abort();
    },
  });
}
