// A watched row as its events, with reconnection. Every event is the whole row, so nothing needs to be replayed.
import { type EventSourceMessage, eventFeed } from '../core/base/read-events.ts';
import type { Client } from './client.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { ConnectionLost } from './http.ts';

/** The service sends a beat every 5 s; this long without a byte means the connection is dead. */
export const silenceMs = 12_000;
const firstRetryMs = 500;
const longestRetryMs = 5000;

export interface WatchOptions {
  readonly signal: AbortSignal;
  readonly event: (message: EventSourceMessage) => void;
  /** Talk: lost, connected again. */
  readonly talk: (text: string) => void;
}

/**
 * Follows a row until the signal, or until the row is gone. Rejects when the first connection fails or the service
 * refuses; a connection lost later is made again, for as long as it takes.
 */
export async function watchRow(client: Client, path: string, options: WatchOptions): Promise<void> {
  const { signal, talk } = options;
  let wasConnected = false;
  let isLost = false;
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    try {
      const isGone = await follow(client, path, options, () => {
        if (isLost) talk(`Connected to ${client.baseUrl} again.`);
        wasConnected = true;
        isLost = false;
        retryMs = firstRetryMs;
      });
      if (isGone || signal.aborted) return;
      if (!wasConnected) throw new CommandError('unreachable', `${client.baseUrl} takes connections but says nothing.`);
      if (!isLost) talk(`The connection to ${client.baseUrl} ended; trying again.`);
      isLost = true;
    } catch (error) {
      if (signal.aborted) return;
      const canRetry = !(error instanceof CommandError) || error.exitCode === exitCodes.unreachable;
      if (!wasConnected || !canRetry) throw error;
    }
    await pause(retryMs, signal);
    retryMs = Math.min(longestRetryMs, retryMs * 2);
  }
}

/** One connection; resolves to true when the row ceased to exist. */
async function follow(client: Client, path: string, { signal, event }: WatchOptions, connected: () => void) {
  const connection = new AbortController();
  const end = () => connection.abort();
  signal.addEventListener('abort', end);
  let quiet = setTimeout(end, silenceMs);
  let isGone = false;
  try {
    const headers = { accept: 'text/event-stream' };
    const answer = await client.ask(path, { headers, signal: connection.signal }, '?watch=1');
    connected();
    const onMessage = (message: EventSourceMessage) => {
      event(message);
      if (message.event !== 'gone') return;
      isGone = true;
      end();
    };
    const feed = eventFeed(onMessage);
    await answer.read((piece) => {
      clearTimeout(quiet);
      quiet = setTimeout(end, silenceMs);
      feed(piece);
    });
  } catch (error) {
    if (!connection.signal.aborted && !(error instanceof ConnectionLost)) throw error;
  } finally {
    clearTimeout(quiet);
    signal.removeEventListener('abort', end);
    connection.abort();
  }
  return isGone;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
