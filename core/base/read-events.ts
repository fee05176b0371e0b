// The reading end of an event stream: of a command line, of the conformance check and of the test host.
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export type { EventSourceMessage };

/** Takes the pieces of an event stream as they arrive, and tells its events. */
export function eventFeed(onEvent: (message: EventSourceMessage) => void): (piece: Uint8Array) => void {
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  return (piece) => parser.feed(decoder.decode(piece, { stream: true }));
}

/**
 * Tells the events of an answer that is an event stream, until it ends or the signal ends it; `heard` at each piece that
 * arrives. Rejects with what fetch rejects when the connection breaks.
 */
export async function readEvents(
  response: Response,
  signal: AbortSignal,
  onEvent: (message: EventSourceMessage) => void,
  heard = () => {},
): Promise<void> {
  const feed = eventFeed(onEvent);
  const reader = response.body?.getReader();
  // fetch may be deaf to its signal by now: in Node 20 garbage collection takes the tie between them
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
