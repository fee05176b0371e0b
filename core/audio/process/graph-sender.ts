// Sends the graphs to a control process when they changed: all of them, once for the changes of a moment.
import { isDeepStrictEqual } from 'node:util';
import type { Time } from '../../services.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { ProcessMessage } from '../link/messages.ts';

/** Time for further changes before the graphs are read: a patch of a stage makes a hundred links within milliseconds. */
const settleMs = 20;

export class GraphSender {
  readonly #read: () => GraphReports;
  readonly #time: Time;
  readonly #send: (message: Extract<ProcessMessage, { type: 'graph' }>) => void;
  #sent: GraphReports = [];
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

  /** A graph may have changed. */
  look(): void {
    this.#stopWaiting ??= this.#time.after(settleMs, () => {
      this.#stopWaiting = undefined;
      const graphs = this.#read();
      if (isDeepStrictEqual(graphs, this.#sent)) return;
      this.#sent = graphs;
      this.#send({ type: 'graph', graphs });
    });
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }
}
