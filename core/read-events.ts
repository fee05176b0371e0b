// The reading end of an event stream: of the command line, of the conformance check and of the test host.
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export type { EventSourceMessage };

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
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  // fetch may be deaf to its signal by now: in Node 20 garbage collection takes the tie between them
  const leave = () => reader?.cancel().catch(() => {});
  signal.addEventListener('abort', leave);
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      heard();
      parser.feed(decoder.decode(read.value, { stream: true }));
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
