// Reads event streams, for the command line, the conformance check and the test host.
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export type { EventSourceMessage };

/** Parses an event stream from its pieces, and reports its events. */
export function eventFeed(onEvent: (message: EventSourceMessage) => void): (piece: Uint8Array) => void {
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  return (piece) => parser.feed(decoder.decode(piece, { stream: true }));
}

/**
 * Reports the events of a response that is an event stream, until the stream ends or the signal aborts it. Calls `heard`
 * for each piece that arrives. Rejects with the error of fetch if the connection breaks.
 */
export async function readEvents(
  response: Response,
  signal: AbortSignal,
  onEvent: (message: EventSourceMessage) => void,
  heard = () => {},
): Promise<void> {
  const feed = eventFeed(onEvent);
  const reader = response.body?.getReader();
  // fetch may ignore its signal by now: in Node 20 garbage collection can remove the link between them.
  const leave = () => reader?.cancel().catch(() => {});
  signal.addEventListener('abort', leave);
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      heard();
      feed(read.value);
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
