// A watched row as its events, with the words for a connection that is lost and found.
import { Refused, Unreachable } from '../core/client/errors.ts';
import { type EventSourceMessage, followEvents } from '../core/client/follow-events.ts';
import { realTiming } from '../core/client/timing.ts';
import { type Client, inWords } from './client.ts';

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
export function watchRow(client: Client, path: string, { signal, event, talk }: WatchOptions): Promise<void> {
  const connection = talkOfConnection(client, talk);
  return inWords(followEvents(client.requests, path, { signal, event, timing: realTiming, ...connection }));
}

/** Talks of a connection that is lost and found. `lost` throws when the first one failed, or the service refuses. */
export function talkOfConnection(client: Client, talk: (text: string) => void) {
  let wasConnected = false;
  let isLost = false;
  return {
    opened() {
      if (isLost) talk(`Connected to ${client.baseUrl} again.`);
      wasConnected = true;
      isLost = false;
    },
    lost(error: Error) {
      if (error instanceof Refused) throw error;
      if (!wasConnected) {
        throw error instanceof Unreachable
          ? error
          : new Unreachable(`No Rowdesk at ${client.baseUrl}.`, { cause: error });
      }
      if (!isLost) talk(`The connection to ${client.baseUrl} ended; trying again.`);
      isLost = true;
    },
  };
}
