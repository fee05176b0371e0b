// Tells a control process of the graphs whenever they changed: whole, and once for all changes of a moment.
import { isDeepStrictEqual } from 'node:util';
import type { Time } from '../../services.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { ProcessMessage } from '../link/messages.ts';

/** A stage that is patched changes a hundred links within milliseconds. */
const settleMs = 20;

export class GraphReading {
  readonly #read: () => GraphReports;
  readonly #time: Time;
  readonly #send: (message: Extract<ProcessMessage, { type: 'graph' }>) => void;
  #told: GraphReports = [];
  #stopWaiting: (() => void) | undefined;

  constructor(
    read: () => GraphReports,
    time: Time,
    send: (message: Extract<ProcessMessage, { type: 'graph' }>) => void,
  ) {
    this.#read = read;
    this.#time = time;
    this.#send = send;
  }

  /** Something changed that a graph may show. */
  look(): void {
    this.#stopWaiting ??= this.#time.after(settleMs, () => {
      this.#stopWaiting = undefined;
      const graphs = this.#read();
      if (isDeepStrictEqual(graphs, this.#told)) return;
      this.#told = graphs;
      this.#send({ type: 'graph', graphs });
    });
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }
}
