// An event stream that is opened again whenever it breaks. Every event is a whole row, so nothing is replayed.
import { type EventSourceMessage, eventFeed } from '../base/read-events.ts';
import { Unreachable } from './errors.ts';
import type { Requests } from './requests.ts';
import { pause, type Timing } from './timing.ts';

export type { EventSourceMessage };

/** The desk sends a beat every 5 s: after two missed ones the connection is dead. */
export const silenceMs = 12_000;
const firstRetryMs = 500;
const longestRetryMs = 5000;

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly timing: Timing;
  readonly event: (message: EventSourceMessage) => void;
  /** A connection is open; its first events are snapshots. */
  readonly opened: () => void;
  /** A connection broke, or none came about; it is tried again, unless this throws. */
  readonly lost: (error: Error) => void;
}

/** Follows the row until the signal, or until the row is gone. Rejects with what `lost` throws. */
export async function followEvents(requests: Requests, path: string, options: FollowOptions): Promise<void> {
  const { signal, timing, opened, lost } = options;
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    let failure: Error = new Unreachable(`The connection to ${requests.baseUrl} ended.`);
    try {
      const isGone = await follow(requests, path, options, () => {
        retryMs = firstRetryMs;
        opened();
      });
      if (isGone) return;
    } catch (error) {
      failure = error as Error;
    }
    if (signal.aborted) return;
    lost(failure);
    await pause(retryMs, signal, timing);
    retryMs = Math.min(longestRetryMs, retryMs * 2);
  }
}

/** One connection; resolves to true when the row ceased to exist. */
async function follow(requests: Requests, path: string, { signal, timing, event }: FollowOptions, opened: () => void) {
  const connection = new AbortController();
  const end = () => connection.abort();
  signal.addEventListener('abort', end);
  let stopWaiting = timing.after(silenceMs, end);
  let isGone = false;
  const onEvent = (message: EventSourceMessage) => {
    // An abortion may leave a piece under way.
    if (connection.signal.aborted) return;
    event(message);
    if (message.event !== 'gone') return;
    isGone = true;
    end();
  };
  const feed = eventFeed(onEvent);
  try {
    const headers = { accept: 'text/event-stream' };
    const answer = await requests.ask(path, { headers, signal: connection.signal }, '?watch=1');
    opened();
    await answer.read((piece) => {
      stopWaiting();
      stopWaiting = timing.after(silenceMs, end);
      feed(piece);
    });
  } catch (error) {
    if (!connection.signal.aborted) throw error;
  } finally {
    stopWaiting();
    signal.removeEventListener('abort', end);
    connection.abort();
  }
  return isGone;
}
